import type { Evidence, History } from '../model/vocabulary.ts';
import { longestIncreasing } from './alignment/increasing.ts';
import type { Excuse, Point, Said } from './alignment/point.ts';
import { storyOf } from './alignment/story.ts';
import { shortened } from './value-words.ts';

export type { Excuse, Point } from './alignment/point.ts';

/**
 * A line of two stories side by side. `same` says the same in both, `differs` something else of the same thing, `moved` the same at another
 * place; what only one of them has stands alone, with the `excuse` for it where there is one.
 */
export type Row = {
  readonly relation: 'same' | 'differs' | 'moved' | 'reference only' | 'target only';
  readonly excuse?: Excuse;
  /** In what they differ, in words. */
  readonly how?: string;
  readonly reference?: Point;
  readonly target?: Point;
};

/** Two stories of one plan side by side, in the order of the target's. `parts` is the row in which they part for the first time. */
export type Alignment = {
  readonly rows: readonly Row[];
  readonly parts?: number;
};

/**
 * Puts what a target did beside what a correct runtime did under the same plan. What the evidence calls illegal has no excuse. Where
 * nothing is another and something is at another place, that is where they part.
 */
export const alignmentOf = (reference: History, target: History, evidence: readonly Evidence[] = []): Alignment => {
  const illegal = new Set(evidence.filter(({ role }) => role === 'illegal').map(({ seq }) => seq));
  const story = storyOf(target, reference).map((point) => (illegal.has(point.seq) ? withoutExcuse(point) : point));
  const rows = rowsOf(storyOf(reference, target), story, illegal);
  const other = rows.findIndex(isOther);
  const parts = other >= 0 ? other : rows.findIndex(({ relation }) => relation === 'moved');
  return { rows, ...(parts < 0 ? {} : { parts }) };
};

/** Whether one of the two says something else there, or alone, without an excuse for it. */
export const isOther = ({ relation, excuse }: Row): boolean =>
  !['same', 'moved'].includes(relation) && excuse === undefined;

const withoutExcuse = ({ excuse: _, ...point }: Point): Point => point;

/** A pair of counterparts by their places. */
type Pair = { readonly reference: number; readonly target: number };

const rowsOf = (
  reference: readonly Point[],
  target: readonly Point[],
  illegal: ReadonlySet<number>,
): readonly Row[] => {
  const pairs = pairsOf(reference, target);
  const counterparts = new Map(pairs.map((pair) => [pair.target, pair.reference]));
  const { anchors, moved } = inOrder(pairs.filter((pair) => target[pair.target]?.isAfloat !== true));
  const paired = new Set(pairs.map((pair) => pair.reference));
  const lone = reference.map((point, at) => (paired.has(at) ? [] : alone('reference only', point)));
  const ahead = aheadOf(anchors, { of: target.length, end: reference.length });
  const isAnchor = new Set(anchors.map((anchor) => anchor.target));
  const rows: Row[] = [];
  let told = 0;
  for (const [at, point] of target.entries()) {
    const counterpart = counterparts.get(at);
    const other = counterpart === undefined ? undefined : reference[counterpart];
    // What only the reference did before the next thing that both did stands before what the target did instead.
    if (other === undefined || isAnchor.has(at)) {
      const until = ahead[at] ?? reference.length;
      rows.push(...lone.slice(told, until).flat());
      told = Math.max(told, until);
    }
    const place = { isMoved: moved.has(at), isIllegal: illegal.has(point.seq) };
    rows.push(...(other === undefined ? alone('target only', point) : [pairRow(other, point, place)]));
  }
  return [...rows, ...lone.slice(told).flat()];
};

/** For each place in the target's story: where in the reference's the next thing stands that both did in order. */
const aheadOf = (anchors: readonly Pair[], { of, end }: { readonly of: number; readonly end: number }) => {
  const places = new Map(anchors.map(({ target, reference }) => [target, reference]));
  const ahead: number[] = [];
  for (let at = of - 1, next = end; at >= 0; at--) {
    next = places.get(at) ?? next;
    ahead[at] = next;
  }
  return ahead;
};

/** Of the pairs whose place counts: those that stand in one order in both stories, and those that moved, by their place in the target's. */
const inOrder = (firm: readonly Pair[]): { readonly anchors: readonly Pair[]; readonly moved: ReadonlySet<number> } => {
  const kept = longestIncreasing(firm.map((pair) => pair.reference));
  return {
    anchors: firm.filter((_, at) => kept.has(at)),
    moved: new Set(firm.filter((_, at) => !kept.has(at)).map((pair) => pair.target)),
  };
};

const pairsOf = (reference: readonly Point[], target: readonly Point[]): readonly Pair[] => {
  const places = new Map(reference.map(({ subject }, at) => [subject, at]));
  return target.flatMap(({ subject }, at) => {
    const place = places.get(subject);
    return place === undefined ? [] : [{ reference: place, target: at }];
  });
};

type Placing = { readonly isMoved: boolean; readonly isIllegal: boolean };

const pairRow = (reference: Point, target: Point, place: Placing): Row => {
  const pair = { reference, target };
  if (reference.isOpen || target.isOpen) return { relation: 'same', excuse: 'unseen', ...pair };
  const other = differences(reference, target, ({ value }) => value);
  const exactly = differences(reference, target, ({ value, exact }) => exact ?? value);
  const how = other.length === 0 && place.isIllegal ? exactly : other;
  if (how.length > 0) return { relation: 'differs', how: how.join('; '), ...pair };
  if (place.isMoved) return { relation: 'moved', ...pair };
  return { relation: 'same', ...(exactly.length === 0 ? {} : { excuse: 'allowed' }), ...pair };
};

/** What is said otherwise of two counterparts, each in words. */
const differences = (reference: Point, target: Point, sayingOf: (said: Said) => string): readonly string[] =>
  [...new Set([...reference.says, ...target.says].map(({ name }) => name))].flatMap((name) => {
    const [there, here] = [reference, target].map(({ says }) => says.find((said) => said.name === name));
    if (there !== undefined && here !== undefined && sayingOf(there) === sayingOf(here)) return [];
    return [`${name}: ${shownOf(there)} there, ${shownOf(here)} here`];
  });

const shownOf = (said: Said | undefined): string =>
  said === undefined ? 'nothing' : shortened(said.exact ?? said.value, 60);

const alone = (relation: 'reference only' | 'target only', point: Point | undefined): readonly Row[] => {
  if (point === undefined) return [];
  const excuse = point.excuse === undefined ? {} : { excuse: point.excuse };
  return [
    relation === 'target only' ? { relation, target: point, ...excuse } : { relation, reference: point, ...excuse },
  ];
};
