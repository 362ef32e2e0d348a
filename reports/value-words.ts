import { type Json, referenceIn } from '../model/vocabulary.ts';

/** A value short enough for a line: as JSON, cut in the middle, a digest by its size, a reference to an artifact by name and version. */
export const shortValue = (value: Json, limit = 40): string => {
  const digest = digestOf(value);
  if (digest !== undefined) return `(${digest.bytes} bytes, ${digest.start})`;
  const reference = referenceIn(value);
  if (reference !== undefined) return shortened(`${reference.name} ${reference.version}`, limit);
  return shortened(JSON.stringify(textIn(value) ?? value), limit);
};

/** What a model said stands among the numbers of what it took: a line has room for what it said. */
const textIn = (value: Json): Json | undefined =>
  value !== null && typeof value === 'object' && 'text' in value && 'tokens' in value ? value.text : undefined;

/** Text of at most `limit` characters: what is cut out is counted. */
export const shortened = (text: string, limit: number): string => {
  const points = [...text];
  if (points.length <= limit) return text;
  const note = `…(${points.length})…`;
  const kept = Math.max(4, limit - note.length);
  return points.slice(0, Math.ceil(kept / 2)).join('') + note + points.slice(-Math.floor(kept / 2)).join('');
};

/** `1 step`, `2 steps`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A time as a reader wants it: milliseconds below one second, then seconds, then minutes. */
export const duration = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
};

const digestOf = (value: Json): { readonly start: string; readonly bytes: number } | undefined => {
  if (value === null || typeof value !== 'object' || !('$digest' in value)) return undefined;
  return { start: String(value.$digest).slice(0, 8), bytes: Number(value.$bytes) };
};
