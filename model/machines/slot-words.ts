import { answers, wordsFor } from '../pure.ts';
import type { RetryPolicy, Step, StepOp } from '../vocabulary.ts';
import { doneWith, dueSteps, nextStep, ownSteps } from './progress.ts';

/** The obligation, how far it is done, and the attempts that it names. */
export type SlotContext = {
  readonly tenant: string;
  readonly run: string;
  readonly steps: readonly Step[];
  readonly specification: string;
  readonly workerClass: string;
  /** Why it was last reassigned. */
  readonly reason: string | null;
  /** Attempts: `pending` was claimed and has not started, `active` works, `prior` is the last one that ended. */
  readonly pending: string | null;
  readonly active: string | null;
  readonly prior: string | null;
  readonly attempts: number;
  /** Attempts that ended without a result. One that was parked for an approval did not die. */
  readonly deaths: number;
  readonly retryAtMs: number | null;
  /** How often each step failed that has a retry policy. */
  readonly tries: Readonly<Record<string, number>>;
  /** The steps that are committed, and the groups and choices that ended with them, in the order of the program. */
  readonly done: readonly string[];
  /** The way that each choice took. */
  readonly paths: Readonly<Record<string, string>>;
  /** The state revision: how many commits there were. */
  readonly revision: number;
};
/** What a launch says of a slot. */
export type SlotInput = Pick<SlotContext, 'tenant' | 'run' | 'steps' | 'specification' | 'workerClass'> & {
  /** What a branch takes over of its parent. */
  readonly evidence: Pick<SlotContext, 'done' | 'paths'>;
};

/** What the composition knows of the attempt that the slot names as prior. */
export type Prior = {
  readonly isWorkerTerminal: boolean;
  readonly isLeaseTerminal: boolean;
  readonly owner: string | null;
};
/** `belong` and `work` only ask; the others move the slot or count what is done. */
export type SlotEvent =
  | { type: 'belong'; tenant: string; run: string }
  | { type: 'claim'; attempt: string; workerClass: string; nowMs: number; prior: Prior | null }
  | { type: 'start' | 'park' | 'finish'; attempt: string }
  | { type: 'work'; attempt: string; step: string; ops: readonly StepOp[] }
  | { type: 'advance'; attempt: string; step: string; revision: number }
  | { type: 'wake'; step: string }
  /** The step has its result without its attempt: its owner or a person said what became of it. */
  | { type: 'settle'; step: string }
  /** The slot need not wait for its retry time. */
  | { type: 'retry'; reason: string }
  /** These steps are done again: the one that is named, and those that rest on it, what the slot waits for among them perhaps. */
  | { type: 'repeat'; reason: string; step: string; steps: readonly string[]; isWaitOver: boolean }
  | { type: 'choose'; step: string; path: string }
  | Lose
  | { type: 'hold' | 'release' | 'fail' | 'cancel' }
  | Reassign;
type Lose = {
  type: 'lose';
  attempt: string;
  /** The step whose try failed, where the attempt ended by that. */
  step: string | null;
  nowMs: number;
  backoffMs: number;
  maxAttempts: number;
};
type Reassign = {
  type: 'reassign';
  actor: string;
  reason: string;
  prior: Prior | null;
  /** The specification that fits the asked class, where there is one. */
  specification: { readonly id: string; readonly workerClass: string } | null;
};

const { when, set } = wordsFor<SlotContext, SlotEvent>();
const current = (context: SlotContext): string | null => context.pending ?? context.active;
const ended = (context: SlotContext) => ({
  pending: null,
  active: null,
  prior: current(context) ?? context.prior,
  retryAtMs: null,
});
const advanced = (context: SlotContext, { step }: { readonly step: string }) => ({
  done: doneWith(context, step),
  revision: context.revision + 1,
});
const isNotDue = (context: SlotContext, { step }: { readonly step: string }): boolean =>
  dueSteps(context).every(({ id }) => id !== step);
// A wait goes on, and an owner's word counts, although a step before it is repeated.
const isDone = (context: SlotContext, { step }: { readonly step: string }): boolean => context.done.includes(step);
const policyOf = (context: SlotContext, id: string | null): RetryPolicy | undefined => {
  const step = ownSteps(context.steps).find((one) => one.id === id);
  return step !== undefined && 'retry' in step ? step.retry : undefined;
};
const triesAfter = (context: SlotContext, id: string): number => (context.tries[id] ?? 0) + 1;
const isUsedUp = (context: SlotContext, { step }: Lose): boolean =>
  step !== null && triesAfter(context, step) >= (policyOf(context, step)?.attempts ?? Number.POSITIVE_INFINITY);
