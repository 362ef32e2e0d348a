import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Comparison, comparisonSchema } from '../model/vocabulary.ts';

/** Where the verdicts of real runs on third-party runtimes are kept: the page docs/runtimes.md is made of it. */
export const recordFile = 'docs/runtimes.json';

/** The recorded comparison, or nothing where none was recorded yet. */
export const readRecord = (root: string): Comparison | undefined => {
  const file = join(root, recordFile);
  return existsSync(file) ? comparisonSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
};
