import type { Boundary, BoundaryName, CallOp } from '../../model/vocabulary.ts';
import { RUN } from './messages.ts';
import type { Actor } from './stage.ts';

/** A moment of one call at which the world asks what the plan wants: the request is in, the work is done, the answer is about to leave. */
export type Moment = {
  readonly stage: 'received' | 'done' | 'leaving';
  readonly op: CallOp;
  readonly run: string;
  readonly step: string;
  /** The n-th call for this step of this run, from 1. */
  readonly nth: number;
  readonly call: number;
  readonly actor: Actor;
  /** The answered calls of this process for this run before this one, as `step#nth`, in order. */
  readonly answered: readonly string[];
};

/** What became of the caller: the call goes on, or its worker was killed and nobody waits for the answer. */
export type Passage = 'pass' | 'dropped';

const names: Readonly<Record<Moment['stage'], Readonly<Partial<Record<CallOp, BoundaryName>>>>> = {
  received: {
    model: 'call.received',
    tool: 'call.received',
    output: 'output.received',
    effect: 'effect.received',
    approval: 'approval.shown',
  },
  done: { model: 'call.done', tool: 'call.done', output: 'output.stored', effect: 'effect.applied' },
  leaving: { model: 'step.committed', tool: 'step.committed', output: 'step.committed', effect: 'effect.recorded' },
};
const nexts: Readonly<Partial<Record<CallOp, BoundaryName>>> = {
  model: 'call.next',
  tool: 'call.next',
  output: 'output.next',
  effect: 'effect.next',
};

/** Whether this is the moment that a boundary names. */
export const isAt = (boundary: Boundary, moment: Moment): boolean => {
  if ((boundary.run ?? RUN) !== moment.run) return false;
  if (Object.values(nexts).includes(boundary.at))
    return moment.stage === 'received' && moment.answered.at(-1) === `${boundary.step}#${boundary.nth}`;
  return names[moment.stage][moment.op] === boundary.at && moment.step === boundary.step && moment.nth === boundary.nth;
};

/** The boundary of a moment itself, apart from being the next call after another one. */
export const boundaryOf = (moment: Place & Pick<Moment, 'stage'>): Boundary | undefined =>
  placed(names[moment.stage][moment.op], moment);

/** The boundary at a worker's next call after one of its calls; an approval's has none. */
export const nextAfter = (moment: Place): Boundary | undefined => placed(nexts[moment.op], moment);

type Place = Pick<Moment, 'op' | 'run' | 'step' | 'nth'>;

const placed = (at: BoundaryName | undefined, { run, step, nth }: Place): Boundary | undefined =>
  at === undefined ? undefined : { at, ...(run === RUN ? {} : { run }), step, nth };
