import {
  type Boundary,
  type BoundaryName,
  type History,
  isOf,
  type Plan,
  type Program,
} from '../../model/vocabulary.ts';
import type { Scenario } from '../programs/scenario.ts';
import { planOf } from './make.ts';
import { zombieAt } from './signals.ts';

/** The plan that interrupts nothing and shows the commits of a program's worker: the others are made from what it shows. */
export const dryRunOf = (program: Program): Plan => ({
  ...throughStore(planOf(program, [])),
  id: `${program.id}/undisturbed-store`,
});

/** Those of the scenarios that are interrupted at every call, which are to be interrupted at every commit as well. */
export const dryRunsOf = (scenarios: readonly Scenario[]): readonly Plan[] =>
  scenarios
    .filter(({ coverage }) => coverage.includes('every') || coverage.includes('kills'))
    .map(({ program }) => dryRunOf(program));

/** A zombie costs the most time of all: so many of its moments are tried, as far apart as they can be. */
const STOPS = 3;

/**
 * Death before and after each commit of a run, and the loss of each answer; at some of them the worker is stopped instead, and let go when
 * its successor has brought the run to rest. `dryRun` shows the commits; where there was none, nothing is known of them.
 */
export const interruptCommits = (program: Program, dryRun: History | undefined): readonly Plan[] => {
  const commits = dryRun === undefined ? [] : commitsOf(dryRun);
  const at = (name: BoundaryName, { nth, label }: Committed): Boundary => ({ at: name, nth, label });
  return [
    ...commits.flatMap((commit) => [
      planOf(program, [{ at: at('commit.before', commit), do: 'kill' }]),
      planOf(program, [{ at: at('commit.after', commit), do: 'kill' }]),
      planOf(program, [{ at: at('commit.unacknowledged', commit), do: 'drop' }]),
    ]),
    // Stopped with an open transaction, a worker would hold its locks: what waits for them then is of our making.
    ...someOf(commits.filter(({ label }) => !label.startsWith('begin; '))).map((commit) =>
      planOf(program, zombieAt(at('commit.before', commit))),
    ),
    ...someOf(commits).map((commit) => planOf(program, zombieAt(at('commit.after', commit)))),
  ].map(throughStore);
};

type Committed = { readonly nth: number; readonly label: string };

/** The commits of the only worker of an undisturbed run, in order. */
const commitsOf = ({ observations }: History): readonly Committed[] =>
  observations
    .filter((seen) => isOf(seen, 'store.committed'))
    .map(({ event: { nth, label = '' } }) => ({ nth, label }));

const throughStore = (plan: Plan): Plan => ({ ...plan, needs: [...plan.needs, 'store'], reach: 'store' });

const someOf = <T>(all: readonly T[]): readonly T[] => {
  const step = Math.max(1, (all.length - 1) / (STOPS - 1));
  const places = new Set(Array.from({ length: STOPS }, (_, at) => Math.round(at * step)));
  return all.filter((_, at) => places.has(at));
};
