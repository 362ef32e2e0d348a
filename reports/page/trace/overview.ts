import type { Mark, Tone } from './mark.ts';
import type { Scale } from './scale.ts';

/** A stretch of a lane in the overview of a long trace, from 0, where the trace begins, to 1, where it ends. */
export type Span = { readonly lane: string; readonly tone: Tone; readonly from: number; readonly to: number };

/** What is told of a long trace at a glance, from the least to the most telling: of two in one place the more telling one is drawn. */
const tones: readonly Tone[] = ['works', 'running', 'waiting', 'succeeded', 'ended', 'stopped', 'late', 'overlap'];

/** Finer than this nobody sees. */
const BINS = 300;

/** The lives of the workers and the states of the store, in at most so many stretches a lane, however many events there are. */
export const overviewOf = (marks: readonly Mark[], scale: Scale): readonly Span[] => {
  const byLane = new Map<string, number[]>();
  for (const { lane, shape, tone, from, to } of marks) {
    const rank = tones.indexOf(tone);
    if (shape !== 'bar' || rank < 0) continue;
    const bins = byLane.get(lane) ?? Array.from({ length: BINS }, () => NONE);
    byLane.set(lane, bins);
    const end = binAt(to === undefined ? scale.width : scale.at(to), scale);
    for (let bin = binAt(scale.at(from), scale); bin <= end; bin++) bins[bin] = Math.max(bins[bin] ?? NONE, rank);
  }
  return [...byLane].flatMap(([lane, bins]) => spansOf(lane, bins));
};

const NONE = -1;

const binAt = (x: number, { width }: Scale): number => Math.max(0, Math.min(BINS - 1, Math.floor((x / width) * BINS)));

/** Neighbours of one tone are one stretch. */
const spansOf = (lane: string, bins: readonly number[]): readonly Span[] => {
  const spans: Span[] = [];
  let begin = 0;
  for (let at = 1; at <= bins.length; at++) {
    if (bins[at] === bins[begin]) continue;
    const tone = tones[bins[begin] ?? NONE];
    if (tone !== undefined) spans.push({ lane, tone, from: begin / BINS, to: at / BINS });
    begin = at;
  }
  return spans;
};
