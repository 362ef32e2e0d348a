import type { History, Plan, Program } from '../model/vocabulary.ts';
import { answerOtherwise, askInDoubt, callBackOddly, meetTheExisting, takeAccess } from './plans/answers.ts';
import { commandEverywhere, killAtCommands } from './plans/at-boundaries.ts';
import {
  cancel,
  killWhileTimePasses,
  launchAgain,
  launchBeforeWork,
  leaveUnknown,
  poison,
  startAnother,
} from './plans/commands.ts';
import { decideOddly, decideTogether } from './plans/decisions.ts';
import { killEngine, moveClock, spoilArtifacts, takeStore, upgrade } from './plans/ground.ts';
import { landmarksOf } from './plans/landmarks.ts';
import { eachOnce, planOf } from './plans/make.ts';
import { launchAnother } from './plans/neighbours.ts';
import { operate, resume } from './plans/operations.ts';
import { decideTooLate, workTooLong } from './plans/overtime.ts';
import {
  beforeWork,
  decideWithNoWorker,
  delayEach,
  drain,
  drainAtEach,
  type Generate,
  killAtEach,
  killAtEachCommit,
  killInRetryWait,
  killRecovery,
  killWhenStored,
  killWhereValuesCount,
  loseNode,
  loseNodeAtEach,
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
  return eachOnce(coverage.flatMap((kind) => generators[kind].flatMap((generate) => generate(program, landmarks))));
};

/** Every intervention at every boundary of a scenario, each plan once, also where it was made for something else. */
export const everyPlanFor = (scenario: Scenario, undisturbed: History): readonly Plan[] => {
  const landmarks = landmarksOf(undisturbed);
  const { program } = scenario;
  return eachOnce([
    ...plansFor(scenario, undisturbed),
    ...everywhere.flatMap((generate) => generate(program, landmarks)),
  ]);
};

/** A death at every boundary that an undisturbed run of a program came to. */
export const deathsIn = (program: Program, undisturbed: History): readonly Plan[] => {
  const landmarks = landmarksOf(undisturbed);
  return [beforeWork, killAtEach, killAtEachCommit].flatMap((generate) => generate(program, landmarks));
};

const everywhere: readonly Generate[] = [
  beforeWork,
  killAtEach,
  killAtEachCommit,
  killWhenStored,
  stopAtEach,
  killInRetryWait,
  killRecovery,
  delayEach,
  drainAtEach,
  loseNodeAtEach,
  startAnother,
  cancel,
  launchAgain,
  decideTogether,
  decideOddly,
  decideWithNoWorker,
  killWhileTimePasses,
  answerOtherwise,
  commandEverywhere,
  killAtCommands,
  resume,
  launchAnother,
  takeStore,
  killEngine,
  spoilArtifacts,
  upgrade,
  moveClock,
];

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
  operations: [operate],
  resumption: [resume],
  late: [decideTooLate],
  neighbours: [launchAnother],
  'long-work': [workTooLong],
  answers: [answerOtherwise],
  lookups: [askInDoubt],
  callbacks: [callBackOddly],
  guards: [takeAccess],
  conflicts: [meetTheExisting],
  outages: [takeStore],
  engine: [killEngine],
  artifacts: [spoilArtifacts],
  upgrades: [upgrade],
  clocks: [moveClock],
  drains: [drain],
};
