import type { z } from 'zod';

/** Where a value departs from a schema, also by members that the schema does not know and that a reader therefore ignores. One line each. */
export const departures = (schema: z.ZodType, value: unknown): readonly string[] => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return issuesOf(parsed.error);
  return unknownMembers(value, parsed.data, []).map((path) => `${path}: the protocol has no such member`);
};

/** The issues of a value that does not fit, one line each. */
export const issuesOf = (error: z.ZodError): readonly string[] =>
  error.issues.map(({ path, message }) => `${path.join('.') || 'the whole'}: ${message}`);

/** What parsing dropped: the parsed value has every member that its schema knows. */
const unknownMembers = (raw: unknown, parsed: unknown, path: readonly string[]): readonly string[] => {
  if (!isObject(raw) || !isObject(parsed)) return [];
  return Object.keys(raw).flatMap((name) =>
    name in parsed ? unknownMembers(raw[name], parsed[name], [...path, name]) : [[...path, name].join('.')],
  );
};

/** Arrays are objects too, by their positions. */
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
