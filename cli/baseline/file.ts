import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { type Baseline, baselineSchema } from '../../model/vocabulary.ts';
import { UsageError } from '../../scenarios/index.ts';

/** The baseline in a file. Throws `UsageError` that names the file and each place where it does not fit. */
export const readBaseline = (file: string): Baseline => {
  if (!existsSync(file))
    throw new UsageError(`there is no baseline at ${file}; --update-baseline writes one from what the run finds`);
  const parsed = baselineSchema.safeParse(jsonOf(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new UsageError(`${file} is no baseline of killpoint:\n${z.prettifyError(parsed.error)}`);
};

/** The same, and an empty one where there is no file yet. */
export const readOrNew = (file: string): Baseline =>
  existsSync(file) ? readBaseline(file) : { schema: 'killpoint.baseline/1', failing: [], flaky: [], unsupported: [] };

/** Writes a baseline: it is its owners' file, kept with their code, and readable as such. */
export const writeBaseline = (file: string, baseline: Baseline): void =>
  writeFileSync(file, `${JSON.stringify(baseline, null, 2)}\n`);

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
