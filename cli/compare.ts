import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Comparison, Report } from '../model/vocabulary.ts';
import { comparisonConsole, comparisonMarkdown, comparisonOf, comparisonPage, plain } from '../reports/index.ts';
import type { RunOptions } from './adapter-run.ts';
import { exitCodes } from './exit.ts';
import { hasColour, policyHash } from './reporters.ts';
import { runTargets } from './run.ts';
import { reportIn } from './saved-report.ts';

/** The ways to show a comparison. All but the console write a file. */
export const comparisonReporters = ['console', 'json', 'markdown', 'html'] as const;
type Reporter = (typeof comparisonReporters)[number];

/** The options of `killpoint compare`, as they were parsed: those of a run, with reporters of its own. */
export type CompareOptions = Omit<RunOptions, 'reporter'> & { readonly reporter: readonly Reporter[] };

/**
 * Runs each target, or takes the report of a folder that an earlier run wrote, and shows all of them side by side. What was run stays in
 * a folder for each target, also when a later one fails. The exit code is the first run's that is not 0, and 0 where nothing was run.
 */
export const compareTargets = async (targets: readonly string[], options: CompareOptions): Promise<number> => {
  const folder = resolve(options.out);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const reports: Report[] = [];
  const codes: number[] = [];
  for (const target of targets) {
    const own = existsSync(join(target, 'report.json')) ? target : undefined;
    const place = own ?? join(options.out, plain(target).replaceAll(/[^\w.-]+/g, '_'));
    if (own === undefined)
      codes.push(await runTargets([target], { ...options, out: place, reporter: ['json', 'junit', 'html'] }));
    if (codes.at(-1) === 130 || codes.at(-1) === 143) break;
    reports.push(reportIn(place));
  }
  const comparison = comparisonOf(reports);
  for (const reporter of options.reporter) await show(comparison, reporter, folder);
  return codes.find((code) => code === exitCodes.failed) ?? codes.find((code) => code !== exitCodes.ok) ?? exitCodes.ok;
};

const show = async (comparison: Comparison, reporter: Reporter, folder: string): Promise<void> => {
  const save = (file: string, text: string): Promise<void> => writeFile(join(folder, file), text, { mode: 0o600 });
  switch (reporter) {
    case 'console':
      process.stdout.write(`${comparisonConsole(comparison, { colour: hasColour() })}\n`);
      return;
    case 'json':
      return save('comparison.json', `${JSON.stringify(comparison, null, 2)}\n`);
    case 'markdown':
      return save('comparison.md', comparisonMarkdown(comparison));
    case 'html':
      return save('comparison.html', comparisonPage(comparison, { hash: policyHash }));
    default:
      return reporter satisfies never;
  }
};
