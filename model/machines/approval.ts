import { setup } from 'xstate';
import { answers, no, wordsFor, yes } from '../pure.ts';

/** What somebody decided. */
export type Verdict = 'approve' | 'reject';
/** Where the decision is wanted, what it is about, and who decided what. */
export type ApprovalContext = {
  readonly run: string;
  readonly slot: string;
  readonly step: string;
  /** What is asked about, or, before it is asked, what an early decision was about. */
  readonly revision: string | null;
  readonly decision: Verdict | null;
  readonly by: string | null;
};
/** It is asked for, decided, or no longer needed because its run is over. */
export type ApprovalEvent =
  | { type: 'request'; revision: string }
  | { type: 'decide'; decision: Verdict; revision: string; by: string }
  | { type: 'cancel' };

const { when, set } = wordsFor<ApprovalContext, ApprovalEvent>();

/** A decision about exactly one revision. One that comes before it is asked for is kept, and matched when it is. */
export const approval = setup({
  types: {} as {
    context: ApprovalContext;
    events: ApprovalEvent;
    input: Pick<ApprovalContext, 'run' | 'slot' | 'step'>;
  },
  guards: {
    isFirst: when('decide', (context) => context.decision === null),
    isRepeated: when('decide', (c, event) => c.decision === event.decision && c.revision === event.revision),
    isAboutNothing: when('decide', (_, event) => event.revision === ''),
    isAboutAnother: when('decide', (context, event) => context.revision !== event.revision),
    isYes: when('decide', (_, event) => event.decision === 'approve'),
    wasApproved: when('request', (c, event) => c.decision === 'approve' && c.revision === event.revision),
    wasRejected: when('request', (c, event) => c.decision === 'reject' && c.revision === event.revision),
  },
  actions: {
    ...answers,
    decide: set('decide', (_, { decision, revision, by }) => ({ decision, revision, by })),
    // An early decision about other content says nothing about what is asked now.
    ask: set('request', (_, { revision }) => ({ revision, decision: null, by: null })),
  },
}).createMachine({
  id: 'approval',
  context: ({ input }) => ({ ...input, revision: null, decision: null, by: null }),
  initial: 'expected',
  on: {
    request: no('already-requested'),
    decide: [{ guard: 'isRepeated', ...yes }, no('already-decided')],
    cancel: yes,
  },
  states: {
    expected: {
      on: {
        // A decision that names no content could be matched to no request: better refused than kept and dropped.
        decide: [
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
          { guard: 'isAboutAnother', ...no('other-revision') },
          { guard: 'isYes', target: 'approved', actions: 'decide' },
          { target: 'rejected', actions: 'decide' },
        ],
        cancel: { target: 'cancelled' },
      },
    },
    approved: { tags: 'terminal' },
    rejected: { tags: 'terminal' },
    cancelled: { tags: 'terminal', on: { decide: no('approval-not-open'), request: no('approval-not-open') } },
  },
});
