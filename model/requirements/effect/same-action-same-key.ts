import { type Call, callsFor, isWorked } from '../../reading.ts';
import { sameJson } from '../../vocabulary.ts';
import { brief, broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** The same action is presented under the same key, with the same arguments, in every attempt. */
export const sameActionSameKey = requirement({
  id: 'effect.same-action-same-key',
  since: '2026-12',
  title: 'The same action has the same key',
  statement: 'However often an action is sent, by whichever attempt, it carries one key and the same arguments.',
  duty: 'shared',
  dutyFollows: 'keyBuiltBy',
  level: 2,
  profile: 'effects',
  reach: 'world',
  needs: ['effect'],
  clauses: [
    { id: 'same-key', statement: 'Sent again, the action carries the key of its first request.' },
    { id: 'same-arguments', statement: 'Sent again, it carries the arguments of its first request.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Persistence, stochastic replay, and effect idempotency',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          reading.steps
            .filter((step) => step.op === 'effect' && step.contract === 'idempotent')
            .flatMap((step) => occasionsOf(callsFor(reading.calls, run, step.id))),
        )
      : [],
});

/** Each later request beside the first; a transport's resend is the same request. Zombies count: a key must hold in every attempt. */
const occasionsOf = (calls: readonly Call[]): readonly Occasion[] => {
  const [first, ...later] = calls.filter((call) => !call.isResend);
  return first === undefined ? [] : later.flatMap((again) => [sameKey(first, again), sameArguments(first, again)]);
};

const sameKey = (first: Call, again: Call): Occasion => {
  if (first.key !== undefined && first.key === again.key) return kept('same-key');
  const message = `${first.step} was sent under ${brief(first.key)}, and again under ${brief(again.key)}`;
  return broken('same-key', message, proof({ first: first.seq, illegal: again.seq }));
};

const sameArguments = (first: Call, again: Call): Occasion => {
  const other = Object.keys({ ...first.inputs, ...again.inputs }).find(
    (step) => !sameJson(first.inputs[step] ?? null, again.inputs[step] ?? null),
  );
  if (other === undefined) return kept('same-arguments');
  const message = `${first.step} was sent with ${other} as ${brief(first.inputs[other])}, and again with ${brief(again.inputs[other])}`;
  return broken('same-arguments', message, proof({ first: first.seq, illegal: again.seq }));
};
