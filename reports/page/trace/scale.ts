import type { Observation } from '../../../model/vocabulary.ts';

/** The logical clock gives each event the same room; the wall clock gives each millisecond the same, but for long pauses. */
export type Clock = 'logical' | 'wall';

/** Where events stand, in pixels from the left. `pauses` are the places where the wall clock left time out. */
export type Scale = {
  readonly width: number;
  readonly at: (seq: number) => number;
  /** The event nearest to a place. */
  readonly nearest: (x: number) => number;
  readonly pauses: readonly { readonly x: number; readonly ms: number }[];
};

/** A pause longer than this is shortened to it. */
const PAUSE_MS = 450;
/** Room before the first event, and behind the last one for what is said of it; the least for an event. In pixels. */
const PAD = 14;
const END = 76;
const LEAST = { logical: 15, wall: 9 } as const;

/** The scale of a history at a clock, at least as wide as the room that there is. */
export const scaleOf = (observations: readonly Observation[], clock: Clock, room: number): Scale => {
  const width = Math.max(room, PAD + END + observations.length * LEAST[clock]);
  const inner = width - PAD - END;
  if (clock === 'logical') {
    const step = inner / Math.max(1, observations.length);
    return scaleAt(
      observations.map((_, at) => PAD + (at + 0.5) * step),
      width,
      [],
    );
  }
  const { times, pauses } = shortened(observations);
  const perMs = inner / Math.max(1, times.at(-1) ?? 1);
  return scaleAt(
    times.map((time) => PAD + time * perMs),
    width,
    pauses.map(({ at, ms }) => ({ x: PAD + at * perMs, ms })),
  );
};

const scaleAt = (places: readonly number[], width: number, pauses: Scale['pauses']): Scale => ({
  width,
  pauses,
  at: (seq) => places[Math.max(0, Math.min(places.length - 1, seq))] ?? PAD,
  nearest: (x) => {
    const after = firstNotBefore(places, x);
    const before = Math.max(0, after - 1);
    return x - (places[before] ?? 0) < (places[after] ?? Number.POSITIVE_INFINITY) - x ? before : after;
  },
});

/** The clock of the history from its first event on, with long pauses shortened. */
const shortened = (observations: readonly Observation[]) => {
  const pauses: { at: number; ms: number }[] = [];
  let at = 0;
  const times = observations.map(({ atMs }, index) => {
    const gap = Math.max(0, atMs - (observations[index - 1]?.atMs ?? atMs));
    if (gap > PAUSE_MS) pauses.push({ at: at + PAUSE_MS / 2, ms: gap - PAUSE_MS });
    at += Math.min(gap, PAUSE_MS);
    return at;
  });
  return { times, pauses };
};

const firstNotBefore = (places: readonly number[], x: number): number => {
  let low = 0;
  let high = Math.max(0, places.length - 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  return low;
};
