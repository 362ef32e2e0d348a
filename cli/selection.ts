import { resolve } from 'node:path';
import { requirements as specified } from '../model/index.ts';
import { type Level, type Plan, profiles, type Requirement } from '../model/vocabulary.ts';
import { lastFailed, quick, scenarios, UsageError } from '../scenarios/index.ts';
import { matches } from './globs.ts';
import { reportIn } from './saved-report.ts';

/** The options that choose what is run. */
export type Selecting = {
  readonly requirement: readonly string[];
  readonly skip: readonly string[];
  readonly profile?: string;
  readonly level?: Level;
  readonly program: readonly string[];
  readonly interruptions: 'quick' | 'all' | 'pairs' | { readonly draws: number };
  readonly lastFailed: boolean;
};

/** What is run: requirements, programs, and, where it is not all that these come to, the plans. */
export type Selected = {
  readonly requirements: readonly Requirement[];
  readonly scenarios: typeof scenarios;
  readonly only?: readonly Plan[];
};

/** What the options leave. Throws `UsageError` when that is nothing, or a name fits none. */
export const selectedBy = (options: Selecting): Selected => {
  const requirements = selectRequirements(options);
  const named = scenarios.filter(
    ({ program: { id } }) => options.program.length === 0 || options.program.some((glob) => matches(glob, id)),
  );
  if (named.length === 0)
    throw new UsageError(`no program matches ${options.program.join(', ')}; 'killpoint list programs' shows them`);
  // A program that was asked for by name is run, whichever is the smallest.
  const isOfEach = options.interruptions === 'all';
  return {
    requirements,
    scenarios: options.program.length === 0 && !isOfEach ? quick(named, requirements) : named,
  };
};

/** Of what was selected, what failed in the report that the last run of this target left in a folder. Throws `UsageError` as above. */
export const failedBefore = async (
  { requirements }: Selected,
  {
    folder,
    address,
    program,
  }: { readonly folder: string; readonly address: string; readonly program: readonly string[] },
): Promise<Selected> => {
  const report = reportIn(folder);
  if (report.target.address !== address)
    throw new UsageError(
      `the report in ${folder} is about '${report.target.address}', not '${address}'; run that, or replay its counterexamples with --against`,
    );
  const last = await lastFailed(resolve(folder), report);
  const isAsked = (id: string): boolean => program.length === 0 || program.some((glob) => matches(glob, id));
  const only = last.plans.filter((plan) => isAsked(plan.program.id));
  const asked = requirements.filter(({ id }) => last.requirements.includes(id));
  if (only.length === 0 || asked.length === 0)
    throw new UsageError('nothing that failed in the last run is left by the other options');
  return {
    requirements: asked,
    scenarios: last.scenarios.filter((scenario) => isAsked(scenario.program.id)),
    only,
  };
};

const selectRequirements = (options: Selecting): readonly Requirement[] => {
  for (const glob of [...options.requirement, ...options.skip])
    if (!specified.some(({ id }) => matches(glob, id)))
      throw new UsageError(`no requirement matches '${glob}'; 'killpoint list requirements' shows them`);
  if (options.profile !== undefined && !profiles.some((profile) => profile === options.profile))
    throw new UsageError(`there is no profile '${options.profile}'; there are ${profiles.join(', ')}`);
  const selected = specified.filter(
    ({ id, profile, level }) =>
      (options.requirement.length === 0 || options.requirement.some((glob) => matches(glob, id))) &&
      !options.skip.some((glob) => matches(glob, id)) &&
      (options.profile === undefined || options.profile === profile) &&
      (options.level === undefined || level <= options.level),
  );
  if (selected.length === 0) throw new UsageError('the options leave no requirement to check');
  return selected;
};
