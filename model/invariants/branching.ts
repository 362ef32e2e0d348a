import { approvalOf, effectOf, outputOf } from '../rules/names.ts';
import { is } from '../step.ts';
import { type CommandOf, dependenciesOf, sameJson } from '../vocabulary.ts';
import { accepted, type Change, type Look, whenever } from './law.ts';
import { isCommitted, resultIn, stepsIn } from './reading.ts';

const kinds = ['run', 'slot', 'attempt', 'lease', 'worker', 'output', 'artifact', 'timer'] as const;
const isBranch = ({ command }: Pick<Change, 'command'>): boolean => command?.type === 'branch';

/** Laws of what is made from another run. */
export const branchingLaws = [
  accepted('branch', {
    law: 'a branch is a new run, linked to the one that it was made from, by whom and why',
    requirement: 'recovery.branch-is-a-linked-new-run',
    holds: ({ tenant, run, as, actor, reason }, { before, after }) => {
      const made = after.get('run', as);
      return (
        before.get('run', as) === undefined &&
        is(made, 'running') &&
        made?.context.tenant === tenant &&
        reason.trim() !== '' &&
        sameJson({ ...made.context.origin }, { run, actor, reason })
      );
    },
  }),
  ...kinds.map((kind) =>
    whenever(kind, {
      law: `a branch changes no ${kind} that was there`,
      requirement: 'recovery.branch-is-a-linked-new-run',
      holds: (change) => !isBranch(change) || change.was === undefined,
    }),
  ),
  ...(['approval', 'effect'] as const).map((kind) =>
    whenever(kind, {
      law: `a branch takes over no ${kind}`,
      requirement: 'recovery.branch-inherits-no-authority',
      holds: (change) => !isBranch(change),
    }),
  ),
  accepted('branch', {
    law: 'a branch has what it is given, what its parent had and does not rest on that, and nothing else',
    requirement: 'recovery.branch-is-a-linked-new-run',
    holds: (command, { before, after }) => {
      const made = after.get('slot', command.slot);
      const from = before.get('run', command.run)?.context.slots[0] ?? '';
      return made !== undefined && stepsIn(made).every(({ id }) => isRight(command, { before, after, from, id }));
    },
  }),
  accepted('branch', {
    law: 'what a person decided or an owner did is not made up for a branch',
    requirement: 'recovery.branch-inherits-no-authority',
    holds: ({ slot, changes }, { after }) => {
      const made = after.get('slot', slot);
      const steps = made === undefined ? [] : stepsIn(made);
      return Object.keys(changes).every((id) =>
        steps.some((step) => step.id === id && (step.op === 'model' || step.op === 'tool')),
      );
    },
  }),
  accepted('branch', {
    law: 'a branch has none of its own effects and approvals yet',
    requirement: 'recovery.branch-inherits-no-authority',
    holds: ({ as, slot }, { after }) => {
      const made = after.get('slot', slot);
      return (made === undefined ? [] : stepsIn(made)).every(
        ({ id }) =>
          after.get('effect', effectOf(slot, id)) === undefined &&
          after.get('approval', approvalOf(as, id)) === undefined,
      );
    },
  }),
];

type At = { readonly before: Look; readonly after: Look; readonly from: string; readonly id: string };

const isRight = ({ slot, changes, program, run }: CommandOf<'branch'>, { before, after, from, id }: At): boolean => {
  const given = changes[id];
  if (given !== undefined) return sameJson(resultIn(after, slot, id) ?? null, given);
  const own = program ?? before.get('run', run)?.context.program;
  const rests = own !== undefined && [...dependenciesOf(own, id)].some((used) => changes[used] !== undefined);
  if (rests || !isCommitted(before, from, id)) return !isCommitted(after, slot, id) || isHeld(after, slot, id);
  const parent = before.get('output', outputOf(from, id))?.context.commits.at(-1);
  const mine = after.get('output', outputOf(slot, id))?.context.commits.at(-1);
  return parent?.by === mine?.by && sameJson(parent?.value ?? null, mine?.value ?? null);
};

/** A group all of whose members were given or taken over has its result at once. */
const isHeld = (look: Look, slot: string, id: string): boolean =>
  look.get('slot', slot)?.context.steps.some((step) => step.id === id && ['parallel', 'choose'].includes(step.op)) ===
  true;
