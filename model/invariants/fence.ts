import { approvalOf } from '../rules/names.ts';
import { is } from '../step.ts';
import type { Write } from '../transaction.ts';
import { sameJson } from '../vocabulary.ts';
import { type Change, type Look, whenever } from './law.ts';

/** Commands that a worker sends about its own attempt, and whose effect on progress its lease has to cover. */
const byWorkers = [
  ...['start', 'commit', 'intend', 'dispatch', 'record', 'acknowledge', 'request-approval', 'finish', 'fail'],
  ...['begin-upload', 'store-upload', 'wait', 'start-child'],
];

/** Whether what changed was changed by the worker of an attempt whose lease was live. */
const isCovered = ({ before, command }: Pick<Change, 'before' | 'command'>): boolean =>
  command === undefined ||
  !byWorkers.includes(command.type) ||
  !('attempt' in command) ||
  is(before.get('lease', command.attempt), 'live');

/** Laws of who may change progress. */
export const fenceLaws = [
  ...(['slot', 'output', 'effect', 'approval', 'run', 'artifact', 'timer'] as const).map((kind) =>
    whenever(kind, {
      law: `a worker whose lease ended changes no ${kind}`,
      requirement: 'lease.zombie-changes-nothing',
      holds: isCovered,
    }),
  ),
  whenever('slot', {
    law: 'a slot is moved by its current attempt and by no other',
    requirement: 'lease.zombie-changes-nothing',
    holds: ({ id, was, before, command }) => {
      if (was === undefined || command === undefined || !('attempt' in command)) return true;
      // A child that ends moves the slot of its parent.
      if (before.get('attempt', command.attempt)?.context.slot !== id) return true;
      return [was.context.pending, was.context.active].includes(command.attempt);
    },
  }),
  ...(['slot', 'output', 'effect'] as const).map((kind) =>
    whenever(kind, {
      law: `a command about another run or slot changes no ${kind}`,
      requirement: 'identity.runs-share-nothing',
      holds: ({ id, command, before }) => {
        if (command === undefined) return true;
        const slot = 'attempt' in command ? before.get('attempt', command.attempt)?.context.slot : slotNamedBy(command);
        return slot === undefined || `${id}/`.startsWith(`${slot}/`) || slot.startsWith(`${rootOf(id)}/`);
      },
    }),
  ),
  ...(['run', 'slot', 'attempt', 'lease', 'worker', 'effect', 'approval', 'output', 'artifact', 'timer'] as const).map(
    (kind) =>
      whenever(kind, {
        law: `a command of another tenant changes no ${kind}`,
        requirement: 'identity.tenants-are-isolated',
        holds: ({ id, was, command, before }) =>
          was === undefined || command === undefined || tenantOf(before, { kind, id, entity: was }) === command.tenant,
      }),
  ),
  whenever('run', {
    law: 'a run keeps its tenant, its pins, its program and its slots',
    requirement: 'identity.run-survives-replacement',
    holds: ({ was, now }) => was === undefined || sameJson(identityOf(was.context), identityOf(now.context)),
  }),
  whenever('approval', {
    law: 'an approval stays with its run and step',
    requirement: 'approval.request-is-durable',
    holds: ({ id, now: { context } }) => id === approvalOf(context.run, context.step),
  }),
];

/** A child's slot is named after that of its parent. */
const rootOf = (id: string): string => id.split('/')[0] ?? id;

/** Whose an entity is: it says so itself, or belongs to an attempt or a run that does. */
const tenantOf = (look: Look, { kind, id, entity: { context } }: Write): string | undefined => {
  if ('tenant' in context) return context.tenant;
  if (kind === 'lease' || kind === 'worker') return look.get('attempt', id)?.context.tenant;
  return 'run' in context ? look.get('run', context.run)?.context.tenant : undefined;
};

const slotNamedBy = (command: object): string | undefined =>
  'slot' in command && typeof command.slot === 'string' ? command.slot : undefined;

const identityOf = ({ tenant, startKey, pins, program, slots, parent, origin }: NonNullable<RunContext>) => ({
  tenant,
  startKey,
  pins,
  program: program.id,
  slots: [...slots],
  parent: parent && { ...parent },
  origin: origin && { ...origin },
});
type RunContext = Change<'run'>['now']['context'];
