import { type AttemptView, type History, isOf, type LeaseStatus } from '../../../model/vocabulary.ts';
import { freeRow, lanes, type Mark } from './mark.ts';

/**
 * Who holds the right to a slot, as the store shows it: solid while readings show the lease live, dashed where it began or ended between two
 * of them, and marked where two of one slot were live at once. Nothing where a runtime shows no leases.
 */
export const leaseMarks = (history: History): readonly Mark[] => {
  const leases = inRows(leasesIn(history), new Set(history.observations.map(({ worker }) => worker)));
  return [...leases.flatMap(marksOfLease), ...overlapsOf(leases)];
};

type Placed = Lease & { readonly row: number };

/** The rows of a worker's lane that its calls and its life take. A holder that is no process has neither. */
const ABOVE = 2;

/** Leases of one holder stand below each other while they last at once. */
const inRows = (leases: readonly Lease[], processes: ReadonlySet<string | undefined>): readonly Placed[] => {
  const ends = new Map<string, number[]>();
  return leases.map((lease) => {
    const own = ends.get(lease.lane) ?? [];
    ends.set(lease.lane, own);
    const row = freeRow(own, beginOf(lease) + 1, lease.end?.at ?? Number.POSITIVE_INFINITY);
    return { ...lease, row: row + (processes.has(lease.lane) ? ABOVE : 0) };
  });
};

/** The first sign of a lease. */
const beginOf = ({ live, end, after }: Lease): number => live?.from ?? end?.at ?? after;

/** A lease between the readings that bound it. `live` are the first and the last reading that show it so. */
type Lease = {
  readonly attempt: string;
  readonly slot: string;
  readonly lane: string;
  readonly after: number;
  live: { readonly from: number; readonly to: number } | undefined;
  end: { readonly as: Exclude<LeaseStatus, 'live'>; readonly at: number } | undefined;
};

const leasesIn = ({ observations }: History): readonly Lease[] => {
  const known = new Map<string, Lease>();
  const all: Lease[] = [];
  const read = new Map<string, number>();
  for (const seen of observations) {
    if (!isOf(seen, 'view.read')) continue;
    const { run, view } = seen.event;
    for (const attempt of view.attempts ?? []) {
      const before = known.get(attempt.id);
      // A lease that ended and is live again is another one, whatever the runtime calls it.
      const isAnother = before === undefined || (before.end !== undefined && attempt.lease.status === 'live');
      const lease = isAnother ? begun(attempt, before?.end?.at ?? read.get(run) ?? seen.seq) : before;
      if (isAnother) all.push(lease);
      known.set(attempt.id, lease);
      shown(lease, attempt.lease.status, seen.seq);
    }
    read.set(run, seen.seq);
  }
  return all;
};

const begun = ({ id, slot, worker: { owner } }: AttemptView, after: number): Lease => ({
  ...{ attempt: id, slot, after, live: undefined, end: undefined },
  lane: laneOf(owner),
});

/** A holder that is called like a lane of ours gets none of its bars into that one. */
const laneOf = (owner: string | null): string => {
  const fixed: readonly string[] = Object.values(lanes);
  return owner === null ? 'a holder unnamed' : fixed.includes(owner) ? `${owner}, a holder` : owner;
};

const shown = (lease: Lease, status: LeaseStatus, at: number): void => {
  if (status === 'live') lease.live = { from: lease.live?.from ?? at, to: at };
  else lease.end ??= { as: status, at };
};

const marksOfLease = (lease: Placed): readonly Mark[] => {
  const { lane, row, slot, after, live, end } = lease;
  const at = { lane, row, title: titleOf(lease) } as const;
  const unsure = (from: number, to: number, label: string): readonly Mark[] =>
    to > from ? [{ ...at, shape: 'bar', tone: 'unsure', from, to, label }] : [];
  const begin = beginOf(lease);
  const label = live === undefined ? `held ${slot}` : `holds ${slot}`;
  // The longer one of the two has more room for it.
  const isBefore = live === undefined || begin - after > live.to - live.from;
  return [
    ...unsure(after, begin, isBefore ? label : ''),
    ...(live === undefined ? [] : [{ ...at, ...liveBar(live, end), label: isBefore ? '' : label }]),
    ...(live === undefined || end === undefined ? [] : unsure(live.to, end.at, '')),
    ...(end === undefined
      ? []
      : [{ ...at, shape: 'tick' as const, tone: 'lease' as const, from: end.at, label: end.as }]),
  ];
};

type LiveBar = Pick<Mark, 'shape' | 'tone' | 'from' | 'to' | 'isOpen'>;

const liveBar = ({ from, to }: NonNullable<Lease['live']>, end: Lease['end']): LiveBar => ({
  ...{ shape: 'bar', tone: 'lease', from, to },
  ...(end === undefined ? { isOpen: true } : {}),
});

const titleOf = ({ attempt, slot, lane, after, live, end }: Lease): string =>
  [
    `${lane}: the lease of ${slot} (${attempt})`,
    live === undefined ? `never shown live, begun after #${after}` : `shown live from #${live.from} to #${live.to}`,
    end === undefined ? 'nobody saw it end' : `shown ${end.as} at #${end.at}`,
  ].join(', ');

/** Two leases of one slot that readings show live at the same time. */
const overlapsOf = (leases: readonly Placed[]): readonly Mark[] => {
  const live = leases
    .flatMap(({ live: span, ...lease }) => (span === undefined ? [] : [{ ...lease, ...span }]))
    .sort((a, b) => a.from - b.from);
  const holding = new Map<string, (typeof live)[number]>();
  return live.flatMap((lease) => {
    const before = holding.get(lease.slot);
    if (before === undefined || before.to < lease.to) holding.set(lease.slot, lease);
    if (before === undefined || before.to < lease.from) return [];
    const span = { from: lease.from, to: Math.min(before.to, lease.to) };
    const title = `two leases of ${lease.slot} at once: ${before.lane} (${before.attempt}) and ${lease.lane} (${lease.attempt})`;
    return [before, lease].map(
      ({ lane, row }): Mark => ({ lane, row, shape: 'bar', tone: 'overlap', ...span, label: 'two hold it', title }),
    );
  });
};
