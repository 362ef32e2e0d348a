import { answers, wordsFor } from '../pure.ts';
import type { Pins, Program } from '../vocabulary.ts';

/** The run and step that a run was started for. */
export type Parent = { readonly run: string; readonly slot: string; readonly step: string };
/** The run that a branch was made from, by whom, and why. */
export type Origin = { readonly run: string; readonly actor: string; readonly reason: string };
/** What is pinned at launch and never changes, and how much of its time is spent. */
export type RunContext = RunInput & {
  readonly executionLeftMs: number | null;
  /** Since when an attempt has been at work. */
  readonly workingSinceMs: number | null;
};
/** What a run is launched with. */
export type RunInput = {
  readonly tenant: string;
  readonly startKey: string;
  readonly pins: Pins;
  readonly program: Program;
  readonly slots: readonly string[];
  /** Where this run is the child step of another one. */
  readonly parent: Parent | null;
  /** Where this run is a branch of another one. */
  readonly origin: Origin | null;
  /** After this moment nothing new starts; no restart moves it. */
  readonly deadlineAtMs: number | null;
};

/** `belong`, `proceed` and `reconcile` only ask; the others bring the run to its outcome, or count its time at work. */
export type RunEvent =
  | { type: 'belong'; tenant: string }
  /** May something new start? */
  | { type: 'proceed'; nowMs: number }
  /** May the outcome of something that was started before still be written down? */
  | { type: 'reconcile' }
  | { type: 'cancel' | 'fail' | 'succeed' | 'review' | 'block' }
  /** The run that this one is a child of is over. */
  | { type: 'stop' }
  | { type: 'expire'; nowMs: number }
  /** A person lets a run go on that had stopped for one. */
  | { type: 'resume'; reason: string; undecided: number; missing: number }
  /** A step is repeated, which ends the block that its missing artifact was. */
  | { type: 'repeat'; missing: number }
  /** An attempt begins to work, or ends. */
  | { type: 'work' | 'pause'; nowMs: number }
  | { type: 'account'; unaccounted: number };

const { when, set } = wordsFor<RunContext, RunEvent>();

const isPastDeadline = ({ deadlineAtMs }: RunContext, { nowMs }: { readonly nowMs: number }): boolean =>
  deadlineAtMs !== null && nowMs >= deadlineAtMs;
const isUsedUp = (context: RunContext, { nowMs }: { readonly nowMs: number }): boolean =>
  (executionLeftAt(context, nowMs) ?? 1) <= 0;

/** How much time at work a run has left; null where there is no limit. */
export const executionLeftAt = (
  { executionLeftMs, workingSinceMs }: Pick<RunContext, 'executionLeftMs' | 'workingSinceMs'>,
  nowMs: number,
): number | null =>
  executionLeftMs === null || workingSinceMs === null ? executionLeftMs : executionLeftMs - (nowMs - workingSinceMs);

/** What a run can be asked about. */
export const guards = {
  isForeign: when('belong', (context, event) => context.tenant !== event.tenant),
  isTooLate: when('proceed', isPastDeadline),
  hasNoTime: when('proceed', isUsedUp),
  isNotDue: when('expire', (context, event) => !isPastDeadline(context, event) && !isUsedUp(context, event)),
  isUnaccounted: when('account', (_, event) => event.unaccounted > 0),
  isReasonBlank: when('resume', (_, event) => event.reason.trim() === ''),
  isUndecided: when('resume', (_, event) => event.undecided > 0),
  isMissing: when('resume', (_, event) => event.missing > 0),
  isStillMissing: when('repeat', (_, event) => event.missing > 0),
  // Without a limit there is nothing to count, and the run stays as it is.
  isUncounted: when('work', (context) => context.executionLeftMs === null),
  isNotAtWork: when('pause', (context) => context.workingSinceMs === null),
};

/** What an accepted event changes. */
export const actions = {
  ...answers,
  work: set('work', (context, event) => ({ workingSinceMs: context.workingSinceMs ?? event.nowMs })),
  pause: set('pause', (context, event) => ({
    executionLeftMs: executionLeftAt(context, event.nowMs),
    workingSinceMs: null,
  })),
};
