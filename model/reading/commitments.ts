import { dependenciesOf, type Json, sameJson } from '../vocabulary.ts';
import { type Call, gaveResult } from './calls.ts';
import { promiseOf } from './promise.ts';
import { callsFor, type Reading } from './reading.ts';
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
    values: handed === undefined ? answersBefore(callsFor(reading.calls, run, step), call.seq) : [handed],
  };
};

const shown = (reading: Reading, run: string, step: string): Commitment | undefined => {
  const sight = reading.sights.find(
    (one) => one.run === run && isSteady(one) && (one.view.steps[step]?.commits.length ?? 0) > 0,
  );
  if (sight === undefined) return undefined;
  const answers = answersBefore(callsFor(reading.calls, run, step), sight.seq);
  const committed = (sight.view.steps[step]?.commits ?? []).map((commit) => commit.value);
  const known = answers.filter((answer) => committed.some((value) => sameJson(value, answer)));
  return { seq: sight.seq, values: known.length > 0 ? known : answers };
};

/**
 * What the world had answered to these calls by then, or, where it had only taken them, what it said of them later. A runtime may show a
 * value in a form of its own; the world's form is comparable.
 */
const answersBefore = (calls: readonly Call[], seq: number): readonly Json[] =>
  calls
    .filter(gaveResult)
    .flatMap(({ answered, told }): readonly Given[] => (answered?.event.status === TAKEN ? told : [answered ?? []].flat()))
    .flatMap((given) => (given.seq < seq ? [given.event.value] : []));
type Given = { readonly seq: number; readonly event: { readonly value: Json } };

/** The status of HTTP that says: accepted, and not done yet. */
const TAKEN = 202;
