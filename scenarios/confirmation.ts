import pLimit from 'p-limit';
import type { CaseVerdict, History, Plan, Verdict } from '../model/vocabulary.ts';
import { contextOf, counterexampleOf } from './counterexample.ts';
import { repeat } from './repetition.ts';
import type { Saved, Suite } from './suite.ts';

/** How often the smallest failing plan of a requirement is run again, alone, before its failure counts. */
const CONFIRMATIONS = 2;
/** How many of its failing plans are tried for one that fails again each time. */
const CANDIDATES = 3;
/** How many are tried before a failure counts as not reproducible: one that depends on timing shows in some plans and not in others. */
const CANDIDATES_AT_MOST = 8;

/** What is said of a failure that could not be reproduced. */
export const notAgain = 'did not fail again when its plans were run alone';

/** How many plans are run again side by side: fewer than in the suite, so that none fails for want of time. */
const AT_ONCE = 2;

/** Runs the smallest failing plan of each failing requirement again, all but alone, and writes its counterexample file. */
export const confirmEach = async (verdicts: readonly Verdict[], suite: Suite): Promise<readonly Verdict[]> => {
  const side = pLimit(Math.min(AT_ONCE, suite.assignment.workers));
  const run = shared(suite);
  const isToConfirm = ({ status }: Verdict): boolean => status === 'fail' && !suite.ground.signal.aborted;
  return Promise.all(
    verdicts.map((verdict) =>
      side(async () => (isToConfirm(verdict) ? await confirm(verdict, { suite, run }) : verdict)),
    ),
  );
};

type Run = (plan: Plan, nth: number) => Promise<History>;
type Again = { readonly suite: Suite; readonly run: Run };

/** The n-th repetition of a plan is one run, whichever requirements it failed. */
const shared = (suite: Suite): Run => {
  const runs = new Map<string, Promise<History>>();
  return (plan, nth) => {
    const key = `${plan.id} ${nth}`;
    const known = runs.get(key) ?? suite.alone(plan, nth);
    runs.set(key, known);
    return known;
  };
};

const confirm = async (verdict: Verdict, { suite, run }: Again): Promise<Verdict> => {
  const failing = verdict.cases.filter(({ status }) => status === 'fail');
  const smallest = smallestFirst(failing, suite.saved).slice(0, CANDIDATES_AT_MOST);
  const candidates = await Promise.all(
    smallest.map(async ({ verdict, saved }) => ({ verdict, history: await suite.historyOf(saved) })),
  );
  const { best, landed } = await bestOf(candidates, verdict.requirement, run);
  if (best === undefined) return notSeenAgain(verdict, candidates[0]?.verdict, landed);
  const { candidate, reproduced } = best;
  const { address, killpoint, archive } = suite.assignment;
  const about = { target: address, killpoint, reproduced, larger: suite.larger.get(candidate.history.plan.id) };
  const file = counterexampleOf({ requirement: verdict.requirement, ...candidate }, about);
  const counterexample = await archive.saveCounterexample(file, candidate.history.plan.id);
  return seenAgain(verdict, candidate.verdict, { reproduced, counterexample });
};

/** The verdict with the case first that was seen again, and how to see it. */
export const seenAgain = (
  verdict: Verdict,
  failing: CaseVerdict,
  seen: Required<Pick<CaseVerdict, 'reproduced' | 'counterexample'>>,
): Verdict => ({
  ...verdict,
  cases: [{ ...failing, ...seen }, ...verdict.cases.filter((other) => other !== failing)],
});

/** The verdict on failures none of which came again in the `landed` repetitions, which the smallest case stands for. */
export const notSeenAgain = (verdict: Verdict, smallest: CaseVerdict | undefined, landed: number): Verdict => {
  const failing = verdict.cases.filter(({ status }) => status === 'fail').length;
  return {
    ...verdict,
    status: 'inconclusive',
    message: `failed in ${failing} of ${verdict.strength.exercised} cases, and ${notAgain}`,
    cases: verdict.cases.map((one) => (one === smallest ? { ...one, reproduced: `0/${landed}` } : one)),
  };
};

type Confirmed = { readonly candidate: Candidate; readonly reproduced: string; readonly tries: number };
/** The best candidate, and how many tries landed in all. */
type Found = { readonly best: Confirmed | undefined; readonly landed: number };

/** The first candidate that fails again at every try; else, of those that fail again at all, the one that needed the fewest. */
const bestOf = async (candidates: readonly Candidate[], requirement: string, alone: Run): Promise<Found> => {
  const confirmed: Confirmed[] = [];
  let all = 0;
  for (const [at, candidate] of candidates.entries()) {
    if (at >= CANDIDATES && confirmed.length > 0) break;
    const { plan } = candidate.history;
    const run = (nth: number): Promise<History> => alone(plan, nth);
    const tries = await repeat({ requirement, context: contextOf(candidate.history), run }, CONFIRMATIONS);
    const landed = tries.filter(({ status }) => status !== 'not landed');
    all += landed.length;
    const again = landed.filter(({ status }) => status === 'reproduced');
    if (again.length > 0)
      confirmed.push({ candidate, reproduced: `${again.length}/${landed.length}`, tries: tries.length });
    if (again.length === tries.length) break;
  }
  return { best: confirmed.sort((a, b) => a.tries - b.tries)[0], landed: all };
};

type Failing = { readonly verdict: CaseVerdict; readonly saved: Saved };
type Candidate = { readonly verdict: CaseVerdict; readonly history: History };

/** Fewest interventions first, then the shortest program, then the shortest history. */
const smallestFirst = (failing: readonly CaseVerdict[], saved: readonly Saved[]): readonly Failing[] =>
  failing
    .flatMap((verdict) => saved.filter(({ plan }) => plan.id === verdict.plan).map((one) => ({ verdict, saved: one })))
    .sort((a, b) => sizeOf(a.saved) - sizeOf(b.saved));

/** How much there is to read of a failing case. */
export const sizeOf = ({ plan, length }: Pick<Saved, 'plan' | 'length'>): number =>
  (plan.interventions.length + (plan.script?.length ?? 0)) * 1e9 + plan.program.steps.length * 1e6 + length;
