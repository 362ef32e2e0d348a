import { answers, wordsFor } from '../pure.ts';
import type { Step, StepOp } from '../vocabulary.ts';

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
  /** The state revision: how many steps are committed. */
  readonly done: number;
};
/** What a launch says of a slot. */
export type SlotInput = Pick<SlotContext, 'tenant' | 'run' | 'steps' | 'specification' | 'workerClass'>;

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
  | { type: 'lose'; attempt: string; nowMs: number; backoffMs: number; maxAttempts: number }
  | { type: 'hold' | 'release' | 'fail' | 'cancel' }
  | Reassign;
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
const after = (context: SlotContext, step: string): number => context.steps.findIndex(({ id }) => id === step) + 1;
const isNotNext = (context: SlotContext, { step }: { readonly step: string }): boolean =>
  context.steps[context.done]?.id !== step;

/** What a slot can be asked about. */
export const guards = {
  isElsewhere: when('belong', (context, event) => context.tenant !== event.tenant || context.run !== event.run),
  isTooEarly: when('claim', (context, event) => context.retryAtMs !== null && event.nowMs < context.retryAtMs),
  wouldOverlap: when('claim', (_, event) => event.prior?.isLeaseTerminal === false),
  isOfAnotherClass: when('claim', (context, event) => context.workerClass !== event.workerClass),
  isNotPending: when('start', (context, event) => context.pending !== event.attempt),
  worksForAnother: when('work', (context, event) => context.active !== event.attempt),
  worksOutOfOrder: when('work', isNotNext),
  worksOnAnotherKind: when('work', (context, { step, ops }) =>
    context.steps.every(({ id, op }) => id !== step || !ops.includes(op)),
  ),
  advancesForAnother: when('advance', (context, event) => context.active !== event.attempt),
  advancesOutOfOrder: when('advance', isNotNext),
  isStale: when('advance', (context, event) => context.done !== event.revision),
  parksForAnother: when('park', (context, event) => context.active !== event.attempt),
  wakesOutOfOrder: when('wake', isNotNext),
  finishesForAnother: when('finish', (context, event) => context.active !== event.attempt),
  hasMoreSteps: when('finish', (context) => context.done < context.steps.length),
  isNotCurrent: when('lose', (context, event) => current(context) !== event.attempt),
  isLastDeath: when('lose', (context, event) => context.deaths + 1 >= event.maxAttempts),
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
  // The greater of both, so that a mutant without a fence shows its second commit and keeps its place.
  advance: set('advance', (context, event) => ({ done: Math.max(context.done, after(context, event.step)) })),
  park: set('park', ended),
  wake: set('wake', (context, event) => ({ done: after(context, event.step) })),
  finish: set('finish', ended),
  die: set('lose', (context) => ({ ...ended(context), deaths: context.deaths + 1 })),
  lose: set('lose', (context, event) => ({
    ...ended(context),
    deaths: context.deaths + 1,
    retryAtMs: event.nowMs + event.backoffMs,
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
