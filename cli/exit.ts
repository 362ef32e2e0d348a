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
};

type Exit = Report['exit'];

/** The exit code of a finished run, and the reason in one sentence. A failure goes before everything else. */
export const exitOf = (report: Report, asked: Asked): Exit =>
  failed(report, asked) ??
  unlanded(report, asked) ??
  unexercised(report, asked) ??
  unsupported(report, asked) ?? {
    code: exitCodes.ok,
    because: `no requirement failed, and ${report.interruptions.landed} of ${report.interruptions.planned} interruptions landed`,
  };

const failed = ({ results }: Report, { failOn }: Asked): Exit | undefined => {
  const failing = results.filter(({ status }) => status === 'fail');
  if (failing.length === 0 || !failOn.includes('fail')) return undefined;
  return {
    code: exitCodes.failed,
    because: `${failing.length === 1 ? 'a requirement' : `${failing.length} requirements`} failed`,
  };
};

const unlanded = ({ interruptions }: Report, { unsound }: Asked): Exit | undefined => {
  const [first] = unsound;
  if (first !== undefined) return inconclusive(first.message);
  const { planned, landed } = interruptions;
  return planned === landed ? undefined : inconclusive(`${planned - landed} of ${planned} interruptions did not land`);
};

const unexercised = ({ results, target }: Report, { byName, failOn }: Asked): Exit | undefined => {
  const open = results.filter(
    ({ status, requirement }) =>
      status === 'inconclusive' && (byName.includes(requirement) || failOn.includes('inconclusive')),
  );
  const [first] = open;
  if (first !== undefined) return inconclusive(`${first.requirement} was asked for and not decided: ${first.message}`);
  if (results.some(({ status }) => status === 'pass')) return undefined;
  return inconclusive(
    `nothing at all passed, so nothing was shown about ${target.name}. Its adapter has to declare in 'can' what it offers: at least one of model, tool, effect, approval; 'killpoint smoke' says what is missing`,
  );
};

const unsupported = ({ results }: Report, { level, failOn }: Asked): Exit | undefined => {
  const missing = results.find(
    (result) =>
      result.status === 'unsupported' &&
      (failOn.includes('unsupported') || (level !== undefined && result.level <= level)),
  );
  return missing === undefined
    ? undefined
    : inconclusive(
        `${missing.requirement} is not supported by this target, and ${level === undefined ? 'nothing unsupported was to pass' : `level ${level} was asked for`}`,
      );
};

const inconclusive = (because: string): Exit => ({ code: exitCodes.inconclusive, because });
