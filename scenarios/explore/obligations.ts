import type { Kind } from '../../model/kinds.ts';
import { type RefusalReason, refusalReasons } from '../../model/refusal.ts';
import { compiled } from '../../model/step.ts';
import { commandSchema } from '../../model/vocabulary.ts';
import type { Met } from './explore.ts';

/** What has to be met in some scope, so that "no law is broken" says something: its name, in the words of `Met`. */
export type Obligation = { readonly of: keyof Met; readonly name: string };

/** Everything that has to be met: read off the machines and the words, so that nothing new can be forgotten. */
const obligations = (): readonly Obligation[] => [
  ...named(
    'refusals',
    refusalsOf().map(({ kind, reason }) => `${kind} ${reason}`),
  ),
  ...named('reasons', reasonsOfRules()),
  ...named(
    'leaves',
    kinds.flatMap((kind) => compiled[kind].leaves.map((leaf) => `${kind}.${leaf}`)),
  ),
  ...named(
    'deeds',
    commandSchema.options.map(({ shape }) => shape.type.value),
  ),
];

/** What a reviewer said of something that no scope meets. */
export type Reviewed = Obligation & { readonly because: string };

/** How the scopes stand to what they have to meet. */
export type Standing = {
  readonly met: number;
  readonly all: number;
  /** Neither met nor reviewed. */
  readonly missing: readonly Obligation[];
  /** Reviewed as unmet, but met, or not there at all: the review is old. */
  readonly stale: readonly Obligation[];
};

/** Holds what was met in all scopes against what has to be. `redundant` refusals need not be reached, but may. */
export const standingOf = (
  mets: readonly Met[],
  { unmet, redundant }: { readonly unmet: readonly Reviewed[]; readonly redundant: readonly Refusal[] },
): Standing => {
  const excused = [
    ...unmet,
    ...named(
      'refusals',
      redundant.map(({ kind, reason }) => `${kind} ${reason}`),
    ),
  ];
  const all = obligations();
  const isMet = ({ of, name }: Obligation): boolean => mets.some((met) => met[of].has(name));
  const isSame = (one: Obligation) => (other: Obligation) => one.of === other.of && one.name === other.name;
  return {
    met: all.filter(isMet).length,
    all: all.length,
    missing: all.filter((one) => !isMet(one) && !excused.some(isSame(one))),
    stale: unmet.filter((one) => isMet(one) || !all.some(isSame(one))).map(({ of, name }) => ({ of, name })),
  };
};

/** Every refusal that a machine can make, once. */
export const refusalsOf = (): readonly Refusal[] =>
  kinds.flatMap((kind) => {
    const candidates = [...compiled[kind].table.values()].flatMap((row) => [...row.values()].flat());
    return [...new Set(candidates.flatMap(({ refusal }) => refusal ?? []))].map((reason) => ({ kind, reason }));
  });
/** A refusal of one machine. */
export type Refusal = { readonly kind: Kind; readonly reason: RefusalReason };

/** Reasons that no machine gives, but the rules that put them together. */
const reasonsOfRules = (): readonly RefusalReason[] => {
  const byMachines = new Set(refusalsOf().map(({ reason }) => reason));
  return refusalReasons.filter((reason) => !byMachines.has(reason));
};

const kinds = Object.keys(compiled).filter((name): name is Kind => name in compiled);
const named = (of: keyof Met, names: readonly string[]): readonly Obligation[] => names.map((name) => ({ of, name }));
