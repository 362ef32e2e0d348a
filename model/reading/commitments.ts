import { dependenciesOf, type Json, sameJson } from '../vocabulary.ts';
import type { Call } from './calls.ts';
import { promiseOf } from './promise.ts';
import type { Reading } from './reading.ts';
import { resultsOf } from './results.ts';
import { isSteady } from './sights.ts';

/** The first proof that a step's result is committed, and the values that it leaves possible. */
export type Commitment = { readonly seq: number; readonly values: readonly Json[] };

/** From when on a step counts as committed: by what the world saw, or by what the runtime showed while it could not move. */
export const commitmentOf = (reading: Reading, run: string, step: string): Commitment | undefined => {
  const found = [builtOn(reading, run, step), shown(reading, run, step)];
  return found.filter((one) => one !== undefined).sort((one, other) => one.seq - other.seq)[0];
};

/**
 * A call that depends on the step, from a worker with the right to work. An effect or an approval request proves a commit, since something
 * outside rests on it; another call does so only where the documentation promises durability before the next step. A runtime that says it
 * writes behind may lose the step together with either: there only its store shows what is committed.
 */
const builtOn = (reading: Reading, run: string, step: string): Commitment | undefined => {
  const claim = promiseOf(reading.history.subject, 'commit.output-durable-before-progress');
  const proves = ({ op }: Call): boolean =>
    claim === 'promised' || (claim === 'silent' && (op === 'effect' || op === 'approval'));
  const call = reading.honest.find(
    (one) => one.run === run && proves(one) && dependenciesOf(reading.program, one.step).has(step),
  );
  if (call === undefined) return undefined;
  const handed = call.inputs[step];
  return {
    seq: call.seq,
    values: handed === undefined ? givenBefore(reading, { run, step }, call.seq) : [handed],
  };
};

const shown = (reading: Reading, run: string, step: string): Commitment | undefined => {
  const sight = reading.sights.find(
    (one) => one.run === run && isSteady(one) && (one.view.steps[step]?.commits.length ?? 0) > 0,
  );
  if (sight === undefined) return undefined;
  const answers = givenBefore(reading, { run, step }, sight.seq);
  const committed = (sight.view.steps[step]?.commits ?? []).map((commit) => commit.value);
  const known = answers.filter((answer) => committed.some((value) => sameJson(value, answer)));
  return { seq: sight.seq, values: known.length > 0 ? known : answers };
};

/** What the world had said by then. A runtime may show a value in a form of its own; the world's form is comparable. */
const givenBefore = (reading: Reading, { run, step }: Of, seq: number): readonly Json[] =>
  resultsOf(reading, run, step).flatMap((given) => (given.seq < seq ? [given.value] : []));
type Of = { readonly run: string; readonly step: string };
