import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { judge, requirements } from '../model/index.ts';
import type { Report } from '../model/vocabulary.ts';
import { counted, plain } from '../reports/index.ts';
import {
  type Change,
  filesIn,
  type Rechecked,
  readCounterexample,
  recheck,
  UsageError,
  unsoundness,
} from '../scenarios/index.ts';
import { withBaseline } from './baseline/apply.ts';
import { readBaseline } from './baseline/file.ts';
import { withOpened } from './bundle/opening.ts';
import { exitCodes, exitOf } from './exit.ts';
import { reportIn } from './saved-report.ts';

/** The options of `killpoint recheck`, as they were parsed. */
export type RecheckOptions = { readonly baseline?: string; readonly failOn: readonly string[] };

/** Judges what a run left again: in its folder, or in a bundle, each part of which is held against its digest first. */
export const recheckPlace = async (place: string, options: RecheckOptions): Promise<number> => {
  if (!existsSync(place) || statSync(place).isDirectory()) return recheckFolder(place, options);
  return withOpened(place, async (folder, { parts, specification }) => {
    const { hash } = reportIn(folder).specification;
    if (hash !== specification.hash)
      throw new UsageError(`${place} says that it was judged by another specification than its report says`);
    say(`${counted(parts.length, 'part')} of ${place}, each with the SHA-256 that it had`);
    return recheckFolder(folder, options);
  });
};

/**
 * Judges the saved histories of a run by this version's specification and says which verdicts are others than the report's. The exit code is
 * what a run with these verdicts would have; 2 also where histories are missing, so that not all was judged again.
 */
const recheckFolder = async (folder: string, { baseline, failOn }: RecheckOptions): Promise<number> => {
  const known =
    baseline === undefined ? undefined : { file: baseline, baseline: readBaseline(baseline), isToUpdate: false };
  const before = reportIn(folder);
  const rechecked = await recheck(resolve(folder), before);
  const { report, digests } = rechecked;
  const judged = withBaseline(report, known);
  const unsound = unsoundness(digests);
  const unshown = await unshownBy(folder);
  const exit = withMissing(
    exitOf(judged, { byName: [], level: undefined, failOn, unsound, isRerun: false, isPart: false }),
    rechecked,
    unshown,
  );
  for (const line of [...linesOf(rechecked, before), ...unshown]) say(line);
  say(`exit ${exit.code}: ${exit.because}`);
  return exit.code;
};

const say = (text: string): void => void process.stdout.write(`${plain(text)}\n`);

/** The counterexamples of a folder whose own history does not show their failure any more, each with a sentence. */
const unshownBy = async (folder: string): Promise<readonly string[]> => {
  const lines: string[] = [];
  for (const file of await filesIn(folder, 'counterexamples')) {
    const { requirement, history, subject } = await readCounterexample(join(folder, file));
    const asked = requirements.filter(({ id }) => id === requirement);
    const shows = judge([{ history, file: '' }], subject, asked).some(({ cases: [one] }) => one?.status === 'fail');
    if (!shows) lines.push(`${file}: its history does not fail ${requirement}`);
  }
  return lines;
};

const withMissing = (exit: Report['exit'], { missing }: Rechecked, unshown: readonly string[]): Report['exit'] => {
  if (exit.code !== exitCodes.ok) return exit;
  if (missing.length > 0) return open(`${missing.length} histories of the report are not there any more`);
  return unshown.length > 0 ? open(`${counted(unshown.length, 'counterexample')} shows no failure`) : exit;
};

const open = (because: string): Report['exit'] => ({ code: exitCodes.inconclusive, because });

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
