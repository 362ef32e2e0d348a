import type { CaseVerdict, Finding, History, Requirement, Violation } from '../vocabulary.ts';
import { obstacleOf } from './obstacle.ts';

/** A history and where it was saved. */
export type Case = { readonly history: History; readonly file: string };

/** One case under one requirement, with what each clause saw. */
export type Judged = {
  readonly history: History;
  readonly verdict: CaseVerdict;
  readonly clauses: Readonly<Record<string, { readonly exercised: number; readonly violated: boolean }>>;
  readonly obstacle: string | undefined;
};

/**
 * Judges one case. An obstacle empties it, with one exception: a run that stands still after an interruption landed kept
 * the later ones from happening, and what was broken until then is broken.
 */
export const judgeCase = (requirement: Requirement, { history, file }: Case, all: readonly Case[]): Judged => {
  const obstacle = obstacleOf(
    history,
    all.map((one) => one.history),
  );
  const findings = obstacle?.isTotal ? [] : findingsOf(requirement, history);
  const violation = findings.flatMap((finding) => finding.violations)[0];
  const counted = obstacle !== undefined && violation === undefined ? [] : findings;
  const exercised = counted.filter((finding) => finding.exercised > 0).map((finding) => finding.clause);
  return {
    history,
    obstacle: violation === undefined ? obstacle?.because : undefined,
    clauses: Object.fromEntries(
      counted.map(({ clause, exercised, violations }) => [clause, { exercised, violated: violations.length > 0 }]),
    ),
    verdict: { plan: history.plan.id, history: file, exercised, ...wordsOf(violation, exercised, obstacle?.because) },
  };
};

const wordsOf = (
  violation: Violation | undefined,
  exercised: readonly string[],
  because: string | undefined,
): Pick<CaseVerdict, 'status' | 'message' | 'evidence'> => {
  if (violation !== undefined) return { status: 'fail', ...violation };
  if (exercised.length > 0) return { status: 'pass', message: 'held', evidence: [] };
  return { status: 'inconclusive', message: because ?? 'not exercised', evidence: [] };
};

const findingsOf = (requirement: Requirement, history: History): readonly Finding[] => {
  const findings = requirement.check(history);
  for (const finding of findings) assertSound(requirement, finding, history);
  return findings;
};

/** A check that breaks its own contract is a bug of ours, and must never become a verdict on somebody else. */
const assertSound = (requirement: Requirement, finding: Finding, history: History): void => {
  const where = `the check of ${requirement.id} on plan ${history.plan.id}`;
  if (finding.exercised === 0 && finding.violations.length > 0)
    throw new Error(
      `Expected ${where} to report violations only where it was exercised; clause ${finding.clause} has ${finding.violations.length} without an occasion. Fix the check.`,
    );
  if (!requirement.clauses.some((clause) => clause.id === finding.clause))
    throw new Error(
      `Expected ${where} to report on its own clauses; found "${finding.clause}". Name the clause in the requirement.`,
    );
};
