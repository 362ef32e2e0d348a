import { requirements as all } from './requirements/index.ts';
import { type Level, profiles, type Report, type Requirement, type Tally, type Verdict } from './vocabulary.ts';

/** The levels of which this revision states every requirement: all. A level that is stated in part is never reached. */
export const specifiedLevels: readonly Level[] = [1, 2, 3, 4];

/** How many verdicts of each status there are. */
export const tally = (verdicts: readonly Pick<Verdict, 'status'>[]): Tally => {
  const count = (status: Verdict['status']): number => verdicts.filter((verdict) => verdict.status === status).length;
  return {
    pass: count('pass'),
    fail: count('fail'),
    inconclusive: count('inconclusive'),
    unsupported: count('unsupported'),
  };
};

/** The verdicts counted, together and by profile, and the highest level that they reach. */
export const summarise = (
  verdicts: readonly Verdict[],
  requirements: readonly Requirement[] = all,
): Report['summary'] => {
  const level = levelOf(verdicts);
  const byProfile = profiles.map((profile) => {
    const ids = new Set(requirements.filter((one) => one.profile === profile).map((one) => one.id));
    return [profile, tally(verdicts.filter((verdict) => ids.has(verdict.requirement)))] as const;
  });
  const present = byProfile.filter(([, counts]) => Object.values(counts).some((count) => count > 0));
  return { ...tally(verdicts), ...(level === undefined ? {} : { level }), profiles: Object.fromEntries(present) };
};

/**
 * A level is reached when each of its requirements that are neither optional nor the application's passed or is not offered, and so below
 * it. In level 1 none may be missing, and of no level more than half. A requirement that nobody asked for is not known to hold.
 */
const levelOf = (verdicts: readonly Verdict[]): Level | undefined => {
  const isReached = (level: Level): boolean => {
    const verdictOn = (id: string) => verdicts.find((verdict) => verdict.requirement === id);
    const counts = (one: Requirement): boolean =>
      one.isOptional === undefined && (verdictOn(one.id)?.duty ?? one.duty) !== 'application';
    const own = all.filter((one) => one.level === level && counts(one));
    const found = own.map((one) => verdictOn(one.id)?.status);
    const absent = found.filter((status) => status === 'unsupported').length;
    const isWhole = level === 1 ? absent === 0 : absent * 2 <= own.length;
    return isWhole && found.every((status) => status === 'pass' || status === 'unsupported');
  };
  const reached = specifiedLevels.filter(
    (level, at) => specifiedLevels.slice(0, at + 1).every(isReached) && isReached(level),
  );
  return reached.at(-1);
};
