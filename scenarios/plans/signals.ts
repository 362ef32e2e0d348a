import {
  type Boundary,
  type BoundaryName,
  callStepOf,
  holderOf,
  type Intervention,
  type Plan,
  type Program,
} from '../../model/vocabulary.ts';
import { isAnyOf, isOfCommit, type Landmark } from './landmarks.ts';
import { approvalsOf, planOf } from './make.ts';

/** Makes plans of a program, given the boundaries that an undisturbed run of it came to. */
export type Generate = (program: Program, landmarks: readonly Landmark[]) => readonly Plan[];

const kill = (at: Boundary): Intervention => ({ at, do: 'kill' });
/** The same place, when it is come to for the `nth` time. */
export const again = (at: Boundary, nth: number): Boundary => ({ ...at, nth });

/** Each boundary at which the world has done its work and withholds the answer, with the one at which the same request had arrived. */
const receivedBefore: Readonly<Partial<Record<BoundaryName, BoundaryName>>> = {
  'call.done': 'call.received',
  'output.stored': 'output.received',
  'effect.applied': 'effect.received',
};
/** Whether the world has done its work there and withholds the answer. */
export const isWithheld = ({ boundary }: Landmark): boolean => boundary.at in receivedBefore;
/** Whether a request had arrived there, and nothing was done. */
export const isReceived = ({ boundary }: Landmark): boolean => Object.values(receivedBefore).includes(boundary.at);

/** Before work starts: the worker is up and told to work, and dies before it calls. */
export const beforeWork: Generate = (program) => [planOf(program, [kill({ at: 'worker.started', nth: 1 })])];

/** Death at every boundary of every call. */
export const killAtEach: Generate = (program, landmarks) =>
  landmarks.filter((landmark) => !isOfCommit(landmark)).map(({ boundary }) => planOf(program, [kill(boundary)]));

/** Where a result should be durable, and where it certainly is not yet: what a successor hands on shows whether it was kept as it was. */
export const killWhereValuesCount: Generate = (program, landmarks) =>
  killAtEach(program, landmarks.filter(isAnyOf('call.next', 'output.next', 'effect.applied')));

/** Right after a commit became durable; only where the store can be read while the worker is stopped. */
export const killWhenStored: Generate = (program, landmarks) =>
  landmarks
    .filter(isWithheld)
    .map(({ boundary }) => planOf(program, [kill(storedAfter(boundary))], { needs: ['sliced'] }));

/** Where the result of a call whose answer is withheld there has become durable. */
export const storedAfter = (withheld: Boundary): Boundary => ({
  ...withheld,
  at: withheld.at === 'effect.applied' ? 'effect.recorded' : 'step.committed',
});

/** A worker is stopped there, and let go when its successor has brought the run to rest. */
export const zombieAt = (at: Boundary): readonly Intervention[] => [
  { at, do: 'stop' },
  { at: { at: 'takeover.rested', nth: 1 }, do: 'continue' },
];

/** Death in the middle of every commit, and right after it, where the harness is told of them. */
export const killAtEachCommit: Generate = (program, landmarks) =>
  landmarks.filter(isOfCommit).map(({ boundary }) => planOf(program, [kill(boundary)]));

/** A zombie: stopped at each boundary, let go when its successor has brought the run to rest. */
export const stopAtEach: Generate = (program, landmarks) =>
  landmarks
    .filter((landmark) => isStoppedAt(program, landmark))
    .map(({ boundary }) => planOf(program, zombieAt(boundary)));

/** Whether a worker is stopped there until its successor has come to rest. */
export const isStoppedAt = (program: Program, landmark: Landmark): boolean =>
  (isWithheld(landmark) || isReceived(landmark) || isAnyOf('approval.shown')(landmark)) &&
  !isKnownAsPending(program, landmark);

/** As long as an owner that can be asked has a request on its table, nobody sends another: the zombie's would have to come first. */
const isKnownAsPending = (program: Program, landmark: Landmark): boolean => {
  const step = callStepOf(program, landmark.boundary.step ?? '');
  return isReceived(landmark) && step?.op === 'effect' && step.contract === 'lookup';
};

