import type { Companions, History, Report } from '../../model/vocabulary.ts';
import type { Fact } from '../account.ts';
import { planWords } from '../boundary-words.ts';
import { cleaned, plain } from '../escape.ts';
import { type Evidences, type Failure, failingCases, failingResults, failureOf } from '../failures.ts';
import type { Result } from '../verdict-words.ts';
import { referencesIn, type ToldCompanions, toldCompanions } from './companions.ts';
import { type Recovery, recoveriesOf } from './recovery-cost.ts';

/** All that the explorer knows before a trace is opened. */
export type PageData = {
  readonly report: Report;
  /** By requirement: its failing cases told, with the requirement that fails for the same events. */
  readonly failures: Readonly<Record<string, Told>>;
  /** By requirement: how many cases passed in which it could have failed; the cases themselves are not on the page. */
  readonly passed: Readonly<Record<string, number>>;
  readonly recoveries: readonly Recovery[];
  /** The histories on the page, by the path that the verdicts name, and those that were left out for their size. */
  readonly histories: Readonly<Record<string, Embedded>>;
  readonly leftOut: readonly string[];
};

/** A history on the page: the number of its element, and what a list says of it. */
export type Embedded = { readonly element: number; readonly plan: string; readonly events: number };

/** The failing cases of a requirement, the best one first. */
export type Told = { readonly cases: readonly ToldCase[]; readonly sameAs?: string };

/** One failing case as the page shows it before its history is opened. */
export type ToldCase = ToldCompanions & {
  readonly plan: string;
  readonly message: string;
  readonly history: string;
  /** What was done to it and where, in words, where its history is at hand. */
  readonly interrupted?: string;
  readonly facts: readonly Fact[];
  /** The events that decide, by `seq`. */
  readonly decisive: readonly number[];
  readonly reproduced?: string;
  readonly command?: string;
};

type Given = Pick<Evidences, 'histories' | 'folder'> & { readonly companions: ReadonlyMap<string, Companions> };

/** What goes into a page: the data, and the histories in the order of their elements. Every string is plain text. */
export const pageDataOf = (
  report: Report,
  { histories, folder, companions }: Given,
): { readonly data: PageData; readonly embedded: readonly History[] } => {
  const safe = cleaned(report, plain);
  const clean = new Map([...histories].map(([file, history]) => [plain(file), cleaned(history, plain)]));
  const beside = new Map([...companions].map(([file, both]) => [plain(file), cleaned(both, plain)]));
  const at = { histories: clean, folder: plain(folder), clean: plain, beside };
  const { chosen, leftOut } = chosenHistories(safe, new Map([...clean, ...referencesIn(beside.values())]));
  const data: PageData = {
    report: { ...safe, results: safe.results.map(withoutPasses) },
    failures: Object.fromEntries(failingResults(safe, at).map((failing) => toldOf(failing, at))),
    passed: Object.fromEntries(safe.results.map((result) => [result.requirement, passing(result).length])),
    recoveries: recoveriesOf(clean.values()),
    histories: Object.fromEntries(
      chosen.map(([file, { plan, observations }], element) => [
        file,
        { element, plan: plan.id, events: observations.length },
      ]),
    ),
    leftOut,
  };
  return { data, embedded: chosen.map(([, history]) => history) };
};

/** So much may all histories of a page come to, in characters before they are compacted; what is over is left out by name. */
const ROOM = 24_000_000;

type Entry = readonly [file: string, history: History];

/** First what failed, then what stayed open, then what passed: a page that cannot hold all holds what matters. */
const chosenHistories = (
  report: Report,
  histories: ReadonlyMap<string, History>,
): { readonly chosen: readonly Entry[]; readonly leftOut: readonly string[] } => {
  const ranks = ['fail', 'inconclusive', 'pass'] as const;
  const named = ranks.flatMap((rank) =>
    report.results.flatMap(({ cases }) => cases.filter(({ status }) => status === rank).map((one) => one.history)),
  );
  const order = [...new Set([...named, ...histories.keys()])];
  const chosen: Entry[] = [];
  const leftOut: string[] = [];
  let room = ROOM;
  for (const file of order) {
    const history = histories.get(file);
    if (history === undefined) continue;
    room -= JSON.stringify(history).length;
    if (room < 0) leftOut.push(file);
    else chosen.push([file, history]);
  }
  return { chosen, leftOut };
};

const passing = ({ cases }: Result): Result['cases'] =>
  cases.filter(({ status, exercised }) => status === 'pass' && exercised.length > 0);

/** The plans that a passing requirement rests on are named, so many of them. */
const NAMED_PASSES = 40;

const withoutPasses = (result: Result): Result => ({
  ...result,
  cases: [
    ...result.cases.filter(({ status }) => status === 'fail' || status === 'inconclusive'),
    ...passing(result).slice(0, NAMED_PASSES),
  ],
});

type At = Evidences & { readonly beside: ReadonlyMap<string, Companions> };

/** So many failing cases of a requirement are told in full. */
const TOLD = 20;

const toldOf = ({ result, sameAs }: ReturnType<typeof failingResults>[number], at: At): readonly [string, Told] => [
  result.requirement,
  {
    cases: failingCases(result)
      .slice(0, TOLD)
      .map((one) => toldCase(failureOf(one, at), at)),
    ...(sameAs === undefined ? {} : { sameAs }),
  },
];

const toldCase = ({ case: one, facts, decisive, command }: Failure, at: At): ToldCase => {
  const history = at.histories.get(one.history);
  const companions = at.beside.get(one.counterexample ?? '');
  return {
    plan: one.plan,
    message: one.message,
    history: one.history,
    ...(history === undefined ? {} : { interrupted: planWords(history.plan) }),
    facts,
    decisive: decisive.map(({ seq }) => seq),
    ...(one.reproduced === undefined ? {} : { reproduced: one.reproduced }),
    ...(command === undefined ? {} : { command }),
    ...(history === undefined || companions === undefined ? {} : toldCompanions(companions, history)),
  };
};