const died = (context: SlotContext, { step }: Lose) => ({
  ...ended(context),
  deaths: context.deaths + 1,
  tries:
    step === null || policyOf(context, step) === undefined
      ? context.tries
      : { ...context.tries, [step]: triesAfter(context, step) },
});

/** What a slot can be asked about. */
export const guards = {
  isElsewhere: when('belong', (context, event) => context.tenant !== event.tenant || context.run !== event.run),
  isTooEarly: when('claim', (context, event) => context.retryAtMs !== null && event.nowMs < context.retryAtMs),
  wouldOverlap: when('claim', (_, event) => event.prior?.isLeaseTerminal === false),
  isOfAnotherClass: when('claim', (context, event) => context.workerClass !== event.workerClass),
  isNotPending: when('start', (context, event) => context.pending !== event.attempt),
  worksForAnother: when('work', (context, event) => context.active !== event.attempt),
  worksOutOfOrder: when('work', isNotDue),
  worksOnAnotherKind: when('work', (context, { step, ops }) =>
    ownSteps(context.steps).every(({ id, op }) => id !== step || !ops.includes(op)),
  ),
  advancesForAnother: when('advance', (context, event) => context.active !== event.attempt),
  advancesOutOfOrder: when('advance', isNotDue),
  isStale: when('advance', (context, event) => context.revision !== event.revision),
  parksForAnother: when('park', (context, event) => context.active !== event.attempt),
  wakesAgain: when('wake', isDone),
  finishesForAnother: when('finish', (context, event) => context.active !== event.attempt),
  hasMoreSteps: when('finish', (context) => nextStep(context) !== undefined),
  settlesAgain: when('settle', isDone),
  retriesForNoReason: when('retry', (_, event) => event.reason.trim() === ''),
  repeatsForNoReason: when('repeat', (_, event) => event.reason.trim() === ''),
  endsItsWait: when('repeat', (_, event) => event.isWaitOver),
  repeatsNothing: when('repeat', (context, event) => !context.done.includes(event.step)),
  isNotCurrent: when('lose', (context, event) => current(context) !== event.attempt),
  isLast: when('lose', (context, event) => context.deaths + 1 >= event.maxAttempts || isUsedUp(context, event)),
  hasNoPrior: when('reassign', (context, event) => context.prior === null || event.prior === null),
  isPriorAtWork: when('reassign', (_, event) => event.prior?.isWorkerTerminal === false),
  isPriorLeased: when('reassign', (_, event) => event.prior?.isLeaseTerminal === false),
  isReasonBlank: when('reassign', (_, event) => event.reason.trim() === ''),
  isAnotherActor: when('reassign', (_, { prior, actor }) => prior !== null && ![null, actor].includes(prior.owner)),
  hasNoSpecification: when('reassign', (_, event) => event.specification === null),
};

/** What an accepted event changes. */
export const actions = {
  ...answers,
  claim: set('claim', (context, event) => ({
    pending: event.attempt,
    attempts: context.attempts + 1,
    retryAtMs: null,
  })),
  start: set('start', (_, event) => ({ pending: null, active: event.attempt })),
  advance: set('advance', advanced),
  park: set('park', ended),
  wake: set('wake', advanced),
  settle: set('settle', advanced),
  retry: set('retry', (_, { reason }) => ({ reason, retryAtMs: null })),
  repeat: set('repeat', (context, { reason, steps }) => ({
    reason,
    retryAtMs: null,
    done: context.done.filter((id) => !steps.includes(id)),
    // A choice that is made again has taken no way yet.
    paths: Object.fromEntries(Object.entries(context.paths).filter(([id]) => !steps.includes(id))),
  })),
  choose: set('choose', (context, event) => ({ paths: { [event.step]: event.path, ...context.paths } })),
  finish: set('finish', ended),
  die: set('lose', died),
  lose: set('lose', (context, event) => ({
    ...died(context, event),
    retryAtMs: event.nowMs + (policyOf(context, event.step)?.backoffMs ?? event.backoffMs),
  })),
  fail: set('fail', ended),
  cancel: set('cancel', ended),
  reopen: set('reassign', (context, event) => ({
    specification: event.specification?.id ?? context.specification,
    workerClass: event.specification?.workerClass ?? context.workerClass,
    reason: event.reason,
    pending: null,
    active: null,
    retryAtMs: null,
  })),
};
