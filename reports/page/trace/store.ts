import {
  type History,
  isOf,
  type ObservationOf,
  type RunStatus,
  type RunView,
  type StepView,
} from '../../../model/vocabulary.ts';
import { shortValue } from '../../value-words.ts';
import { statusWords, viewChanges } from '../../view-words.ts';
import { lanes, type Mark, type Tone } from './mark.ts';

/**
 * What the runtime's store showed, and when: testimony in a lane of its own. A status lasts from the reading that shows it to the reading
 * that shows another; a commit lies somewhere between the reading before and the one that first shows it.
 */
export const storeMarks = ({ observations }: History): readonly Mark[] => {
  const rows = new Map<string, number>();
  const last = new Map<string, ObservationOf<'view.read'>>();
  const since = new Map<string, number>();
  const marks: Mark[] = [];
  for (const seen of observations) {
    if (isOf(seen, 'view.unreadable')) marks.push(unreadable(seen));
    if (!isOf(seen, 'view.read')) continue;
    const { run, view } = seen.event;
    const row = rows.get(run) ?? 2 * rows.size;
    rows.set(run, row);
    const before = last.get(run);
    if (before?.event.view.status !== view.status) {
      if (before !== undefined)
        marks.push(statusMark(before.event, { row, from: since.get(run) ?? before.seq, to: seen.seq }));
      since.set(run, seen.seq);
    }
    marks.push(...readingMarks(before?.event.view, seen, row));
    last.set(run, seen);
  }
  const end = observations.length - 1;
  for (const [run, seen] of last)
    marks.push(statusMark(seen.event, { row: rows.get(run) ?? 0, from: since.get(run) ?? seen.seq, to: end }));
  return marks;
};

type Place = { readonly row: number; readonly from: number; readonly to: number };

const statusMark = ({ run, view }: ObservationOf<'view.read'>['event'], { row, from, to }: Place): Mark => ({
  lane: lanes.store,
  row,
  shape: 'bar',
  tone: tones[view.status],
  from,
  to,
  label: row === 0 ? view.status : `${run} ${view.status}`,
  title: `the store shows ${run} ${statusWords(view.status)}`,
});

const tones: Readonly<Record<RunStatus, Tone>> = {
  absent: 'unread',
  running: 'running',
  waiting: 'waiting',
  succeeded: 'succeeded',
  failed: 'ended',
  cancelled: 'ended',
  expired: 'ended',
  review: 'waiting',
  blocked: 'waiting',
  stranded: 'ended',
};

/** A tick for each reading; a diamond in the row below for each step whose commits or value are others than before. */
const readingMarks = (before: RunView | undefined, seen: ObservationOf<'view.read'>, row: number): readonly Mark[] => {
  const { run, view, why } = seen.event;
  const title = (): string => `reading of ${run} (${why}): ${viewChanges(before, view).join('; ') || 'nothing new'}`;
  const at = { lane: lanes.store, from: seen.seq, title } as const;
  // A page holds equal readings as one object, which most readings of a long history are.
  const steps = before === view ? [] : new Set([...Object.keys(view.steps), ...Object.keys(before?.steps ?? {})]);
  const changed = [...steps].filter((step) => !hasSameCommits(view.steps[step], before?.steps[step]));
  return [
    { ...at, row, shape: 'tick', tone: 'unread', label: '' },
    ...changed.map(
      (step): Mark => ({ ...at, row: row + 1, shape: 'diamond', tone: 'committed', label: commitLabel(step, view) }),
    ),
  ];
};

const hasSameCommits = (a: StepView | undefined, b: StepView | undefined): boolean =>
  a?.commits === b?.commits || JSON.stringify(a?.commits ?? []) === JSON.stringify(b?.commits ?? []);

const commitLabel = (step: string, view: RunView): string => {
  const commits = view.steps[step]?.commits ?? [];
  const last = commits.at(-1);
  if (last === undefined) return `${step} gone`;
  return commits.length > 1 ? `${step} again: ${shortValue(last.value, 16)}` : step;
};

const unreadable = ({ seq, event }: ObservationOf<'view.unreadable'>): Mark => ({
  lane: lanes.store,
  row: 0,
  shape: 'cross',
  tone: 'missed',
  from: seq,
  label: 'unreadable',
  title: `${event.run} could not be read: ${event.error}`,
});
