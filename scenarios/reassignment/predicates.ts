import type { Combination } from './space.ts';

// Written from the table of the specification, and from nothing else: it is what the machines are compared with.

type Predicate = { readonly holds: (combination: Combination) => boolean; readonly reason: string };

/** What has to hold for a reassignment to be accepted, each with the word of the refusal that says it does not. */
const predicates: readonly Predicate[] = [
  {
    reason: 'unknown-slot',
    holds: ({ asked }) => asked.tenant === 'own' && asked.run === 'own',
  },
  { reason: 'slot-not-in-retry-wait', holds: ({ situation }) => situation.state === 'retry-wait' },
  { reason: 'no-prior-worker', holds: ({ situation }) => situation.prior !== null },
  {
    reason: 'prior-worker-not-terminal',
    holds: ({ situation: { prior } }) => prior === null || !['starting', 'running'].includes(prior.worker),
  },
  {
    reason: 'prior-lease-not-terminal',
    holds: ({ situation: { prior } }) => prior === null || prior.lease !== 'live',
  },
  { reason: 'reason-is-blank', holds: ({ asked }) => asked.reason === 'given' },
  {
    reason: 'actor-is-not-owner',
    holds: ({ situation: { prior }, asked }) => prior === null || !prior.isOwned || asked.actor === 'same',
  },
  {
    reason: 'no-compatible-specification',
    holds: ({ asked }) => asked.workerClass === 'current' || asked.workerClass === 'another',
  },
];

/** The refusals that would be true of this combination; none means that it has to be accepted. */
export const trueRefusals = (combination: Combination): readonly string[] =>
  predicates.filter(({ holds }) => !holds(combination)).map(({ reason }) => reason);
