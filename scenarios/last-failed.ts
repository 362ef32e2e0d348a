import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan, Report } from '../model/vocabulary.ts';
import { readHistory } from './archive.ts';
import { UsageError } from './failures.ts';
import type { Scenario } from './programs/scenario.ts';

/** What is run again: the plans that failed, the programs that they interrupt, and the requirements that they failed. */
export type LastFailed = {
  readonly plans: readonly Plan[];
  readonly scenarios: readonly Scenario[];
  readonly requirements: readonly string[];
};

/**
 * What failed in a report, also where it did not fail again at its confirmation. The plans come from the saved histories, so that those of a
 * random run are found too. Throws `UsageError` where nothing failed, or a failing history is not there any more.
 */
export const lastFailed = async (folder: string, report: Report): Promise<LastFailed> => {
  const failing = report.results.flatMap(({ requirement, cases }) =>
    cases.filter(({ status }) => status === 'fail').map(({ history }) => ({ requirement, history })),
  );
  if (failing.length === 0)
    throw new UsageError(`nothing failed in the report in ${folder}: there is nothing to run again`);
  const plans: Plan[] = [];
  for (const file of new Set(failing.map(({ history }) => history))) {
    const place = join(folder, file);
    if (!existsSync(place)) throw new UsageError(`expected the history of a failing case at ${place}; it is not there`);
    plans.push((await readHistory(place)).plan);
  }
  const worked = plans.filter(({ script }) => script === undefined).map(({ program }) => program);
  const programs = [...new Map(worked.map((program) => [program.id, program])).values()];
  return {
    plans,
    scenarios: programs.map((program) => ({ program, coverage: [], exercises: [] })),
    requirements: [...new Set(failing.map(({ requirement }) => requirement))],
  };
};
