import { mustFail } from '../reading.ts';
import { type History, isControl, isOf, type Observation } from '../vocabulary.ts';
import { landedIn } from './weight.ts';

/** What keeps a case from saying anything; one that is not total still lets a violation count. */
export type Obstacle = { readonly because: string; readonly isTotal: boolean };

/** Why a case cannot be judged by itself, or nothing. Whatever the harness did not do as planned comes before what the runtime did. */
export const obstacleOf = (history: History): Obstacle | undefined => {
  const because = brokenCase(history);
  if (because !== undefined) return { because, isTotal: true };
  const missing = missedIn(history);
  if (missing === undefined) return undefined;
  return { because: `did not land: ${missing}`, isTotal: !wasCutByStandstill(history) };
};

const brokenCase = (history: History): string | undefined => {
  const escaped = history.observations.find((seen) => isOf(seen, 'call.escaped'));
  const strange = history.observations.find((seen) => isOf(seen, 'call.strange'));
  if (escaped !== undefined)
    return 'a process lived on after its death and called the world: a kill did not reach all of it';
  if (strange !== undefined && isOf(strange, 'call.strange'))
    return `the world was called by a stranger: ${strange.event.because}`;
  if (history.ended === 'moving') return 'the run was still moving when it was cut off';
  if (history.ended === 'aborted') return 'the case was cut short';
  if (isControl(history.plan) && !isCalled(history)) return 'no worker called the world, so nothing could be seen';
  return undefined;
};

/**
 * What an undisturbed run vouches for: its program, as it is watched. Under the eyes of a supervisor a program is another one: what it
 * cannot do there it may well do without. A script rests on no such run.
 */
export const kindOf = ({ plan: { program, watches, script } }: History): string | undefined =>
  script === undefined ? [program.id, ...(watches === undefined ? [] : [watches])].join(' ') : undefined;

/** A program that does not even end undisturbed as it has to says nothing when it is interrupted. The undisturbed case itself is judged. */
export const isUnsoundControl = (history: History): boolean => isControl(history.plan) && !isSound(history);

/** What stands in the way of a case whose program fails undisturbed. */
export const untestable = (program: string): string => `untestable: ${program} does not succeed undisturbed`;

const isCalled = (history: History): boolean => history.observations.some((seen) => isOf(seen, 'call.received'));

const isSound = (control: History): boolean => {
  const last = control.observations.findLast((seen) => isOf(seen, 'view.read') && seen.event.why === 'rest');
  const status = last !== undefined && isOf(last, 'view.read') ? last.event.view.status : undefined;
  const isSuccess = status === undefined || status === (mustFail(control.plan.program) ? 'failed' : 'succeeded');
  return brokenCase(control) === undefined && control.ended === 'settled' && isSuccess;
};

const landed = (history: History): ReadonlySet<number> => new Set(landedIn(history).map(({ event }) => event.index));

const missedIn = (history: History): string | undefined => {
  const done = landed(history);
  const index = history.plan.interventions.findIndex((_, at) => !done.has(at));
  const planned = history.plan.interventions[index];
  if (planned === undefined) return undefined;
  const isIts = (seen: Observation): boolean => isOf(seen, 'intervention.missed') && seen.event.index === index;
  const missed = history.observations.find(isIts);
  const because =
    missed !== undefined && isOf(missed, 'intervention.missed') ? missed.event.because : 'it never happened';
  return `${planned.do} at ${planned.at.at}${planned.at.step === undefined ? '' : ` of ${planned.at.step}`}: ${because}`;
};

/** Landing is what the harness does. A run that stands still after the first interruption never comes to the place of the next. */
const wasCutByStandstill = (history: History): boolean => history.ended === 'stuck' && landed(history).has(0);
