import { type Call, isWorked, needlessRepeats, type Reading, sureSights } from '../../reading.ts';
import { dependenciesOf, isTerminal } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A callback that comes twice, late, or out of order is processed once. */
export const duplicateCallbackCountsOnce = requirement({
  id: 'effect.duplicate-callback-counts-once',
  since: '2026-12',
  title: 'A duplicate callback counts once',
  statement:
    'However often, however late and in whatever order an owner says the outcome of an effect, the run goes on from it once.',
  duty: 'shared',
  level: 3,
  profile: 'effects',
  reach: 'world',
  needs: ['effect', 'callback'],
  clauses: [
    {
      id: 'twice',
      statement: 'After the second callback nothing behind the effect begins again, and one result stands.',
    },
    { id: 'late', statement: 'A callback that comes after the end of the run starts nothing.' },
    {
      id: 'out-of-order',
      statement: 'Callbacks in another order than their requests reach each its own effect.',
    },
  ],
  source:
    'Durable execution for AI agents, section Qualify the recovery behavior; reports preloop-webhook-redelivered-after-commit and stepfunctions-callback-token-stranded',
  occasions: (reading) =>
    isWorked(reading)
      ? [...reading.calls.flatMap((call) => [...twice(reading, call), ...late(reading, call)]), ...outOfOrder(reading)]
      : [],
});

const twice = (reading: Reading, call: Call): readonly Occasion[] => {
  const [first, second] = call.told;
  if (first === undefined || second === undefined) return [];
  const isBehind = (step: string): boolean => dependenciesOf(reading.program, step).has(call.step);
  const again = needlessRepeats(reading, call.run).find(
    (one) => isBehind(one.again.step) && one.again.seq > second.seq,
  );
  const read = sureSights(reading, call.run).filter((sight) => sight.seq > second.seq);
  const double = read.find((sight) => (sight.view.steps[call.step]?.commits.length ?? 0) > 1);
  const evidence = { first: first.seq, answer: second.seq };
  if (again !== undefined) {
    const message = `the callback for ${call.step} came twice, and ${again.again.step} began again`;
    return [broken('twice', message, proof({ ...evidence, illegal: again.again.seq }))];
  }
  if (double !== undefined) {
    const message = `the callback for ${call.step} came twice, and several results of it stand`;
    return [broken('twice', message, proof({ ...evidence, illegal: double.seq }))];
  }
  return read.length > 0 ? [kept('twice')] : [];
};

/** The run had ended, and nobody had asked for more. */
const late = (reading: Reading, call: Call): readonly Occasion[] => {
  const sights = sureSights(reading, call.run);
  const end = sights.find((sight) => isTerminal(sight.view.status) && sight.view.status !== 'review');
  const callback = call.told.find((one) => end !== undefined && one.seq > end.seq);
  if (end === undefined || callback === undefined) return [];
  const next = reading.calls.find((one) => one.run === call.run && one.seq > callback.seq && !one.isResend);
  const after = sights.filter((sight) => sight.seq > callback.seq);
  const moved = after.find((sight) => sight.view.status !== end.view.status);
  const said = `${call.run} had ended as ${end.view.status}, a callback for ${call.step} came, and`;
  const evidence = { finished: end.seq, answer: callback.seq };
  if (next !== undefined)
    return [broken('late', `${said} ${next.step} began`, proof({ ...evidence, illegal: next.seq }))];
  if (moved !== undefined)
    return [broken('late', `${said} it was ${moved.view.status}`, proof({ ...evidence, illegal: moved.seq }))];
  return after.length > 0 ? [kept('late')] : [];
};

/** Two effects of one run whose first callbacks came in the other order than their requests, and what is shown of each. */
const outOfOrder = (reading: Reading): readonly Occasion[] =>
  reading.calls.flatMap((one) =>
    reading.calls.flatMap((other): readonly Occasion[] => {
      const [first] = one.told;
      const [second] = other.told;
      const isPair = one.run === other.run && one.step !== other.step && one.seq < other.seq;
      if (!isPair || first === undefined || second === undefined || first.seq < second.seq) return [];
      const last = sureSights(reading, one.run).findLast((sight) => sight.seq > first.seq);
      const shown = [one, other].map((call) => JSON.stringify(last?.view.steps[call.step]?.commits.at(-1)?.value));
      const said = [first, second].map((callback) => JSON.stringify(callback.event.value));
      if (last === undefined || shown.some((value) => value === undefined) || said[0] === said[1]) return [];
      if (shown[0] !== said[1] && shown[1] !== said[0]) return [kept('out-of-order')];
      const message = `the callbacks for ${one.step} and ${other.step} came in another order, and each has the other's outcome`;
      return [broken('out-of-order', message, proof({ first: second.seq, answer: first.seq, illegal: last.seq }))];
    }),
  );
