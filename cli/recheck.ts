import { resolve } from 'node:path';
import type { Report } from '../model/vocabulary.ts';
import { counted, plain } from '../reports/index.ts';
import { type Change, type Rechecked, recheck, unsoundness } from '../scenarios/index.ts';
import { withBaseline } from './baseline/apply.ts';
import { readBaseline } from './baseline/file.ts';
import { exitCodes, exitOf } from './exit.ts';
import { reportIn } from './saved-report.ts';

/** The options of `killpoint recheck`, as they were parsed. */
export type RecheckOptions = { readonly baseline?: string; readonly failOn: readonly string[] };

/**
 * Judges the saved histories of a run by this version's specification and says which verdicts are others than the report's. The exit code is
 * what a run with these verdicts would have; 2 also where histories are missing, so that not all was judged again.
 */
export const recheckFolder = async (folder: string, { baseline, failOn }: RecheckOptions): Promise<number> => {
  const known =
    baseline === undefined ? undefined : { file: baseline, baseline: readBaseline(baseline), isToUpdate: false };
  const before = reportIn(folder);
  const rechecked = await recheck(resolve(folder), before);
  const { report, digests } = rechecked;
  const judged = withBaseline(report, known);
  const unsound = unsoundness(digests);
  const exit = withMissing(
    exitOf(judged, { byName: [], level: undefined, failOn, unsound, isRerun: false }),
    rechecked,
  );
  for (const line of linesOf(rechecked, before)) say(line);
  say(`exit ${exit.code}: ${exit.because}`);
  return exit.code;
};

const say = (text: string): void => void process.stdout.write(`${plain(text)}\n`);

const withMissing = (exit: Report['exit'], { missing }: Rechecked): Report['exit'] =>
  exit.code !== exitCodes.ok || missing.length === 0
    ? exit
    : { code: exitCodes.inconclusive, because: `${missing.length} histories of the report are not there any more` };

const linesOf = ({ report, digests, changes, ...rest }: Rechecked, before: Report): readonly string[] => {
  const others = (ids: readonly string[], words: string): readonly string[] =>
    ids.length === 0 ? [] : [`${ids.length} ${words}: ${ids.join(', ')}`];
  return [
    `${digests.length} histories of ${before.target.address}, judged by specification ${stampOf(report)}`,
    before.specification.hash === report.specification.hash
      ? 'the report was judged by the same'
      : `the report was judged by ${stampOf(before)}, killpoint ${before.killpoint}`,
    ...changes.flatMap(changeLines),
    `${counted(report.results.length, 'verdict')}, ${changes.length === 0 ? 'none' : changes.length} of them another than in the report`,
    ...others(rest.missing, 'histories are not there any more'),
    ...others(rest.retired, 'requirements of the report are not in this specification'),
    ...(rest.unasked === 0
      ? []
      : [`${rest.unasked} requirements of this specification were not asked for in that run`]),
  ];
};

const stampOf = ({ specification: { revision, hash } }: Report): string => `${revision} (${hash.slice(0, 12)})`;

/** So many cases are named for one change. */
const SHOWN = 5;

const changeLines = ({ requirement, before, now, message, cases }: Change): readonly string[] => [
  `${requirement}: ${before} then, ${now} now: ${message}`,
  ...cases.slice(0, SHOWN).map((one) => `  ${one.plan}: ${one.before} then, ${one.now} now`),
  ...(cases.length > SHOWN ? [`  and ${cases.length - SHOWN} more`] : []),
];
