import { argumentsOf, type Call, isWorked, type Reading, someoneLeft } from '../../reading.ts';
import { sameJson } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** One key stands for one action. */
export const keyNamesOneAction = requirement({
  id: 'effect.key-names-one-action',
  since: '2026-12',
  title: 'A key names one action',
  statement: 'One key is never presented for two actions, and never with other arguments.',
  duty: 'shared',
  dutyFollows: 'keyBuiltBy',
  level: 2,
  profile: 'effects',
  reach: 'world',
  needs: ['effect'],
  clauses: [
    { id: 'one-action', statement: 'Actions that different lives of a run send have different keys.' },
    { id: 'one-body', statement: 'A key that is presented again comes with the same arguments.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Persistence, stochastic replay, and effect idempotency',
  occasions: (reading) => (isWorked(reading) ? [...oneAction(reading), ...oneBody(reading)] : []),
});

const keyed = (reading: Reading): readonly Call[] =>
  reading.calls.filter((call) => call.op === 'effect' && call.key !== undefined && !call.isResend);

/** A key that is counted up starts over with the process: only a loss between two actions can show it. */
const oneAction = (reading: Reading): readonly Occasion[] =>
  keyed(reading).flatMap((call, at, all) =>
    all.slice(0, at).flatMap((earlier): Occasion[] => {
      if (earlier.step === call.step && earlier.run === call.run) return [];
      if (earlier.key !== call.key) return someoneLeft(reading, earlier.seq, call.seq) ? [kept('one-action')] : [];
      const message = `the key ${call.key} was presented for ${earlier.step} of ${earlier.run} and for ${call.step} of ${call.run}`;
      return [broken('one-action', message, proof({ first: earlier.seq, illegal: call.seq }))];
    }),
  );

const oneBody = (reading: Reading): readonly Occasion[] =>
  keyed(reading).flatMap((call, at, all) => {
    const earlier = all
      .slice(0, at)
      .find((one) => one.key === call.key && one.step === call.step && one.run === call.run);
    if (earlier === undefined) return [];
    if (sameJson(argumentsOf(earlier), argumentsOf(call))) return [kept('one-body')];
    const message = `the key ${call.key} was presented again for ${call.step} with other arguments`;
    return [broken('one-body', message, proof({ first: earlier.seq, illegal: call.seq }))];
  });
