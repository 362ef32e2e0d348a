import type { Boundary, BoundaryName, Feature, History, Intervention, Plan, Program } from '../model/vocabulary.ts';
import { type Landmark, landmarksOf } from './plans/landmarks.ts';
import { nameOf } from './plans/names.ts';
import type { Coverage, Scenario } from './programs.ts';

/** The plan that interrupts nothing: the positive control, whose path every other plan of the program follows. */
export const controlOf = (program: Program, nth: number): Plan => ({
  ...planOf(program, []),
  id: `${program.id}/undisturbed-${nth}`,
});

/** Every plan of a scenario, given what an undisturbed run of it showed. Each boundary that the run came to gets its interruptions. */
export const plansFor = ({ program, coverage }: Scenario, undisturbed: History): readonly Plan[] => {
  const landmarks = landmarksOf(undisturbed);
  return generators[coverage].flatMap((generate) => generate(program, landmarks));
};

type Generate = (program: Program, landmarks: readonly Landmark[]) => readonly Plan[];

const kill = (at: Boundary): Intervention => ({ at, do: 'kill' });
const again = (at: Boundary, nth: number): Boundary => ({ ...at, nth });
const isAt =
  (...names: readonly BoundaryName[]) =>
  (mark: Landmark): boolean =>
    names.includes(mark.boundary.at);

/** Before work starts: the worker is up and told to work, and dies before it calls. */
const beforeWork: Generate = (program) => [planOf(program, [kill({ at: 'worker.started', nth: 1 })])];

const killAtEach: Generate = (program, landmarks) => landmarks.map(({ boundary }) => planOf(program, [kill(boundary)]));

/** Where a result should be durable, and where it certainly is not yet: what a successor hands on shows whether it was kept as it was. */
const killWhereValuesCount: Generate = (program, landmarks) =>
  killAtEach(program, landmarks.filter(isAt('call.next', 'effect.applied')));

/** Right after a commit became durable; only where the store can be read while the worker is stopped. */
const killWhenStored: Generate = (program, landmarks) =>
  landmarks
    .filter(isAt('call.done', 'effect.applied'))
    .map(({ boundary }) => ({
      ...boundary,
      at: boundary.at === 'call.done' ? ('step.committed' as const) : ('effect.recorded' as const),
    }))
    .map((boundary) => planOf(program, [kill(boundary)], { needs: ['sliced'] }));

/** A zombie: stopped at each boundary, let go when its successor has brought the run to rest. */
const stopAtEach: Generate = (program, landmarks) =>
  landmarks
    .filter(isAt('call.received', 'call.done', 'approval.shown', 'effect.received', 'effect.applied'))
    .map(({ boundary }) =>
      planOf(program, [
        { at: boundary, do: 'stop' },
        { at: { at: 'takeover.rested', nth: 1 }, do: 'continue' },
      ]),
    );

const killInRetryWait: Generate = (program, landmarks) =>
  landmarks
    .filter(isAt('call.done', 'effect.applied'))
    .slice(0, 1)
    .map(({ boundary }) => planOf(program, [kill(boundary), kill({ at: 'retry-wait', nth: 1 })]));

/** A crash during recovery, when the successor comes to the same call; and three at the same point. */
const killRecovery: Generate = (program, landmarks) =>
  landmarks.filter(isAt('call.done', 'effect.applied')).flatMap(({ boundary }) => {
    const received: BoundaryName = boundary.at === 'call.done' ? 'call.received' : 'effect.received';
    return [
      planOf(program, [kill(boundary), kill({ ...again(boundary, 2), at: received })]),
      planOf(program, [kill(boundary), kill(again(boundary, 2)), kill(again(boundary, 3))]),
    ];
  });

const decideWithNoWorker: Generate = (program) =>
  approvalsOf(program).map((step) =>
    planOf(program, [kill({ at: 'approval.decided', step, nth: 1 })], { needs: ['client'] }),
  );

/** Two decisions on one parked wait, from two processes at once. */
const decideTogether: Generate = (program) =>
  approvalsOf(program).map((step) => {
    const decide: Intervention = { at: { at: 'approval.requested', step, nth: 1 }, do: 'decide' };
    return planOf(program, [decide, decide], { judges: ['approval.concurrent-resumes-act-once'] });
  });

const generators: Readonly<Record<Coverage, readonly Generate[]>> = {
  every: [beforeWork, killAtEach, killWhenStored, stopAtEach, killInRetryWait, killRecovery, decideWithNoWorker],
  values: [killWhereValuesCount, killWhenStored],
  races: [decideTogether],
};

const approvalsOf = (program: Program): readonly string[] =>
  program.steps.filter(({ op }) => op === 'approval').map(({ id }) => id);

type More = { readonly needs?: readonly Feature[]; readonly judges?: readonly string[] };

const planOf = (program: Program, interventions: readonly Intervention[], more: More = {}): Plan => ({
  id: `${program.id}/${nameOf(interventions)}`,
  program,
  interventions,
  needs: [...new Set<Feature>([...program.steps.map(({ op }) => op), ...(more.needs ?? [])])],
  ...(more.judges === undefined ? {} : { judges: more.judges }),
  settings: {},
});
