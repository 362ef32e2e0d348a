import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { judge } from '../model/index.ts';
import type { CaseVerdict, History, Verdict } from '../model/vocabulary.ts';
import type { Saved, Suite } from './suite.ts';

/** One in so many passing plans is run again. Failures are run again each, by whoever confirms them. */
const SHARE = 20;
/** How often a plan is run again whose verdict changed. */
const AGAIN = 3;
/** How many plans are run side by side: fewer than in the suite, so that none changes for want of time. */
const AT_ONCE = 2;

/** The verdicts after the check, and what is said of it. */
export type SelfChecked = { readonly verdicts: readonly Verdict[]; readonly remarks: readonly string[] };

/**
 * Runs a sample of the passing plans again, always the same ones of the same plans. A verdict that is another then is no pass: it is
 * inconclusive, with how often it was seen.
 */
export const selfChecked = async (verdicts: readonly Verdict[], suite: Suite): Promise<SelfChecked> => {
  const sample = sampleOf(passing(verdicts, suite.saved));
  const { isBrief, workers } = suite.assignment;
  if (sample.length === 0 || (isBrief && verdicts.some(({ status }) => status === 'fail')))
    return { verdicts, remarks: [] };
  const began = process.hrtime.bigint();
  const side = pLimit(Math.min(AT_ONCE, workers));
  const changes = (
    await Promise.all(sample.map((one) => side(async () => changesOf(await suite.historyOf(one), suite))))
  ).flat();
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  return {
    verdicts: verdicts.map((verdict) => withChange(verdict, changes)),
    remarks: [remarkOn(sample.length, changes, seconds)],
  };
};

const remarkOn = (count: number, changes: readonly Change[], seconds: number): string => {
  const plans = new Set(changes.map(({ plan }) => plan)).size;
  const found = plans === 0 ? 'each with the same verdicts' : `${plans} with other verdicts`;
  return `self-check: 1 in ${SHARE} passing plans was run again, ${count} in all, ${found}; ${seconds.toFixed(1)} s`;
};

/** Cases in which everything landed and nothing failed. */
const passing = (verdicts: readonly Verdict[], saved: readonly Saved[]): readonly Saved[] => {
  const failing = new Set(
    verdicts.flatMap(({ cases }) => cases.filter(({ status }) => status === 'fail').map(({ plan }) => plan)),
  );
  return saved.filter(
    ({ ended, missed, plan }) => ended === 'settled' && missed === undefined && !failing.has(plan.id),
  );
};

/** Chosen by the plans' ids alone: chance would check another sample each time, and nobody could see it again. */
const sampleOf = (saved: readonly Saved[]): readonly Saved[] =>
  [...saved].sort((a, b) => (drawOf(a) < drawOf(b) ? -1 : 1)).slice(0, Math.ceil(saved.length / SHARE));

const drawOf = ({ plan }: Saved): string => createHash('sha256').update(plan.id).digest('hex');

/** A requirement that held on a plan in `held` of `runs` runs. */
type Change = {
  readonly requirement: string;
  readonly plan: string;
  readonly held: number;
  readonly runs: number;
};

const changesOf = async (first: History, suite: Suite): Promise<readonly Change[]> => {
  const { plan } = first;
  const verdicts = [decided(first, suite), decided(await suite.alone(plan, 1), suite)];
  const isChanged = (id: string): boolean => verdicts[0]?.get(id) === 'pass' && verdicts[1]?.get(id) === 'fail';
  const changed = [...(verdicts[0]?.keys() ?? [])].filter(isChanged);
  if (changed.length === 0) return [];
  for (let nth = 2; nth <= AGAIN; nth++) verdicts.push(decided(await suite.alone(plan, nth), suite));
  return changed.map((requirement) => {
    const said = verdicts.map((each) => each.get(requirement)).filter((status) => status !== undefined);
    const held = said.filter((status) => status === 'pass').length;
    return { requirement, plan: plan.id, held, runs: said.length };
  });
};

/** What one history by itself says of each requirement. A run that did not land or was cut short says nothing. */
const decided = (history: History, suite: Suite): ReadonlyMap<string, 'pass' | 'fail'> =>
  new Map(
    judge([{ history, file: '' }], suite.ground.subject, suite.assignment.requirements).flatMap(
      ({ requirement, cases: [only] }) =>
        only?.status === 'pass' || only?.status === 'fail' ? [[requirement, only.status] as const] : [],
    ),
  );

const withChange = (verdict: Verdict, changes: readonly Change[]): Verdict => {
  const change = changes.find(({ requirement }) => requirement === verdict.requirement);
  if (change === undefined || verdict.status !== 'pass') return verdict;
  const message = `not reproducible: held in ${change.held} of ${change.runs} runs of ${change.plan}`;
  const reproduced = `${change.held}/${change.runs}`;
  const cases = verdict.cases.map(
    (one): CaseVerdict => (one.plan === change.plan ? { ...one, status: 'inconclusive', message, reproduced } : one),
  );
  return { ...verdict, status: 'inconclusive', message, cases };
};
