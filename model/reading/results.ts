import { z } from 'zod';
import { isOf, type Json, jsonSchema } from '../vocabulary.ts';
import { type Call, gaveResult } from './calls.ts';
import { callsFor, type Reading } from './reading.ts';
import { isForeignConflict } from './refusals.ts';

/** A result of a step, as the world said it. */
type Result = { readonly seq: number; readonly value: Json };

/**
 * Every time that the world said what came of a step of a run: with its answer; or, where that said only that it was taken, when it called
 * back; with "exists already", where that is the doing of the step itself; and when it was asked.
 */
export const resultsOf = (reading: Reading, run: string, step: string): readonly Result[] =>
  [
    ...callsFor(reading.calls, run, step).flatMap((call) => [...answersOf(reading, call), ...toldOf(call)]),
    ...wordsOf(reading, run, step),
  ].sort((one, other) => one.seq - other.seq);

/** The status of HTTP that says: accepted, and not done yet. */
const TAKEN = 202;

const answersOf = (reading: Reading, call: Call): readonly Result[] => {
  const { answered } = call;
  if (answered === undefined) return [];
  const { seq, event } = answered;
  if (event.status === 409 && !isForeignConflict(reading, call))
    return [{ seq, value: existingSchema.safeParse(event.value).data?.exists.receipt ?? null }];
  return gaveResult(call) && event.status !== TAKEN ? [{ seq, value: event.value }] : [];
};
const existingSchema = z.object({ exists: z.object({ receipt: jsonSchema }) });

const toldOf = ({ told }: Call): readonly Result[] => told.map(({ seq, event: { value } }) => ({ seq, value }));

/** What an owner that was asked had found applied, once its word had left. */
const wordsOf = ({ history: { observations } }: Reading, run: string, step: string): readonly Result[] =>
  observations
    .filter((seen) => isOf(seen, 'effect.looked-up'))
    .filter(({ event }) => event.run === run && event.step === step && event.found === 'applied')
    .flatMap(({ event: { call, value } }) => {
      const left = observations.find((seen) => isOf(seen, 'effect.told') && seen.event.call === call);
      return left === undefined ? [] : [{ seq: left.seq, value }];
    });
