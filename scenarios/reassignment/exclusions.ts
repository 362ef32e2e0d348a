import type { Situation } from './space.ts';

/** Why some situations never come about, each rule with the situations that it excludes. Reviewed: a test holds it against the exploration. */
export type Exclusion = { readonly rule: string; readonly excludes: (situation: Situation) => boolean };

const inOrder: readonly string[] = ['ready', 'held', 'waiting', 'succeeded', 'failed'];

/** The rules that together exclude exactly what the exploration never reached. */
export const exclusions: readonly Exclusion[] = [
  {
    rule: 'a slot waits, ends or enters retry-wait only by an attempt, which it then names as prior',
    excludes: ({ state, prior }) => prior === null && ['waiting', 'retry-wait', 'succeeded', 'failed'].includes(state),
  },
  {
    rule: 'a claim needs the lease of the prior attempt to have ended',
    excludes: ({ state, prior }) => prior?.lease === 'live' && ['claimed', 'active'].includes(state),
  },
  {
    rule: 'a slot gets on to ready, waiting, succeeded or failed (and from ready to held) only by an attempt that ends in order, which releases its lease and leaves its worker exited, or failed if that was reported before',
    excludes: ({ state, prior }) =>
      prior !== null &&
      inOrder.includes(state) &&
      !(prior.lease === 'released' && ['exited', 'failed'].includes(prior.worker)),
  },
];