/** A second death, of the successor, before it called. */
export const killInRetryWait: Generate = (program, landmarks) =>
  landmarks
    .filter(isWithheld)
    .slice(0, 1)
    .map(({ boundary }) => planOf(program, [kill(boundary), kill({ at: 'retry-wait', nth: 1 })]));

/** A crash during recovery, when the successor comes to the same call; and three at the same point. */
export const killRecovery: Generate = (program, landmarks) =>
  landmarks
    .filter(isWithheld)
    .filter(isSentAgain(program))
    .flatMap(({ boundary }) => {
      const [second, third] = [again(boundary, boundary.nth + 1), again(boundary, boundary.nth + 2)];
      const received = receivedBefore[boundary.at];
      const crashes = [
        ...(received === undefined ? [] : [[boundary, { ...second, at: received }]]),
        [boundary, second, third],
      ];
      return crashes.filter((places) => isTried(program, places)).map((places) => planOf(program, places.map(kill)));
    });

/** Whether a step's policy has as many tries left. */
const isTried = (program: Program, places: readonly Boundary[]): boolean => {
  const step = callStepOf(program, places[0]?.step ?? '');
  const most = step !== undefined && 'retry' in step ? step.retry?.attempts : undefined;
  return places.every(({ nth }) => nth <= (most ?? Infinity));
};

/** Whether the call is made again after its worker was lost: an effect is not, where its owner would apply it twice. */
const isSentAgain =
  (program: Program) =>
  ({ boundary }: Landmark): boolean => {
    const step = callStepOf(program, boundary.step ?? '');
    return step?.op !== 'effect' || step.contract === 'idempotent';
  };

/** A decision while no worker lives. */
export const decideWithNoWorker: Generate = (program) =>
  approvalsOf(program).map((step) =>
    planOf(program, [kill({ at: 'approval.decided', step, nth: 1 })], { needs: ['client'] }),
  );

/** Death together with the node's disk, where a result should be durable and where an effect is ambiguous. */
export const loseNode: Generate = (program, landmarks) =>
  landmarks
    .filter(isAnyOf('call.next', 'output.next', 'effect.applied'))
    .map(({ boundary }) => planOf(program, [{ at: boundary, do: 'lose-node' }], { needs: ['shared-store'] }));

/** The same wherever a call is held. */
export const loseNodeAtEach: Generate = (program, landmarks) =>
  landmarks
    .filter((landmark) => isReceived(landmark) || isWithheld(landmark))
    .map(({ boundary }) => planOf(program, [{ at: boundary, do: 'lose-node' }], { needs: ['shared-store'] }));

/** A worker is told to stop in order while it is in a call: it is let end what it has, or is killed before it could. */
export const drainAtEach: Generate = (program, landmarks) =>
  landmarks
    .filter((landmark) => isReceived(landmark) || isWithheld(landmark))
    .flatMap(({ boundary }) => {
      const drain: Intervention = { at: boundary, do: 'drain' };
      return [[drain], [drain, kill(boundary)]].map((deeds) => planOf(program, deeds, { needs: ['drain'] }));
    });

/** The same at the first call, and in the middle of a parallel group. */
export const drain: Generate = (program, landmarks) => {
  const [first, ...rest] = landmarks.filter(isWithheld);
  const isInside = ({ boundary }: Landmark): boolean => holderOf(program, boundary.step ?? '')?.op === 'parallel';
  return first === undefined ? [] : drainAtEach(program, [first, ...rest.filter(isInside).slice(0, 1)]);
};

/** Every answer in turn takes longer than a lease, to a worker that is alive and well. */
export const delayEach: Generate = (program, landmarks) =>
  landmarks
    .filter((landmark) => isReceived(landmark) || isWithheld(landmark))
    .map(({ boundary }) => planOf(program, [{ at: boundary, do: 'delay' }]));
