import {
  type Call,
  callsAfter,
  endingOf,
  isWorked,
  landedOf,
  leastMs,
  type Moment,
  needlessRepeats,
  type Reading,
  timerBeganAt,
} from '../../reading.ts';
import type { Step } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A durable timer fires once, and not before its time. */
export const timerFiresOnce = requirement({
  id: 'recovery.timer-fires-once',
  since: '2026-12',
  title: 'A timer fires once',
  statement:
    'A timer that was running when a worker was lost, or a clock was moved, fires once, and not before its time.',
  duty: 'runtime',
  level: 2,
  profile: 'recover',
  reach: 'world',
  needs: ['timer'],
  clauses: [
    { id: 'not-before', statement: 'What follows the timer does not begin before its time.' },
    { id: 'once', statement: 'What follows the timer begins once.' },
  ],
  source:
    'Durable execution for AI agents, section Qualify the recovery behavior; report temporal-clock-backwards-drops-timer',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          reading.program.steps.flatMap((step) => (step.op === 'timer' ? occasionsOf(reading, run, step) : [])),
        )
      : [],
});

type Timer = Extract<Step, { op: 'timer' }>;

const occasionsOf = (reading: Reading, run: string, timer: Timer): readonly Occasion[] => {
  const followers = new Set(callsAfter(reading.program, timer.id).map((step) => step.id));
  const fired = reading.honest.find((call) => call.run === run && followers.has(call.step));
  const began = timerBeganAt(reading, run, timer.id);
  if (began === undefined) return [];
  if (fired === undefined) return followers.size === 0 ? [] : never(reading, run, timer);
  const wasInterrupted =
    reading.losses.some((loss) => loss.seq > began.seq && loss.seq < fired.seq) ||
    landedOf(reading, 'skew').some((moved) => moved.seq < fired.seq);
  return [
    ...notBefore(timer, { began, fired }, wasInterrupted),
    ...once(reading, { timer, followers, fired }, wasInterrupted),
  ];
};

/** It was disturbed while the harness saw the run wait for it, and what follows had not begun when the run was at rest. */
const never = (reading: Reading, run: string, { id }: Timer): readonly Occasion[] => {
  const disturbed = disturbanceOf(reading, id);
  const ending = endingOf(reading, run);
  const hasFired = reading.sights.some((one) => one.run === run && (one.view.steps[id]?.commits.length ?? 0) > 0);
  if (disturbed === undefined || ending?.as !== 'stuck' || ending.seq < disturbed.seq || hasFired) return [];
  const message = `${id} was running when ${disturbed.words}, and ${run} ${ending.words}`;
  return [broken('once', message, proof({ [disturbed.role]: disturbed.seq, rest: ending.seq }))];
};

type Disturbance = { readonly seq: number; readonly role: 'kill' | 'command'; readonly words: string };

/** A clock that went back and stayed there may keep a timer waiting; one that is ahead again has come to its time. */
const disturbanceOf = (reading: Reading, id: string): Disturbance | undefined => {
  const inIt = (deed: 'kill' | 'skew') =>
    landedOf(reading, deed).filter(
      ({ event: { boundary } }) => boundary.at === 'timer.waiting' && boundary.step === id,
    );
  const [lost] = inIt('kill');
  if (lost !== undefined) return { seq: lost.seq, role: 'kill', words: 'its worker was lost' };
  const isAhead = landedOf(reading, 'skew').length % 2 === 1;
  const moved = inIt('skew').at(-1);
  return moved !== undefined && isAhead
    ? { seq: moved.seq, role: 'command', words: 'the clock was moved, and is no longer behind' }
    : undefined;
};

type Fired = { readonly began: Moment; readonly fired: Call };

const notBefore = (timer: Timer, { began, fired }: Fired, wasInterrupted: boolean): readonly Occasion[] => {
  const passedMs = fired.atMs - began.atMs;
  if (passedMs >= leastMs(timer.ms)) return wasInterrupted ? [kept('not-before')] : [];
  const message = `${timer.id} is to last ${timer.ms} ms, and ${fired.step} began after ${Math.round(passedMs)} ms`;
  return [broken('not-before', message, proof({ answer: began.seq, illegal: fired.seq }))];
};

type After = { readonly timer: Timer; readonly followers: ReadonlySet<string>; readonly fired: Call };

const once = (reading: Reading, { timer, followers, fired }: After, wasInterrupted: boolean): readonly Occasion[] => {
  const again = needlessRepeats(reading, fired.run).find((one) => followers.has(one.again.step));
  if (again === undefined) return wasInterrupted ? [kept('once')] : [];
  const message = `${again.again.step} began twice after ${timer.id}, and nobody was lost in between`;
  return [broken('once', message, proof({ first: again.first.seq, illegal: again.again.seq }))];
};
