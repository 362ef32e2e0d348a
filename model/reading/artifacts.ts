import { isOf, type Json, type ObservationOf } from '../vocabulary.ts';
import type { Call } from './calls.ts';
import { callsFor, type Reading } from './reading.ts';
import { type Sight, sameShown } from './sights.ts';

/** A version that the artifact store holds whole, with the call that brought it. */
export type Upload = { readonly stored: ObservationOf<'artifact.stored'>; readonly call: Call };

/** The uploads for one step of a run that the store made durable, in their order. */
export const uploadsFor = (reading: Reading, run: string, step: string): readonly Upload[] =>
  callsFor(reading.calls, run, step).flatMap((call) => {
    const stored = reading.history.observations
      .filter((seen) => isOf(seen, 'artifact.stored'))
      .find((seen) => seen.event.call === call.number);
    return stored === undefined ? [] : [{ stored, call }];
  });

/** What a committed result of an output says: which version of which name, and how it must look. */
export type Reference = {
  readonly name: string;
  readonly version: string;
  readonly digest: Json | undefined;
  readonly bytes: Json | undefined;
};

/** The reference in a value, where it is one: results of other steps are none. */
export const referenceIn = (value: Json | undefined): Reference | undefined => {
  if (value === undefined || value === null || typeof value !== 'object' || !('name' in value)) return undefined;
  const { name, version, digest, bytes } = value;
  return typeof name === 'string' && typeof version === 'string' ? { name, version, digest, bytes } : undefined;
};

/** Whether a reference names that upload. */
export const names = (reference: Reference | undefined, { stored }: Upload): boolean =>
  reference !== undefined && reference.name === stored.event.name && reference.version === stored.event.version;

/** Whether what is referenced is what the store holds, byte for byte as far as the reference says. */
export const isWhole = ({ digest, bytes }: Reference, { stored }: Upload): boolean =>
  (digest === undefined || sameShown(digest, stored.event.digest)) &&
  (bytes === undefined || sameShown(bytes, stored.event.bytes));

/** The reference that a reading shows as committed for a step. */
export const committedReference = (sight: Sight, step: string): Reference | undefined =>
  referenceIn(sight.view.steps[step]?.commits.at(-1)?.value);
