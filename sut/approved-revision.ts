import { createHash } from 'node:crypto';
import type { Json } from '../model/vocabulary.ts';

/**
 * The revision that an approval is asked for: a digest of the committed values that its reviewer is shown. Every attempt recalls
 * the same values in the same order, so every attempt asks for the same revision.
 */
export const revisionOf = (shown: Readonly<Record<string, Json>>): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16);
