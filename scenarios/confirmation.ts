import { judge } from '../model/index.ts';
import type { CaseVerdict, History, Verdict } from '../model/vocabulary.ts';
import { counterexampleOf } from './counterexample.ts';
import { isFailing, type Saved, type Suite } from './suite.ts';

/** How often the smallest failing plan of a requirement is run again, alone, before its failure counts. */
const CONFIRMATIONS = 2;
/** How many of its failing plans are tried before a failure counts as not reproducible. */
const CANDIDATES = 3;

/** Runs the smallest failing plan of each failing requirement again, alone, and writes its counterexample file. */
export const confirmEach = async (verdicts: readonly Verdict[], suite: Suite): Promise<readonly Verdict[]> => {
  const confirmed: Verdict[] = [];
  for (const verdict of verdicts)
    confirmed.push(verdict.status === 'fail' && !suite.ground.signal.aborted ? await confirm(verdict, suite) : verdict);
  return confirmed;
};

const confirm = async (verdict: Verdict, suite: Suite): Promise<Verdict> => {
  const failing = verdict.cases.filter(({ status }) => status === 'fail');
  for (const candidate of smallestFirst(failing, suite.saved).slice(0, CANDIDATES)) {
    const count = await reproductions(candidate, verdict.requirement, suite);
    if (count === 0) continue;
    const reproduced = `${count}/${CONFIRMATIONS}`;
    const { address, killpoint, archive } = suite.assignment;
    const file = counterexampleOf(
      { requirement: verdict.requirement, ...candidate },
      { target: address, killpoint, reproduced },
    );
    const counterexample = await archive.saveCounterexample(file, candidate.history.plan.id);
    const marked: CaseVerdict = { ...candidate.verdict, reproduced, counterexample };
    return { ...verdict, cases: [marked, ...verdict.cases.filter((other) => other !== candidate.verdict)] };
  }
  const message = `failed in ${failing.length} of ${verdict.cases.length} cases, and did not fail again when its plans were run alone`;
  return { ...verdict, status: 'inconclusive', message };
};

type Candidate = { readonly verdict: CaseVerdict; readonly history: History };

/** Fewest interventions first, then the shortest program, then the shortest history. */
const smallestFirst = (failing: readonly CaseVerdict[], saved: readonly Saved[]): readonly Candidate[] =>
  failing
    .flatMap((verdict) =>
      saved.filter(({ history }) => history.plan.id === verdict.plan).map(({ history }) => ({ verdict, history })),
    )
    .sort((a, b) => sizeOf(a) - sizeOf(b));

const sizeOf = ({ history: { plan, observations } }: Candidate): number =>
  (plan.interventions.length + (plan.script?.length ?? 0)) * 1e9 +
  plan.program.steps.length * 1e6 +
  observations.length;

const reproductions = async ({ history }: Candidate, requirement: string, suite: Suite): Promise<number> => {
  const asked = suite.assignment.requirements.filter(({ id }) => id === requirement);
  let count = 0;
  for (let nth = 1; nth <= CONFIRMATIONS; nth++) {
    const again = await suite.alone(history.plan, nth);
    if (isFailing(judge([{ history: again, file: '' }], suite.ground.subject, asked))) count++;
  }
  return count;
};
