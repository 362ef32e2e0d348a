import { z } from 'zod';

/** Any value that JSON can carry. Values that cross the harness's border are I-JSON (RFC 7493). */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Accepts any JSON value. */
export const jsonSchema: z.ZodType<Json> = z.json();

/**
 * A value too large to stand in a history stands there by its digest: equal digests mean equal values.
 * `$digest` is the SHA-256 of the value's canonical form (RFC 8785), `$bytes` the length of that form.
 */
export type Digest = { readonly $digest: string; readonly $bytes: number };

/** What a call carries in place of a step's result that its worker does not have. */
export const missing: Json = { $missing: true };

/** Whether two values are the same JSON, whatever the order of their members. */
export const sameJson = (a: Json, b: Json): boolean => {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (isArray(a) || isArray(b))
    return isArray(a) && isArray(b) && a.length === b.length && a.every((item, at) => sameJson(item, b[at] ?? null));
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => name in b && sameJson(a[name] ?? null, b[name] ?? null))
  );
};

const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);
