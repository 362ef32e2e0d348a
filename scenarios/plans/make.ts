import {
  allSteps,
  type Boundary,
  type Contract,
  type Deed,
  type Feature,
  type Intervention,
  type Plan,
  type Program,
} from '../../model/vocabulary.ts';
import { nameOf } from './names.ts';

/** What a plan says beside its interventions: what more it needs, what alone it judges, and what it sets. */
export type More = {
  readonly needs?: readonly Feature[];
  readonly judges?: readonly string[];
  readonly settings?: Plan['settings'];
};

/** A plan of these interventions, which needs what its program needs. */
export const planOf = (program: Program, interventions: readonly Intervention[], more: More = {}): Plan => ({
  id: `${program.id}/${nameOf(interventions)}`,
  program,
  interventions,
  needs: [...new Set<Feature>([...featuresOf(program), ...reachedBy(interventions), ...(more.needs ?? [])])],
  ...(more.judges === undefined ? {} : { judges: more.judges }),
  settings: more.settings ?? {},
});

/** What a harness has to be told of to come to these boundaries. */
const reachedBy = (interventions: readonly Intervention[]): readonly Feature[] =>
  interventions.some(({ at }) => at.at.startsWith('commit.')) ? ['commits'] : [];

/** Each of these once: of those with one name the first. */
export const eachOnce = <T extends { readonly id: string }>(all: readonly T[]): readonly T[] => {
  const places = new Map(all.map(({ id }, at) => [id, at] as const).reverse());
  return all.filter(({ id }, at) => places.get(id) === at);
};

/** How large a program is: how many steps it has, the inner ones counted too. */
export const sizeOf = (program: Program): number => allSteps(program).length;

/** One deed at a boundary. */
export const at = (place: Omit<Boundary, 'nth'> & { readonly nth?: number }, deed: Deed): Intervention => ({
  at: { ...place, nth: place.nth ?? 1 },
  do: deed,
});

/** The steps of a program that wait for a decision. */
export const approvalsOf = (program: Program): readonly string[] =>
  program.steps.filter(({ op }) => op === 'approval').map(({ id }) => id);

/** What a runtime has to offer for a program to run on it. */
export const featuresOf = (program: Program): readonly Feature[] => [
  ...allSteps(program).flatMap((step): Feature[] => [
    step.op,
    ...('retry' in step && step.retry !== undefined ? ['retry' as const] : []),
    ...(step.op === 'effect' ? (ownerFeatures[step.contract] ?? []) : []),
    ...('repeats' in step && step.repeats !== undefined ? ['conflict' as const] : []),
    ...('reviewer' in step && step.reviewer !== undefined ? ['reviewer' as const] : []),
    ...('deadlineMs' in step && step.deadlineMs !== undefined ? ['approval-deadline' as const] : []),
  ]),
  ...limitsOf(program),
];

/** What an owner asks of who acts on it, beyond a key. */
const ownerFeatures: Readonly<Partial<Record<Contract, readonly Feature[]>>> = {
  lookup: ['look-up'],
  async: ['callback'],
  guarded: ['authority'],
};

const limitsOf = ({ limits }: Program): readonly Feature[] => [
  ...(limits?.attempts === undefined ? [] : ['attempt-limit' as const]),
  ...(limits?.deadlineMs === undefined ? [] : ['deadline' as const]),
  ...(limits?.executionMs === undefined ? [] : ['execution-time' as const]),
];
