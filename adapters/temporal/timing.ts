import type { Variant } from './variant.ts';

/** Times in milliseconds as one workflow and its workers live by them; what is left out is Temporal's own default. */
export type Timing = {
  /** Options of every activity. */
  readonly activity: { readonly startToCloseTimeout: number; readonly heartbeatTimeout?: number };
  /** The retry policy of every activity whose step brings none. */
  readonly retry: { readonly initialInterval?: number };
  /** Of every workflow. */
  readonly workflow: { readonly workflowTaskTimeout?: number };
  /** Options of every worker. */
  readonly worker: {
    readonly stickyQueueScheduleToStartTimeout?: number;
    readonly maxHeartbeatThrottleInterval?: number;
    readonly activityTaskPollerBehavior?: Polls;
    readonly workflowTaskPollerBehavior?: Polls;
  };
};

type Polls = { readonly type: 'simple-maximum'; readonly maximum: number };

const MINUTE = 60_000;

/**
 * `documented`: a start-to-close timeout of one minute, as in the documentation's samples, and nothing else set. `short`: the same, and
 * every time after which Temporal gives up on a silent worker cut to about two seconds. A stopped worker keeps its polls open and the
 * server hands tasks to them; with one poll of each kind it takes one task of each kind with it, not ten.
 */
export const timings: Readonly<Record<Variant['timeouts'], Timing>> = {
  documented: { activity: { startToCloseTimeout: MINUTE }, retry: {}, workflow: {}, worker: {} },
  short: {
    activity: { startToCloseTimeout: MINUTE, heartbeatTimeout: 2_000 },
    retry: { initialInterval: 100 },
    workflow: { workflowTaskTimeout: 2_000 },
    worker: {
      stickyQueueScheduleToStartTimeout: 500,
      maxHeartbeatThrottleInterval: 400,
      // Not by maxConcurrentActivityTaskPolls, which version 1.24.0 ignores: docs/findings/temporal-poll-limits-are-ignored.md.
      activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 1 },
      workflowTaskPollerBehavior: { type: 'simple-maximum', maximum: 2 },
    },
  },
};
