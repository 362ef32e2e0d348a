import {
  type Boundary,
  type BoundaryName,
  type Event,
  type EventOf,
  type History,
  holderOf,
  isOf,
} from '../../model/vocabulary.ts';
import { boundaryOf, nextAfter } from '../execute/moment.ts';

/** A boundary that a run came to, and with which observation. */
export type Landmark = { readonly boundary: Boundary; readonly seq: number };

/** Whether a landmark is one of these boundaries. */
export const isAnyOf =
  (...names: readonly BoundaryName[]) =>
  ({ boundary }: Landmark): boolean =>
    names.includes(boundary.at);

/** The boundaries that an undisturbed run shows, of its calls and, where the harness is told of them, of its commits, in their order. */
export const landmarksOf = (history: History): readonly Landmark[] =>
  [...callsOf(history), ...commitsOf(history)].sort((one, other) => one.seq - other.seq);

/** Whether a landmark is a moment of a commit. */
export const isOfCommit = isAnyOf('commit.before', 'commit.after');

const commitsOf = ({ observations }: History): readonly Landmark[] =>
  observations
    .filter((seen) => isOf(seen, 'store.committed'))
    .flatMap(({ seq, event: { nth } }) =>
      (['commit.before', 'commit.after'] as const).map((at) => ({ boundary: { at, nth }, seq })),
    );

const callsOf = ({ observations }: History): readonly Landmark[] => {
  const received = observations.filter((seen) => isOf(seen, 'call.received'));
  const answered = observations.filter((seen) => isOf(seen, 'call.answered'));
  // Of a call that is answered with an error nothing was done that could be lost, nor of one that is carried out when it was answered.
  const isDone = new Set(
    observations.flatMap(({ seq, event }) =>
      isWork(event) && !answered.some((other) => other.event.call === event.call && other.seq < seq)
        ? [event.call]
        : [],
    ),
  );
  // Of calls that were answered side by side, the next one follows the last answer.
  const follows = (call: number, later: (typeof received)[number]): boolean =>
    answered.findLast(
      ({ seq, worker, event }) => worker === later.worker && event.run === later.event.run && seq < later.seq,
    )?.event.call === call;
  return received.flatMap(({ seq, event }, at) => {
    const { op, run, step, nth, call } = event;
    const isLast = !received.slice(at + 1).some((later) => follows(call, later));
    const place = { op, run, step, nth };
    const own = [
      boundaryOf({ stage: 'received', ...place }),
      ...(isDone.has(call) ? [boundaryOf({ stage: 'done', ...place })] : []),
    ];
    return [...own, isLast ? undefined : nextAfter(place)].flatMap((boundary) =>
      boundary === undefined ? [] : [{ boundary, seq }],
    );
  });
};

const isWork = (
  event: Event,
): event is EventOf<'call.done' | 'effect.applied' | 'effect.deduplicated' | 'artifact.stored'> =>
  ['call.done', 'effect.applied', 'effect.deduplicated', 'artifact.stored'].includes(event.type);

/** The path of an undisturbed run, as `step#nth` of its calls. */
export const pathOf = ({ observations }: History): readonly string[] =>
  observations.filter((seen) => isOf(seen, 'call.received')).map(({ event }) => `${event.step}#${event.nth}`);

/** Whether two undisturbed runs of one program took one path. The members of a parallel group come in any order. */
export const isOnePath = (one: History, two: History): boolean => groupedPath(one).join() === groupedPath(two).join();

/** The path with each stretch of members of one parallel group in alphabetical order. */
const groupedPath = (history: History): readonly string[] => {
  const stretches: { group: string | undefined; calls: string[] }[] = [];
  for (const call of pathOf(history)) {
    const holder = holderOf(history.plan.program, call.replace(/#\d+$/, ''));
    const group = holder?.op === 'parallel' ? holder.id : undefined;
    const last = stretches.at(-1);
    if (last === undefined || last.group !== group) stretches.push({ group, calls: [call] });
    else last.calls.push(call);
  }
  return stretches.flatMap(({ group, calls }) => (group === undefined ? calls : calls.sort()));
};

/** The first boundary of that name that an undisturbed run came to, if it came to one. */
export const firstOf = (landmarks: readonly Landmark[], name: Boundary['at']): readonly Boundary[] =>
  landmarks
    .filter(isAnyOf(name))
    .slice(0, 1)
    .map(({ boundary }) => boundary);
