import { hasTag, is } from '../step.ts';
import { accepted, type Change, whenever } from './law.ts';
import { tryOf } from './reading.ts';

const isUntouched = ({ command }: Pick<Change, 'command'>): boolean => command?.type !== 'reassign';

/** Laws of what an operator does. */
export const operatingLaws = [
  accepted('reassign', {
    law: 'a reassignment rests on all of its predicates',
    requirement: 'reassign.needs-terminal-prior-worker-and-lease',
    holds: (command, { before }) => {
      const slot = before.get('slot', command.slot);
      const { worker, lease } = tryOf(before, slot?.context.prior ?? '');
      return (
        is(slot, 'retry-wait') &&
        slot?.context.tenant === command.tenant &&
        slot.context.run === command.run &&
        worker !== undefined &&
        hasTag(worker, 'terminal') &&
        lease !== undefined &&
        hasTag(lease, 'terminal') &&
        command.reason.trim() !== '' &&
        [null, command.actor].includes(worker.context.owner)
      );
    },
  }),
  accepted('reassign', {
    law: 'a reassignment reopens the same slot under a specification that fits, due at once',
    requirement: 'reassign.reopens-the-same-slot',
    holds: (command, { before, after }) => {
      const was = before.get('slot', command.slot);
      const now = after.get('slot', command.slot);
      const chosen = after.get('specification', now?.context.specification ?? '')?.context;
      return (
        is(now, 'retry-wait') &&
        now?.context.prior === was?.context.prior &&
        now?.context.retryAtMs === null &&
        now.context.reason === command.reason &&
        now.context.workerClass === command.workerClass &&
        chosen?.workerClass === command.workerClass &&
        chosen.tenant === command.tenant &&
        chosen.run === command.run &&
        chosen.slot === command.slot
      );
    },
  }),
  ...(['lease', 'worker', 'run', 'output', 'effect', 'approval', 'artifact', 'timer'] as const).map((kind) =>
    whenever(kind, {
      law: `a reassignment makes and changes no ${kind}`,
      requirement: 'reassign.creates-no-worker',
      holds: isUntouched,
    }),
  ),
  whenever('attempt', {
    law: 'a reassignment makes and moves no attempt',
    requirement: 'reassign.creates-no-worker',
    holds: ({ was, now, command }) => command?.type !== 'reassign' || was?.leaf === now.leaf,
  }),
  accepted('hold', {
    law: 'a slot is held only while nobody works on it',
    requirement: 'identity.admission-is-atomic',
    holds: ({ slot }, { before, after }) =>
      is(before.get('slot', slot), 'ready') && is(after.get('slot', slot), 'held'),
  }),
  accepted('release', {
    law: 'a slot that was held can be claimed after its release',
    requirement: 'identity.admission-is-atomic',
    holds: ({ slot }, { before, after }) =>
      is(before.get('slot', slot), 'held') && is(after.get('slot', slot), 'ready'),
  }),
];
