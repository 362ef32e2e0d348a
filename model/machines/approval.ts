import { setup } from 'xstate';
import { answers, no, wordsFor, yes } from '../pure.ts';

/** What somebody decided. */
export type Verdict = 'approve' | 'reject';
/** Where the decision is wanted, what it is about, who may decide until when, and who decided what. */
export type ApprovalContext = {
  readonly run: string;
  readonly slot: string;
  readonly step: string;
  /** The only one who may decide; without one anybody may. */
  readonly reviewer: string | null;
  /** Fixed when it is asked for. */
  readonly deadlineAtMs: number | null;
  /** What is asked about, or, before it is asked, what an early decision was about. */
  readonly revision: string | null;
  readonly decision: Verdict | null;
  readonly by: string | null;
};
/** It is asked for, decided, or no longer needed because its time, its content or its run is over. */
export type ApprovalEvent =
  | { type: 'request'; revision: string; deadlineAtMs: number | null }
  | { type: 'decide'; decision: Verdict; revision: string; by: string; nowMs: number }
  | { type: 'expire'; nowMs: number }
  /** What it was asked about is made anew. */
  | { type: 'supersede' | 'cancel' };

const { when, set } = wordsFor<ApprovalContext, ApprovalEvent>();
const isPast = (deadlineAtMs: number | null, nowMs: number): boolean => deadlineAtMs !== null && nowMs >= deadlineAtMs;

/** A decision about exactly one revision. One that comes before it is asked for is kept, and matched when it is. */
export const approval = setup({
  types: {} as {
    context: ApprovalContext;
    events: ApprovalEvent;
    input: Pick<ApprovalContext, 'run' | 'slot' | 'step' | 'reviewer'>;
  },
  guards: {
    isNotTheReviewer: when('decide', (context, event) => ![null, event.by].includes(context.reviewer)),
    isTooLate: when('decide', (context, event) => isPast(context.deadlineAtMs, event.nowMs)),
    isFirst: when('decide', (context) => context.decision === null),
    isRepeated: when('decide', (c, event) => c.decision === event.decision && c.revision === event.revision),
    isAboutNothing: when('decide', (_, event) => event.revision === ''),
    isAboutAnother: when('decide', (context, event) => context.revision !== event.revision),
    isYes: when('decide', (_, event) => event.decision === 'approve'),
    wasApproved: when('request', (c, event) => c.decision === 'approve' && c.revision === event.revision),
    wasRejected: when('request', (c, event) => c.decision === 'reject' && c.revision === event.revision),
    isNotDue: when('expire', (context, event) => !isPast(context.deadlineAtMs, event.nowMs)),
  },
  actions: {
    ...answers,
    decide: set('decide', (_, { decision, revision, by }) => ({ decision, revision, by })),
    // A decision about other content says nothing about what is asked now.
    ask: set('request', (_, { revision, deadlineAtMs }) => ({ revision, deadlineAtMs, decision: null, by: null })),
  },
}).createMachine({
  id: 'approval',
  context: ({ input }) => ({ ...input, deadlineAtMs: null, revision: null, decision: null, by: null }),
  initial: 'expected',
  on: {
    request: no('already-requested'),
    decide: [
      { guard: 'isNotTheReviewer', ...no('not-the-reviewer') },
      { guard: 'isRepeated', ...yes },
      no('already-decided'),
    ],
    expire: no('approval-not-open'),
    supersede: yes,
    cancel: yes,
  },
  states: {
    expected: {
      on: {
        // A decision that names no content could be matched to no request: better refused than kept and dropped.
        decide: [
          { guard: 'isNotTheReviewer', ...no('not-the-reviewer') },
          { guard: 'isAboutNothing', ...no('other-revision') },
          { guard: 'isFirst', actions: 'decide' },
          { guard: 'isRepeated', ...yes },
          no('already-decided'),
        ],
        request: [
          { guard: 'wasApproved', target: 'approved' },
          { guard: 'wasRejected', target: 'rejected' },
          { target: 'requested', actions: 'ask' },
        ],
        cancel: { target: 'cancelled' },
      },
    },
    requested: {
      on: {
        decide: [
          { guard: 'isNotTheReviewer', ...no('not-the-reviewer') },
          { guard: 'isTooLate', ...no('approval-expired') },
          { guard: 'isAboutAnother', ...no('other-revision') },
          { guard: 'isYes', target: 'approved', actions: 'decide' },
          { target: 'rejected', actions: 'decide' },
        ],
        expire: [{ guard: 'isNotDue', ...no('approval-not-due') }, { target: 'expired' }],
        supersede: { target: 'superseded' },
        cancel: { target: 'cancelled' },
      },
    },
    approved: { on: { supersede: { target: 'superseded' } } },
    rejected: { tags: 'terminal' },
    expired: { tags: 'terminal', on: { decide: no('approval-expired') } },
    /** Until it is asked for again, about what was made anew. */
    superseded: {
      on: {
        decide: no('approval-not-open'),
        request: { target: 'requested', actions: 'ask' },
        cancel: { target: 'cancelled' },
      },
    },
    cancelled: { tags: 'terminal', on: { decide: no('approval-not-open'), request: no('approval-not-open') } },
  },
});
