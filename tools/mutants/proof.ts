import { requirements } from '../../model/index.ts';
import type { Requirement } from '../../model/vocabulary.ts';
import type { Tried } from './record.ts';

/** What a requirement is proven by: the mutants that fail it. Where there can be none yet, what that needs. */
export type Proof = {
  readonly requirement: Requirement;
  readonly by: readonly Tried[];
  readonly needs: string | undefined;
};

/** The proof of every requirement, in the order of the specification. `offered` is what the reference offers. */
export const proofs = (table: readonly Tried[], offered: readonly string[]): readonly Proof[] =>
  requirements.map((requirement) => ({
    requirement,
    by: table.filter(({ fails }) => fails.includes(requirement.id)),
    needs: needsOf(requirement, offered),
  }));

/** What has to come before a requirement can be failed by anything: what the reference lacks, or what every clause waits for. */
const needsOf = ({ needs, clauses }: Requirement, offered: readonly string[]): string | undefined => {
  const lacking = needs.filter((feature) => !offered.includes(feature));
  if (lacking.length > 0) return lacking.join(', ');
  const waits = clauses.map((clause) => clause.needs);
  return waits.every((one) => one !== undefined) ? [...new Set(waits)].join(', ') : undefined;
};

/** Requirements that fail for exactly the same mutants: either one of them says nothing of its own, or nothing shows that it does. */
export const alike = (all: readonly Proof[]): readonly (readonly string[])[] => {
  const groups = new Map<string, string[]>();
  for (const { requirement, by } of all) {
    if (by.length === 0) continue;
    const key = by.map(({ mutant }) => mutant).join();
    groups.set(key, [...(groups.get(key) ?? []), requirement.id]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
};
