import type { Boundary, BoundaryName, CallOp, Deed, Intervention } from '../../model/vocabulary.ts';
import { RUN } from './messages.ts';
import type { Actor } from './stage.ts';

/**
 * A moment of one call at which the world asks what the plan wants: the request is in, the work is done, the answer is about to leave; or
 * an owner was asked, and its word is about to leave.
 */
export type Moment = {
  readonly stage: 'received' | 'done' | 'leaving' | 'asked';
  readonly op: CallOp;
  readonly run: string;
  readonly step: string;
  /** The n-th call for this step of this run, or the n-th look-up, from 1. */
  readonly nth: number;
  readonly call: number;
  readonly actor: Actor;
  /** The answered calls of this process for this run before this one, as `step#nth`, in order. */
  readonly answered: readonly string[];
};

/**
 * What becomes of a call. It goes on; or its worker was killed and nobody waits for the answer, and its request is discarded (`dropped`), done
 * all the same (`delivered`), or still on its way (`adrift`); or the world does what the plan wants of it.
 */
export type Passage = 'pass' | 'dropped' | 'delivered' | 'adrift' | Turn;

/** A deed of the world on the call that is held. */
export type Turn = Extract<Deed, 'drop' | 'duplicate' | 'fail' | 'refuse' | 'conflict'>;
/** Whether a deed is one of the world's on the call that is held. */
export const isTurn = (deed: Deed): deed is Turn => ['drop', 'duplicate', 'fail', 'refuse', 'conflict'].includes(deed);

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
  asked: { effect: 'effect.looked-up' },
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

/** Whether a worker does not outlive a deed. */
export const isEnd = (deed: Deed): boolean => ['kill', 'lose-node', 'poison'].includes(deed);

/** What the request of a dead worker comes to: it is settled before a successor starts, unless the plan brings it to its owner later. */
export const orphaned = (moment: Moment, next: Intervention | undefined): 'dropped' | 'delivered' | 'adrift' => {
  if (next?.do !== 'deliver' || moment.stage !== 'received') return 'dropped';
  return isAt(next.at, moment) ? 'delivered' : 'adrift';
};

/** The boundary of a moment itself, apart from being the next call after another one. */
export const boundaryOf = (moment: Place & Pick<Moment, 'stage'>): Boundary | undefined =>
  placed(names[moment.stage][moment.op], moment);

/** The boundary at a worker's next call after one of its calls; an approval's has none. */
export const nextAfter = (moment: Place): Boundary | undefined => placed(nexts[moment.op], moment);

type Place = Pick<Moment, 'op' | 'run' | 'step' | 'nth'>;

const placed = (at: BoundaryName | undefined, { run, step, nth }: Place): Boundary | undefined =>
  at === undefined ? undefined : { at, ...(run === RUN ? {} : { run }), step, nth };
