import {
  type Explored,
  explore,
  type Lifts,
  liftAll,
  nameOf,
  redundant,
  type Standing,
  scopes,
  standingOf,
  storyOf,
  UsageError,
  unmet,
  type Violation,
} from '../scenarios/index.ts';
import { exitCodes } from './exit.ts';

/** What `explore` is told. */
export type ExploreOptions = {
  readonly scope: readonly string[];
  readonly lifts: boolean;
  readonly json: boolean;
};

/** Everything that was found. What all scopes together have to meet is judged only where all of them were explored. */
type Exploration = {
  readonly explored: readonly Explored[];
  readonly standing: Standing | undefined;
  readonly lifts: Lifts | undefined;
};

/** Explores the specification and says what was found. Returns the exit code: 1 where a law breaks or the scopes miss something. */
export const exploreSpecification = (options: ExploreOptions): number => {
  const chosen = options.scope.length === 0 ? scopes : options.scope.map(scopeOf);
  const print = (line: string): void => void process.stdout.write(options.json ? '' : `${line}\n`);
  const explored = chosen.map((scope) => {
    const one = explore(scope);
    print(lineOf(one));
    for (const violation of one.violations) print(storyIn(violation));
    return one;
  });
  const isAll = chosen.length === scopes.length;
  const exploration: Exploration = {
    explored,
    standing: isAll
      ? standingOf(
          explored.map(({ met }) => met),
          { unmet, redundant },
        )
      : undefined,
    lifts: options.lifts ? liftAll(explored, isAll ? redundant : undefined) : undefined,
  };
  if (options.json) process.stdout.write(`${JSON.stringify(recordOf(exploration), null, 2)}\n`);
  else for (const line of [...standingLines(exploration), ...liftLines(exploration)]) print(line);
  return isFine(exploration) ? exitCodes.ok : exitCodes.failed;
};

const scopeOf = (id: string) => {
  const found = scopes.find((scope) => scope.id === id);
  if (found === undefined)
    throw new UsageError(`there is no scope '${id}'; there are ${scopes.map((scope) => scope.id).join(', ')}`);
  return found;
};

const isFine = ({ explored, standing, lifts }: Exploration): boolean =>
  explored.every(({ violations, isComplete }) => violations.length === 0 && isComplete) &&
  (standing === undefined || standing.missing.length + standing.stale.length === 0) &&
  (lifts === undefined || lifts.problems.length === 0);

const lineOf = ({ scope, states, edges, depth, cut, isComplete }: Explored): string => {
  const numbers = `${grouped(states)} states, ${grouped(edges)} edges, depth ${depth}`;
  const left = cut === 0 ? '' : `, ${grouped(cut)} cut`;
  return `${scope.id.padEnd(18)} ${numbers}${left}${isComplete ? '' : ', NOT COMPLETE'}   ${scope.about}`;
};

const storyIn = ({ law, requirement, path }: Violation): string =>
  [`  BROKEN: ${law} (${requirement})`, ...storyOf(path).map((sentence, nth) => `    ${nth + 1}. ${sentence}`)].join(
    '\n',
  );

const standingLines = ({ standing }: Exploration): readonly string[] => {
  if (standing === undefined)
    return ['(Refusals, states and commands to meet are counted when all scopes are explored.)'];
  const { met, all, missing, stale } = standing;
  return [
    `\n${met} of ${all} refusals, states and commands met; ${unmet.length + redundant.length} are reviewed`,
    ...missing.map(({ of, name }) => `  MISSED: ${name} (${of}): no scope meets it. Extend a scope, or review it`),
    ...stale.map(
      ({ of, name }) => `  OLD: ${name} (${of}) is reviewed as unmet, but is met or gone: take it off the list`,
    ),
  ];
};

const liftLines = ({ lifts }: Exploration): readonly string[] => {
  if (lifts === undefined) return [];
  const shown = lifts.lifted.flatMap((one) => {
    if (one.status === 'broke') return [`  without ${nameOf(one)} (${one.scope}): ${one.message}`];
    if (one.status !== 'found') return [];
    const { law, path } = one.violation;
    return [`  without ${nameOf(one)} (${one.scope}): not "${law}" after ${path.length}: ${storyOf(path).join('; ')}`];
  });
  return [
    `\n${shown.length} of ${lifts.lifted.length} refusals show when they are lifted:`,
    ...shown,
    ...lifts.problems.map((problem) => `  PROBLEM: ${problem}`),
  ];
};

/** The same as data: sets as lists, paths as sentences. */
const recordOf = ({ explored, standing, lifts }: Exploration) => ({
  scopes: explored.map(({ scope, met, violations, ...numbers }) => ({
    id: scope.id,
    about: scope.about,
    ...numbers,
    violations: violations.map((one) => ({ ...one, story: storyOf(one.path) })),
  })),
  obligations: standing ?? null,
  lifts: lifts && {
    problems: lifts.problems,
    lifted: lifts.lifted.map((one) =>
      one.status === 'found' ? { ...one, violation: { ...one.violation, story: storyOf(one.violation.path) } } : one,
    ),
  },
});

const grouped = (count: number): string => count.toLocaleString('en-GB');
