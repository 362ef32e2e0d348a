import { dueSteps } from '../model/machines/progress.ts';
import { outputOf } from '../model/rules/names.ts';
import { hasTag, is } from '../model/step.ts';
import type { RecoveryView, RunView } from '../model/vocabulary.ts';
import type { Found, Looking } from './looking.ts';
import { familyOf } from './status-view.ts';
import { holding, stepsOf } from './step-view.ts';

/** Each failure with what was decided about it and what came of that. A branch that was made of the run decides its last failure. */
export const recoveriesOf = (store: Looking, run: string): readonly RecoveryView[] => {
  const attempts = familyOf(store, run).flatMap((one) => store.ofRun('attempt', one));
  const failed = attempts.filter(({ entity }) => entity.context.failure !== null);
  return failed.map((attempt) => {
    const decision = attempt.entity.context.recovery ?? (attempt === failed.at(-1) ? branchOf(store, run) : null);
    return {
      attempt: attempt.id,
      failure: attempt.entity.context.failure ?? '',
      decision,
      outcome: outcomeOf(store, run, attempts.slice(attempts.indexOf(attempt) + 1)),
    };
  });
};

/** What the next attempt came to; where there is none, what the run did. */
const outcomeOf = (store: Looking, run: string, later: readonly Found<'attempt'>[]): string | null => {
  const [next] = later;
  const entity = next?.entity ?? store.get('run', run);
  return entity !== undefined && hasTag(entity, 'terminal') ? entity.leaf : null;
};

const branchOf = (store: Looking, run: string): RecoveryView['decision'] => {
  const branch = store.all('run').find(({ entity }) => entity.context.origin?.run === run)?.entity.context.origin;
  return branch === undefined || branch === null
    ? null
    : { operation: 'branch', actor: branch.actor, reason: branch.reason };
};

/** Which steps are committed and from which inputs, and which an interruption now would repeat. */
export const prefixOf = (store: Looking, run: string): NonNullable<RunView['prefix']> => {
  const slots = store.get('run', run)?.context.slots ?? [];
  const committed = slots.flatMap((slot) =>
    stepsOf(store, slot).filter((step) =>
      is(store.get('output', outputOf(holding(store, slot, step), step.id)), 'committed'),
    ),
  );
  const due = familyOf(store, run)
    .flatMap((one) => store.ofRun('slot', one))
    .filter(({ entity }) => !hasTag(entity, 'terminal'))
    .flatMap(({ entity }) => dueSteps(entity.context));
  return {
    committed: committed.map(({ id, uses }) => ({ step: id, inputs: uses })),
    repeated: due.filter(({ op }) => op !== 'child' && op !== 'timer').map(({ id }) => id),
  };
};
