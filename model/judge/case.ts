import {
  type CaseVerdict,
  type Finding,
  type History,
  type Image,
  isControl,
  type Requirement,
  type Violation,
} from '../vocabulary.ts';
import { kindOf, type Obstacle, obstacleOf } from './obstacle.ts';
import { type Weight, weightOf } from './weight.ts';

/** A history and where it was saved. */
export type Case = { readonly history: History; readonly file: string };

/** What a case is, whatever it is judged by: worked out once. */
export type Weighed = Case & {
  readonly obstacle: Obstacle | undefined;
  readonly kind: string | undefined;
  readonly weight: Weight;
};

/** One case under one requirement, with what each clause saw. Nothing of its history is kept: there can be ten thousand. */
export type Judged = {
  readonly verdict: CaseVerdict;
  readonly clauses: Readonly<Record<string, { readonly exercised: number; readonly violated: boolean }>>;
  readonly obstacle: string | undefined;
  /** What an undisturbed run has to vouch for; nothing where the case itself is one, or says nothing anyway. */
  readonly restsOn: string | undefined;
  readonly weight: Weight;
};

/** Works out what holds of a case whatever it is judged by. */
export const weighed = (one: Case): Weighed => ({
  ...one,
  obstacle: obstacleOf(one.history),
  kind: isControl(one.history.plan) ? undefined : kindOf(one.history),
  weight: weightOf(one.history),
});

/**
 * Judges one case. An obstacle empties it, with one exception: a run that stands still after an interruption landed kept
 * the later ones from happening, and what was broken until then is broken.
 */
export const judgeCase = (requirement: Requirement, { history, file, obstacle, kind, weight }: Weighed): Judged => {
  const findings = obstacle?.isTotal ? [] : findingsOf(requirement, history);
  const violation = withImage(
    history,
    findings.flatMap((finding) => finding.violations),
  )[0];
  const counted = obstacle !== undefined && violation === undefined ? [] : findings;
  const exercised = counted.filter((finding) => finding.exercised > 0).map((finding) => finding.clause);
  return {
    obstacle: violation === undefined ? obstacle?.because : undefined,
    restsOn: obstacle?.isTotal ? undefined : kind,
    weight,
    clauses: Object.fromEntries(
      counted.map(({ clause, exercised, violations }) => [clause, { exercised, violated: violations.length > 0 }]),
    ),
    verdict: { plan: history.plan.id, history: file, exercised, ...wordsOf(violation, exercised, obstacle?.because) },
  };
};

/** The same case where its program does not succeed undisturbed. */
export const emptied = (judged: Judged, because: string): Judged => {
  const { plan, history } = judged.verdict;
  return {
    ...judged,
    obstacle: because,
    clauses: {},
    verdict: { plan, history, exercised: [], ...wordsOf(undefined, [], because) },
  };
};

/** How much weight a violation has after a loss of power depends on what a disk had to do for it. */
const withImage = ({ plan }: History, violations: readonly Violation[]): readonly Violation[] => {
  const image = plan.interventions.find((one) => one.image !== undefined)?.image;
  if (image === undefined) return violations;
  const words = `power was lost, image ${image.class}: ${imageWords[image.class]}`;
  return violations.map((violation) => ({ ...violation, message: `${violation.message}; ${words}` }));
};

const imageWords: Readonly<Record<Image['class'], string>> = {
  'drop-all': 'nothing unsynced was kept, which any disk may do',
  'keep-all': 'everything was kept, as a mere crash leaves it',
  torn: 'the last unsynced write was cut off',
  'drop-one': 'all but one unsynced write were kept, which few file systems do',
  'keep-one': 'one unsynced write alone was kept, which few file systems do',
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
