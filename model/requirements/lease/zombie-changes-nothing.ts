import {
  type Call,
  finishedBeforeZombie,
  isWorked,
  type Reading,
  type Sight,
  type Stop,
  sameShown,
  takeoverOf,
} from '../../reading.ts';
import { dependenciesOf, type RunView } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Nothing that a worker does after its successor took over changes committed state or the outcome. */
export const zombieChangesNothing = requirement({
  id: 'lease.zombie-changes-nothing',
  since: '2026-12',
  title: 'A zombie changes nothing',
  statement:
    'A worker that comes back after a successor has taken over changes no committed result, no wait and no outcome, and gets no further in the run.',
  duty: 'runtime',
  level: 2,
  profile: 'fence',
  reach: 'world',
  needs: [],
  clauses: [
    { id: 'results-and-waits', statement: 'Commits, values in force and waits are the same after its late answer.' },
    { id: 'outcome', statement: 'The run that had ended has not moved from its end.' },
    { id: 'goes-no-further', statement: 'It does not get to a step that depends on the one it was stopped in.' },
  ],
  source:
    'Durable execution for AI agents, section Commit outputs before acknowledging progress; reports river-rescue-overwrites-completed and pgboss-expired-handler-keeps-running',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.stops.flatMap((stop) => reading.runs.flatMap((run) => occasionsOf(reading, stop, run)))
      : [],
});

type Return = {
  readonly run: string;
  readonly stop: Stop;
  /** The call in which it was stopped: its answer came too late. */
  readonly late: Call;
  readonly takeover: Call;
  readonly continued: number;
  readonly before: Sight;
  readonly after: Sight;
};

const occasionsOf = (reading: Reading, stop: Stop, run: string): readonly Occasion[] => {
  const back = returnOf(reading, stop, run);
  if (back === undefined) return [];
  const { before, after } = back;
  const isSame = sameShown(durable(before.view), durable(after.view));
  const outcome = `${run} was ${before.view.status} before and is ${after.view.status} after it`;
  const further = wentFurther(reading, back);
  const steps = `${stop.worker} came back and went on to ${further?.step}, resting on its late ${back.late.step}`;
  return [
    isSame ? kept('results-and-waits') : broken('results-and-waits', changeIn(back), evidenceOf(back, after.seq)),
    before.view.status === after.view.status
      ? kept('outcome')
      : broken('outcome', `${stop.worker} came back: ${outcome}`, evidenceOf(back, after.seq)),
    further === undefined ? kept('goes-no-further') : broken('goes-no-further', steps, evidenceOf(back, further.seq)),
  ];
};

/**
 * Silence is no proof that a zombie tried: it must have been replaced, must have lived until the reading after its return, and its
 * late answer must have reached it. The run must have ended before, or the successor's own work would be taken for the zombie's.
 */
const returnOf = (reading: Reading, stop: Stop, run: string): Return | undefined => {
  const takeover = takeoverOf(stop, reading.calls, run);
  const continued = stop.continued?.seq;
  const before = finishedBeforeZombie(reading, run);
  if (takeover === undefined || continued === undefined || before === undefined || before.seq > continued)
    return undefined;
  const late = reading.calls.find(
    (call) =>
      call.run === run &&
      call.worker === stop.worker &&
      call.seq < takeover.seq &&
      call.answered !== undefined &&
      call.answered.seq > stop.stopped.seq,
  );
  const after = reading.sights.find(
    (sight) =>
      sight.run === run && sight.why === 'after-continue' && sight.seq > Math.max(continued, late?.answered?.seq ?? 0),
  );
  if (late === undefined || after === undefined || diedBefore(stop, after.seq)) return undefined;
  return { run, stop, late, takeover, continued, before, after };
};

const diedBefore = (stop: Stop, seq: number): boolean => stop.died !== undefined && stop.died.seq < seq;

/** What a late worker must not touch. Attempts are left out: that a zombie's own record ends late is no change of the run. */
const durable = (view: RunView): Pick<RunView, 'steps' | 'approvals'> => ({
  steps: view.steps,
  approvals: view.approvals,
});

/**
 * A request that was in flight, or comes again for the same step, is no fault; one that depends on the late result is. Calls
 * after the takeover count, up to the end: the zombie needs no permission to be late.
 */
const wentFurther = (reading: Reading, back: Return): Call | undefined =>
  reading.calls.find(
    (call) =>
      call.run === back.run &&
      call.worker === back.stop.worker &&
      call.seq > back.takeover.seq &&
      dependenciesOf(reading.program, call.step).has(back.late.step),
  );

const changeIn = ({ before, after, stop, run }: Return): string => {
  const names = new Set([...Object.keys(before.view.steps), ...Object.keys(after.view.steps)]);
  const step = [...names].find((name) => !sameShown(before.view.steps[name], after.view.steps[name]));
  const what = step === undefined ? 'the waits' : `what is committed for ${step}`;
  return `${stop.worker} came back after ${run} had ended, and ${what} changed`;
};

const evidenceOf = (back: Return, illegal: number) =>
  proof({
    stop: back.stop.stopped.seq,
    takeover: back.takeover.seq,
    finished: back.before.seq,
    continue: back.continued,
    answer: back.late.answered?.seq,
    illegal,
  });
