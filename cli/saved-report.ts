import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Report, reportSchema } from '../model/vocabulary.ts';
import { messageOf, UsageError } from '../scenarios/index.ts';

/** The report that a run left in its folder. Throws `UsageError` where there is none, or it does not fit. */
export const reportIn = (folder: string): Report => {
  const file = join(folder, 'report.json');
  try {
    return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new UsageError(`expected the report of a run at ${file}: ${messageOf(error)}`, { cause: error });
  }
};
