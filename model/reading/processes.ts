import { type History, isOf, type ObservationOf } from '../vocabulary.ts';
import type { Call } from './calls.ts';

/** A worker that the harness stopped. Slices stop and continue a worker many times; each is a stop of its own. */
export type Stop = {
  readonly worker: string;
  readonly stopped: ObservationOf<'process.stopped'>;
  readonly continued: ObservationOf<'process.continued'> | undefined;
  readonly died: ObservationOf<'process.died'> | undefined;
};

/** Every stop of a worker, with what ended it. */
export const stopsOf = (history: History): readonly Stop[] =>
  history.observations
    .filter((seen) => isOf(seen, 'process.stopped'))
    .map((stopped) => {
      const after = history.observations.filter((seen) => seen.seq > stopped.seq && seen.worker === stopped.worker);
      return {
        worker: stopped.worker ?? '',
        stopped,
        continued: after.find((seen) => isOf(seen, 'process.continued')),
        died: after.find((seen) => isOf(seen, 'process.died')),
      };
    });

/** The first call of a successor in a run while this worker stood still. Without one the worker is only slow. */
export const takeoverOf = (stop: Stop, calls: readonly Call[], run: string): Call | undefined => {
  const end = Math.min(stop.continued?.seq ?? Infinity, stop.died?.seq ?? Infinity);
  return calls.find(
    (call) => call.run === run && call.worker !== stop.worker && call.seq > stop.stopped.seq && call.seq < end,
  );
};

/** Whether a call came from a worker that had been stopped and replaced in this run by then. */
export const isFromZombie = (call: Call, stops: readonly Stop[], calls: readonly Call[]): boolean =>
  stops.some((stop) => {
    const takeover = stop.worker === call.worker ? takeoverOf(stop, calls, call.run) : undefined;
    return takeover !== undefined && call.seq > takeover.seq;
  });

/** Where a plan took a worker away, by killing or by stopping it. */
export type Loss = { readonly worker: string; readonly seq: number; readonly by: 'kill' | 'stop' };

/** Deaths by the plan, and stops that nobody undid before a successor had come. */
export const lossesOf = (history: History, stops: readonly Stop[], calls: readonly Call[]): readonly Loss[] => {
  const deaths = history.observations
    .filter((seen) => isOf(seen, 'process.died'))
    .filter((seen) => seen.event.by === 'plan')
    .map((seen): Loss => ({ worker: seen.worker ?? '', seq: seen.seq, by: 'kill' }));
  const isReplaced = (stop: Stop): boolean => calls.some((call) => takeoverOf(stop, calls, call.run) !== undefined);
  const hangs = stops
    .filter((stop) => isReplaced(stop) || (stop.continued === undefined && stop.died?.event.by !== 'plan'))
    .map((stop): Loss => ({ worker: stop.worker, seq: stop.stopped.seq, by: 'stop' }));
  return [...deaths, ...hangs].sort((one, other) => one.seq - other.seq);
};
