import { type Reading, read } from '../reading.ts';
import {
  type Clause,
  type Evidence,
  type EvidenceRole,
  evidenceRoles,
  type Finding,
  type Requirement,
  type Violation,
} from '../vocabulary.ts';

/**
 * One moment at which a clause could have been broken, and how it was, if it was. Since each violation belongs to an occasion,
 * a check that was not exercised has none to report.
 */
export type Occasion = { readonly clause: string; readonly violation?: Violation };

type Stated = Omit<Requirement, 'check'> & { readonly occasions: (reading: Reading) => readonly Occasion[] };

/** A requirement whose check counts occasions. */
export const requirement = ({ occasions, ...stated }: Stated): Requirement => ({
  ...stated,
  check: (history) => findingsOf(stated.clauses, occasions(read(history))),
});

const findingsOf = (clauses: readonly Clause[], occasions: readonly Occasion[]): readonly Finding[] =>
  clauses.map((clause) => {
    const own = occasions.filter((occasion) => occasion.clause === clause.id);
    return {
      clause: clause.id,
      exercised: own.length,
      violations: own.flatMap((occasion) => (occasion.violation === undefined ? [] : [occasion.violation])),
    };
  });

/** An occasion on which the clause was kept. */
export const kept = (clause: string): Occasion => ({ clause });

/** An occasion on which it was broken. */
export const broken = (clause: string, message: string, evidence: readonly Evidence[]): Occasion => ({
  clause,
  violation: { message, evidence },
});

/** Evidence in the order of the history; what was not seen is left out. */
export const proof = (parts: Partial<Record<EvidenceRole, number | undefined>>): readonly Evidence[] =>
  Object.entries(parts)
    .flatMap(([role, seq]): Evidence[] =>
      isRole(role) && seq !== undefined && Number.isFinite(seq) ? [{ seq, role }] : [],
    )
    .sort((one, other) => one.seq - other.seq);

const isRole = (name: string): name is EvidenceRole => evidenceRoles.some((role) => role === name);

/** A value as a message shows it: short, whatever it is. */
export const brief = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
};
