import type { Level, Report } from '../model/vocabulary.ts';
import type { Unsound } from '../scenarios/index.ts';

/** The exit codes of killpoint; 130 and 143 are the two signals' own. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  inconclusive: 2,
  usage: 64,
  unavailable: 69,
  bug: 70,
  protocol: 76,
} as const;

/** What was asked for, as far as it decides the exit code. */
export type Asked = {
  /** Requirements asked for by their full ids. */
  readonly byName: readonly string[];
  readonly level: Level | undefined;
  readonly failOn: readonly string[];
  readonly unsound: readonly Unsound[];
  /** Only what failed before was run again: a requirement is not decided by that, its failing plans are. */
  readonly isRerun: boolean;
  /** Only a part of the plans was run: what it did not exercise another part may have. */
  readonly isPart: boolean;
};

type Exit = Report['exit'];
type Result = Report['results'][number];

/** The exit code of a finished run, and the reason in one sentence. A failure goes before everything else. */
export const exitOf = (report: Report, asked: Asked): Exit =>
  failed(report, asked) ??
  stale(report) ??
  unlanded(report, asked) ??
  (asked.isPart ? undefined : (unexercised(report, asked) ?? unsupported(report, asked))) ?? {
    code: exitCodes.ok,
    because: `no requirement failed${knownWords(report)}, and ${report.interruptions.landed} of ${report.interruptions.planned} interruptions landed${asked.isPart ? " in this shard; 'killpoint merge' decides the whole" : ''}`,
  };

/** What a baseline knows is shown, and decides nothing. */
const isKnown = ({ baseline }: Result): boolean => baseline !== undefined;

const knownWords = ({ results }: Report): string => {
  const count = results.filter((result) => result.status === 'fail' && isKnown(result)).length;
  return count === 0 ? '' : `, apart from ${count} that the baseline knows`;
};

const failed = ({ results }: Report, { failOn }: Asked): Exit | undefined => {
  const failing = results.filter((result) => result.status === 'fail' && !isKnown(result));
  if (failing.length === 0 || !failOn.includes('fail')) return undefined;
  return {
    code: exitCodes.failed,
    because: `${failing.length === 1 ? 'a requirement' : `${failing.length} requirements`} failed`,
  };
};

const stale = ({ stale: entries = [] }: Report): Exit | undefined => {
  const [first] = entries;
  if (first === undefined) return undefined;
  const others = entries.length === 1 ? '' : `, and ${entries.length - 1} more entries are stale`;
  return { code: exitCodes.failed, because: `the baseline is stale: ${first}${others}` };
};

const unlanded = ({ interruptions }: Report, { unsound }: Asked): Exit | undefined => {
  const [first] = unsound;
  if (first !== undefined) return inconclusive(first.message);
  const { planned, landed } = interruptions;
  return planned === landed ? undefined : inconclusive(`${planned - landed} of ${planned} interruptions did not land`);
};

const unexercised = ({ results, target }: Report, { byName, failOn, isRerun }: Asked): Exit | undefined => {
  const open = results.filter(
    (result) =>
      result.status === 'inconclusive' &&
      !isKnown(result) &&
      (isRerun ? isUndecided(result) : byName.includes(result.requirement) || failOn.includes('inconclusive')),
  );
  const [first] = open;
  if (first !== undefined) return inconclusive(`${first.requirement} was asked for and not decided: ${first.message}`);
  if (isRerun || results.some((result) => result.status === 'pass' || isKnown(result))) return undefined;
  return inconclusive(
    `nothing at all passed, so nothing was shown about ${target.name}. Its adapter has to declare in 'can' what it offers: at least one of model, tool, effect, approval; 'killpoint smoke' says what is missing`,
  );
};

/** Not one of its plans said anything. */
const isUndecided = ({ cases }: Result): boolean => cases.every(({ status }) => status === 'inconclusive');

const unsupported = ({ results }: Report, { level, failOn }: Asked): Exit | undefined => {
  const missing = results.find(
    (result) =>
      result.status === 'unsupported' &&
      !isKnown(result) &&
      (failOn.includes('unsupported') || (level !== undefined && result.level <= level)),
  );
  return missing === undefined
    ? undefined
    : inconclusive(
        `${missing.requirement} is not supported by this target, and ${level === undefined ? 'nothing unsupported was to pass' : `level ${level} was asked for`}`,
      );
};

const inconclusive = (because: string): Exit => ({ code: exitCodes.inconclusive, because });
