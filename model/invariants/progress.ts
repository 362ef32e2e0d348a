import { outputOf } from '../rules/names.ts';
import { hasTag, is } from '../step.ts';
import { type Step, sameJson } from '../vocabulary.ts';
import { accepted, always, type Look, whenever } from './law.ts';
import { isCommitted, isNext, stepsIn, triesOf } from './reading.ts';

/** Laws of what is committed, in which order, and how often it is tried. */
export const progressLaws = [
  whenever('output', {
    law: 'a step has one committed result, unless a person has it repeated',
    requirement: 'commit.one-result-per-step',
    holds: ({ was, now, command }) => {
      const [before, after] = [was?.context.commits.length ?? 0, now.context.commits.length];
      const isRepeated = command?.type === 'retry' && is(was, 'committed') && is(now, 'awaited') && before === after;
      return isRepeated || (!is(was, 'committed') && is(now, 'committed') && after === before + 1);
    },
  }),
  always('slot', {
    law: 'progress counts exactly the steps whose results are durable',
    requirement: 'commit.output-durable-before-progress',
    holds: (slot, { id, look }) =>
      stepsIn(slot).every((step) => isCommitted(look, id, step.id) === slot.context.done.includes(step.id)),
  }),
  whenever('slot', {
    law: 'progress only grows, unless a person has a step repeated',
    requirement: 'recovery.committed-step-runs-once',
    holds: ({ was, now, command }) =>
      (command?.type === 'retry' && command.step !== undefined) ||
      (was?.context.done ?? []).every((step) => now.context.done.includes(step)),
  }),
  whenever('output', {
    law: 'what is committed stays as it is',
    requirement: 'commit.references-exact-versions',
    holds: ({ was, now }) =>
      (was?.context.commits ?? []).every((one, n) => sameJson({ ...one }, { ...now.context.commits[n] })),
  }),
  accepted('commit', {
    law: 'a commit is about the next step, in the revision that it names, and is the result',
    requirement: 'commit.refuses-a-stale-revision',
    holds: ({ attempt, step, revision }, { before, after }) => {
      const slot = before.get('attempt', attempt)?.context.slot ?? '';
      const found = before.get('slot', slot);
      const commits = after.get('output', outputOf(slot, step))?.context.commits;
      const op = found && stepsIn(found).find(({ id }) => id === step)?.op;
      return (
        isNext(before, slot, step) &&
        found?.context.revision === revision &&
        commits?.at(-1)?.by === attempt &&
        (op === 'model' || op === 'tool' || op === 'output')
      );
    },
  }),
  always('slot', {
    law: 'deaths stay below the limit, or the slot is over',
    requirement: 'limit.attempts-are-bounded',
    holds: (slot, { look }) => {
      const { maxAttempts: most = Number.POSITIVE_INFINITY } = look.settings;
      const maxAttempts = look.get('run', slot.context.run)?.context.program.limits?.attempts ?? most;
      return slot.context.deaths < maxAttempts || (slot.context.deaths === maxAttempts && hasTag(slot, 'terminal'));
    },
  }),
  always('slot', {
    law: 'each death counts once',
    requirement: 'limit.attempts-are-bounded',
    holds: (slot, { id, look }) =>
      slot.context.deaths <=
      triesOf(look, id, slot).filter(({ attempt }) => is(attempt, 'lost') || is(attempt, 'failed')).length,
  }),
  whenever('slot', {
    law: 'a slot whose attempt died waits for its backoff',
    requirement: 'limit.backoff-survives-restarts',
    holds: ({ was, now, before, command }) => {
      const failed = command?.type === 'fail' ? command.step : undefined;
      const { backoffMs = before.settings.backoffMs } = policyOf(stepsIn(now), failed) ?? {};
      return is(was, 'retry-wait') || !is(now, 'retry-wait') || now.context.retryAtMs === before.nowMs + backoffMs;
    },
  }),
  whenever('slot', {
    law: 'a step is tried as often as its policy says, and each failure of it counts',
    requirement: 'limit.attempts-are-bounded',
    holds: ({ id, was, now, command, before }) => {
      const failed = command?.type === 'fail' && isOf(before, command.attempt, id) ? command.step : undefined;
      const policy = policyOf(stepsIn(now), failed);
      if (was === undefined || failed === undefined || policy === undefined || is(was, 'failed')) return true;
      const [earlier, after] = [was.context.tries[failed] ?? 0, now.context.tries[failed] ?? 0];
      return after === earlier + 1 && (after < policy.attempts || is(now, 'failed'));
    },
  }),
];

const isOf = (look: Look, attempt: string, slot: string): boolean =>
  look.get('attempt', attempt)?.context.slot === slot;
const policyOf = (steps: readonly Step[], id: string | undefined) => {
  const step = steps.find((one) => one.id === id);
  return step !== undefined && 'retry' in step ? step.retry : undefined;
};
