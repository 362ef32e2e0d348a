import { type Commitment, callsFor, commitmentOf, gaveResult, isWorked, type Reading } from '../../reading.ts';
import { type Json, sameJson } from '../../vocabulary.ts';
import { brief, broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Later steps are handed exactly the committed output of a step, not one sampled again. */
export const laterStepsSeeTheCommittedOutput = requirement({
  id: 'recovery.later-steps-see-the-committed-output',
  since: '2026-12',
  title: 'Later steps see the committed output',
  statement: 'Every step that uses a committed result is given that very result, whichever worker runs it.',
  duty: 'runtime',
  level: 1,
  profile: 'recover',
  reach: 'world',
  needs: [],
  clauses: [{ id: 'same-value', statement: 'Each reader of a committed step is handed the committed value.' }],
  source: 'Durable execution for AI agents, section Distinguish retry, resume, and a new branch',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) => reading.steps.flatMap((step) => occasionsOf(reading, run, step.id)))
      : [],
});

/** A worker that had the value from the world itself needs no recovery to hand it on: only other readers count. */
const occasionsOf = (reading: Reading, run: string, step: string): readonly Occasion[] => {
  const commit = commitmentOf(reading, run, step);
  if (commit === undefined) return [];
  const heard = new Set(
    callsFor(reading.calls, run, step)
      .filter((call) => gaveResult(call) && (call.answered?.seq ?? Infinity) < commit.seq)
      .map((call) => call.worker),
  );
  return reading.honest
    .filter((call) => call.run === run && call.seq > commit.seq && !heard.has(call.worker))
    .flatMap((call): Occasion[] => {
      const handed = call.inputs[step];
      return handed === undefined
        ? []
        : [judged(commit, step, { handed, to: call.step, by: call.worker, seq: call.seq })];
    });
};

type Handed = { readonly handed: Json; readonly to: string; readonly by: string; readonly seq: number };

const judged = (commit: Commitment, step: string, read: Handed): Occasion =>
  commit.values.length === 0 || commit.values.some((value) => sameJson(value, read.handed))
    ? kept('same-value')
    : broken(
        'same-value',
        `${step} was committed as ${brief(commit.values[0])}, and ${read.by} gave ${read.to} ${brief(read.handed)}`,
        proof({ committed: commit.seq, illegal: read.seq }),
      );
