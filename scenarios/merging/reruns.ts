import { basename, join } from 'node:path';
import type { CaseVerdict, Verdict } from '../../model/vocabulary.ts';
import type { Archive } from '../archive.ts';
import { notSeenAgain, seenAgain, sizeOf } from '../confirmation.ts';
import { readCounterexample } from '../counterexample.ts';
import type { Copied } from './saved.ts';
import type { ShardPart } from './whole.ts';

type Place = { readonly archive: Archive; readonly saved: readonly Copied[] };

/** The verdicts with what the shards found out by running plans again, and the counterexample file of each failure. */
export const withReruns = (
  verdicts: readonly Verdict[],
  parts: readonly ShardPart[],
  place: Place,
): Promise<readonly Verdict[]> =>
  Promise.all(
    verdicts.map(async (verdict) =>
      verdict.status === 'fail' ? await asConfirmed(verdict, parts, place) : asChecked(verdict, parts),
    ),
  );

/** A case that a shard ran again, as it stands in that shard's report and as it stands in the whole. */
type Again = {
  readonly part: ShardPart;
  readonly one: CaseVerdict;
  readonly own: CaseVerdict;
  readonly size: number;
  readonly place: number;
};

/** The smallest case that failed again each time speaks for the requirement, as it does in a run of all plans. */
const asConfirmed = async (verdict: Verdict, parts: readonly ShardPart[], place: Place): Promise<Verdict> => {
  const again = parts.flatMap((part) => againIn(part, verdict, place.saved)).toSorted(byWorth);
  const best = again.find(({ one }) => one.counterexample !== undefined);
  if (best !== undefined) {
    const counterexample = await copied(best, place.archive);
    return seenAgain(verdict, best.own, { reproduced: best.one.reproduced ?? '', counterexample });
  }
  const isOpen = parts.some((part) => resultIn(part, verdict)?.status === 'fail');
  const tries = again.reduce((sum, { one }) => sum + Number(one.reproduced?.split('/')[1] ?? 0), 0);
  return isOpen || again.length === 0 ? verdict : notSeenAgain(verdict, again[0]?.own, tries);
};

const againIn = (part: ShardPart, verdict: Verdict, saved: readonly Copied[]): readonly Again[] =>
  (resultIn(part, verdict)?.cases ?? []).flatMap((one) => {
    if (one.status !== 'fail' || one.reproduced === undefined) return [];
    const names = saved.filter(({ plan }) => plan === one.plan);
    const copy = names.find(({ shard }) => shard === part.record.index) ?? names[0];
    const own = verdict.cases.find(({ plan, status }) => plan === copy?.digest.plan.id && status === 'fail');
    return copy === undefined || own === undefined
      ? []
      : [{ part, one, own, size: sizeOf(copy.digest), place: verdict.cases.indexOf(own) }];
  });

const byWorth = (a: Again, b: Again): number =>
  Number(isSure(b.one)) - Number(isSure(a.one)) || a.size - b.size || a.place - b.place;

/** Whether a case failed again at every try. */
const isSure = ({ reproduced = '' }: CaseVerdict): boolean => {
  const [count, times] = reproduced.split('/');
  return count === times;
};

const resultIn = ({ report }: ShardPart, { requirement }: Verdict) =>
  report.results.find((one) => one.requirement === requirement);

/** The report names the file; only its name is taken, so that it leads nowhere but into the shard's own folder. */
const copied = async ({ part, one, own }: Again, archive: Archive): Promise<string> => {
  const file = join(part.folder, 'counterexamples', basename(one.counterexample ?? ''));
  return archive.saveCounterexample(await readCounterexample(file), own.plan);
};

/** A pass that a shard did not see again is none. */
const asChecked = (verdict: Verdict, parts: readonly ShardPart[]): Verdict => {
  if (verdict.status !== 'pass') return verdict;
  const [unsteady] = parts.flatMap((part) => {
    const result = resultIn(part, verdict);
    const wavering = result?.cases.find(
      ({ status, reproduced }) => status === 'inconclusive' && reproduced !== undefined,
    );
    return result === undefined || wavering === undefined ? [] : [{ message: result.message, wavering }];
  });
  if (unsteady === undefined) return verdict;
  const { message, wavering } = unsteady;
  const cases = verdict.cases.map((one) =>
    one.plan === wavering.plan ? { ...one, ...wavering, history: one.history } : one,
  );
  return { ...verdict, status: 'inconclusive', message, cases };
};
