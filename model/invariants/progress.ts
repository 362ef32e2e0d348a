import { outputOf } from '../rules/names.ts';
import { hasTag, is } from '../step.ts';
import { sameJson } from '../vocabulary.ts';
import { accepted, always, whenever } from './law.ts';
import { isCommitted, triesOf } from './reading.ts';

/** Laws of what is committed, in which order, and how often it is tried. */
export const progressLaws = [
  always('output', {
    law: 'a step has one committed result',
    requirement: 'commit.one-result-per-step',
    holds: (output) => output.context.commits.length === 1,
  }),
  always('slot', {
    law: 'progress counts exactly the steps whose results are durable',
    requirement: 'commit.output-durable-before-progress',
    holds: ({ context: { steps, done } }, { id, look }) =>
      steps.every((step, index) => isCommitted(look, id, step.id) === index < done),
  }),
  whenever('slot', {
    law: 'progress only grows',
    requirement: 'recovery.committed-step-runs-once',
    holds: ({ was, now }) => was === undefined || now.context.done >= was.context.done,
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
      const { steps = [], done = -1 } = before.get('slot', slot)?.context ?? {};
      const commits = after.get('output', outputOf(slot, step))?.context.commits;
      const op = steps[done]?.op ?? 'approval';
      return (
        steps[done]?.id === step &&
        done === revision &&
        commits?.at(-1)?.by === attempt &&
        op !== 'effect' &&
        op !== 'approval'
      );
    },
  }),
  always('slot', {
    law: 'deaths stay below the limit, or the slot is over',
    requirement: 'limit.attempts-are-bounded',
    holds: (slot, { look }) => {
      const { maxAttempts = Number.POSITIVE_INFINITY } = look.settings;
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
    holds: ({ was, now, before }) =>
      is(was, 'retry-wait') ||
      !is(now, 'retry-wait') ||
      now.context.retryAtMs === before.nowMs + before.settings.backoffMs,
  }),
];
