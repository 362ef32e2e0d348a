import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../model/vocabulary.ts';
import {
  consoleReport,
  type Explorer,
  type GitHubReport,
  githubReport,
  htmlReport,
  jsonReport,
  junitReport,
  markdownReport,
} from '../reports/index.ts';
import type { Evidence } from './evidence.ts';
import { packageRoot } from './places.ts';

/** The ways to show a report. All but the console write a file. */
export const reporterNames = ['console', 'json', 'junit', 'html', 'markdown', 'github'] as const;
export type ReporterName = (typeof reporterNames)[number];

/** Those that are written where none is asked for. */
export const usualReporters: readonly ReporterName[] = ['console', 'json', 'junit', 'html'];

type Place = Evidence & {
  readonly folder: string;
  /** The folder as the user typed it: replay commands start from it. */
  readonly shown: string;
  readonly reporters: readonly ReporterName[];
};

/** Writes a report in every way that was asked for. One that fails keeps none of the others from being written. */
export const writeReports = async (report: Report, place: Place): Promise<void> => {
  const failures: unknown[] = [];
  for (const name of place.reporters) await write(name, report, place).catch((error: unknown) => failures.push(error));
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${place.reporters.length} reports could not be written`);
};

const write = async (
  name: ReporterName,
  report: Report,
  { folder, shown, histories, companions }: Place,
): Promise<void> => {
  const save = (file: string, text: string): Promise<void> => writeFile(join(folder, file), text, { mode: 0o600 });
  const options = { folder: shown, histories };
  switch (name) {
    case 'console':
      process.stdout.write(
        `${consoleReport(report, { ...options, colour: hasColour(), width: process.stdout.columns ?? 80 })}\n`,
      );
      return;
    case 'json':
      return save('report.json', jsonReport(report));
    case 'junit':
      return save('junit.xml', junitReport(report, options));
    case 'html':
      return save('index.html', htmlReport(report, { ...options, companions, hash: policyHash, explorer: explorer() }));
    case 'markdown':
      return save('report.md', markdownReport(report, options));
    case 'github':
      return toGitHub(githubReport(report, options), save);
    default:
      return name satisfies never;
  }
};

/** Where no job's summary is to be written, on a developer's machine, it stands beside the other reports. */
const toGitHub = (
  { annotations, summary }: GitHubReport,
  save: (file: string, text: string) => Promise<void>,
): Promise<void> => {
  process.stdout.write(annotations);
  const page = process.env.GITHUB_STEP_SUMMARY;
  return page === undefined || page === '' ? save('summary.md', summary) : appendFile(page, summary);
};

/** The built explorer. Throws where the package was not built, and says what to do. */
const explorer = (): Explorer => {
  const file = join(packageRoot(), 'dist', 'reports', 'page', 'explorer.js');
  if (!existsSync(file)) throw new Error(`expected the built explorer at ${file}, found none; run \`npm run build\``);
  return { script: readFileSync(file, 'utf8') };
};

/** The hash by which a page's policy admits its own script and style. */
export const policyHash = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Colour is for terminals, and not where NO_COLOR says no. */
export const hasColour = (): boolean => process.stdout.isTTY === true && (process.env.NO_COLOR ?? '') === '';
