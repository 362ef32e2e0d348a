import type { History, Plan, Program } from '../model/vocabulary.ts';
import {
  cancel,
  decideOddly,
  decideTogether,
  killWhileTimePasses,
  launchAgain,
  launchBeforeWork,
  leaveUnknown,
  poison,
  startAnother,
} from './plans/commands.ts';
import { landmarksOf } from './plans/landmarks.ts';
import { planOf } from './plans/make.ts';
import { decideTooLate, workTooLong } from './plans/overtime.ts';
import {
  beforeWork,
  decideWithNoWorker,
  type Generate,
  killAtEach,
  killAtEachCommit,
  killInRetryWait,
  killRecovery,
  killWhenStored,
  killWhereValuesCount,
  loseNode,
  stopAtEach,
} from './plans/signals.ts';
import type { Coverage, Scenario } from './programs/scenario.ts';

/** The plan that interrupts nothing: the positive control, whose path every other plan of the program follows. */
export const controlOf = (program: Program, nth: number): Plan => ({
  ...planOf(program, []),
  id: `${program.id}/undisturbed-${nth}`,
});

/** Every plan of a scenario, each once, given what an undisturbed run of it showed. */
export const plansFor = ({ program, coverage }: Scenario, undisturbed: History): readonly Plan[] => {
  const landmarks = landmarksOf(undisturbed);
  const plans = coverage.flatMap((kind) => generators[kind].flatMap((generate) => generate(program, landmarks)));
  return plans.filter((plan, at) => plans.findIndex(({ id }) => id === plan.id) === at);
};

const generators: Readonly<Record<Coverage, readonly Generate[]>> = {
  every: [beforeWork, killAtEach, killWhenStored, stopAtEach, killInRetryWait, killRecovery, decideWithNoWorker],
  kills: [killAtEach],
  values: [killWhereValuesCount, killWhenStored],
  races: [decideTogether],
  decisions: [decideOddly],
  cancellations: [cancel],
  launches: [launchAgain],
  ready: [launchBeforeWork],
  workers: [startAnother],
  unknown: [leaveUnknown],
  nodes: [loseNode],
  commits: [killAtEachCommit],
  poison: [poison],
  time: [killWhileTimePasses],
  late: [decideTooLate],
  'long-work': [workTooLong],
};
