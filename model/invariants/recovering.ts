import { hasTag, is } from '../step.ts';
import { dependenciesOf, sameJson } from '../vocabulary.ts';
import { accepted, always, whenever } from './law.ts';
import { isCommitted, stepsIn } from './reading.ts';

/** Laws of trying again, of going on, and of the evidence that they leave. */
export const recoveringLaws = [
  accepted('retry', {
    law: 'a retry has a reason, and without a step is about a slot that waits for one, which is due at once',
    requirement: 'evidence.failure-decision-outcome-are-linked',
    holds: ({ slot, step, reason, actor }, { before, after }) => {
      const [was, now] = [before.get('slot', slot), after.get('slot', slot)];
      const decided = after.get('attempt', was?.context.prior ?? '');
      const isFailed = is(decided, 'failed') || is(decided, 'lost');
      const isLinked = sameJson({ ...decided?.context.recovery }, { operation: 'retry', actor, reason });
      const isDue = is(was, 'retry-wait') && now?.context.retryAtMs === null;
      return reason.trim() !== '' && (step !== undefined || isDue) && (!isFailed || isLinked);
    },
  }),
  accepted('retry', {
    law: 'a step that is repeated is done again with what rests on it, and nothing else is',
    requirement: 'commit.missing-artifact-stops-recovery',
    holds: ({ slot, step }, { before, after }) => {
      const was = before.get('slot', slot);
      if (step === undefined || was === undefined) return true;
      const program = { id: '', title: '', steps: was.context.steps };
      return (
        isCommitted(before, slot, step) &&
        stepsIn(was).every(({ id, op }) => {
          const hasPassed = op === 'timer' || op === 'child';
          const isAgain = id === step || (!hasPassed && dependenciesOf(program, id).has(step));
          return isCommitted(after, slot, id) === (isCommitted(before, slot, id) && !isAgain);
        })
      );
    },
  }),
  accepted('retry', {
    law: 'nobody works on a slot of which a step is repeated, and it is not over',
    requirement: 'attempt.no-second-while-one-lives',
    holds: ({ slot }, { before }) => {
      const was = before.get('slot', slot);
      return (
        was !== undefined && !hasTag(was, 'terminal') && was.context.pending === null && was.context.active === null
      );
    },
  }),
  accepted('resume', {
    law: 'a run goes on by a reason, from where it had stopped for a person, and its work is free to go on',
    requirement: 'commit.missing-artifact-stops-recovery',
    holds: ({ run, reason }, { before, after }) => {
      const was = before.get('run', run);
      return reason.trim() !== '' && (is(was, 'review') || is(was, 'blocked')) && is(after.get('run', run), 'running');
    },
  }),
  whenever('run', {
    law: 'a run that stopped for a person goes on only when one says so, or repeats what is missing',
    requirement: 'effect.unknown-goes-to-review',
    holds: ({ was, now, command }) =>
      !(is(was, 'review') || is(was, 'blocked')) ||
      !(is(now, 'running') || is(now, 'succeeded')) ||
      command?.type === 'resume' ||
      (is(was, 'blocked') && command?.type === 'retry'),
  }),
  whenever('attempt', {
    law: 'a decision is linked only to a failure, and what a person decided stands against the clock',
    requirement: 'evidence.failure-decision-outcome-are-linked',
    holds: ({ was, now, command }) => {
      const { recovery, failure } = now.context;
      const isLinked = recovery === null || (failure !== null && (is(now, 'failed') || is(now, 'lost')));
      const isKept = command?.type !== 'claim' || !was?.context.recovery || isSame(was.context.recovery, recovery);
      return isLinked && isKept;
    },
  }),
  accepted('claim', {
    law: 'a slot is tried again only with a decision about its failure, by a person or by its time',
    requirement: 'evidence.failure-decision-outcome-are-linked',
    holds: ({ slot }, { before, after }) => {
      const prior = after.get('attempt', before.get('slot', slot)?.context.prior ?? '');
      return !(is(prior, 'failed') || is(prior, 'lost')) || prior?.context.recovery !== null;
    },
  }),
  always('attempt', {
    law: 'an attempt that died says how',
    requirement: 'evidence.failure-decision-outcome-are-linked',
    holds: ({ leaf, context }) => (leaf === 'failed' || leaf === 'lost') === (context.failure !== null),
  }),
];

const isSame = (one: object | null, other: object | null): boolean => sameJson({ ...one }, { ...other });
