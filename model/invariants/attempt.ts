import { attemptOf } from '../rules/names.ts';
import { hasTag, is } from '../step.ts';
import { accepted, always, whenever } from './law.ts';
import { currentOf, triesOf, tryOf } from './reading.ts';

/** Laws of claims, attempts, leases and the workers that are recorded with them. */
export const attemptLaws = [
  always('slot', {
    law: 'at most one lease of a slot is live',
    requirement: 'attempt.no-second-while-one-lives',
    holds: (slot, { id, look }) => triesOf(look, id, slot).filter(({ lease }) => is(lease, 'live')).length <= 1,
  }),
  always('slot', {
    law: 'every attempt has its record, its lease and its worker',
    requirement: 'claim.creates-one-attempt-worker-lease',
    holds: (slot, { id, look }) =>
      triesOf(look, id, slot).every(({ attempt, lease, worker }) => attempt && lease && worker),
  }),
  always('slot', {
    law: 'a slot at work has a living attempt whose lease is live, and no other slot names one as its current',
    requirement: 'claim.failure-leaves-slot-claimable',
    holds: (slot, { look }) => {
      const current = currentOf(slot);
      if (!is(slot, 'claimed') && !is(slot, 'active')) return current === null;
      const { attempt, lease } = tryOf(look, current ?? '');
      return attempt !== undefined && !hasTag(attempt, 'terminal') && is(lease, 'live');
    },
  }),
  always('slot', {
    law: 'a slot that waits for a retry names the attempt that ended',
    requirement: 'identity.prior-attempts-stay-addressable',
    holds: (slot, { look }) => !is(slot, 'retry-wait') || look.get('attempt', slot.context.prior ?? '') !== undefined,
  }),
  whenever('attempt', {
    law: 'only a claim makes an attempt, and it is the next of its slot',
    requirement: 'claim.creates-one-attempt-worker-lease',
    holds: ({ id, was, before, command }) =>
      was !== undefined ||
      (command?.type === 'claim' &&
        id === attemptOf(command.slot, (before.get('slot', command.slot)?.context.attempts ?? 0) + 1)),
  }),
  ...(['lease', 'worker'] as const).map((kind) =>
    whenever(kind, {
      law: `a ${kind} is made only together with its attempt`,
      requirement: 'claim.creates-one-attempt-worker-lease',
      holds: ({ id, was, before, after }) =>
        was !== undefined || (before.get('attempt', id) === undefined && after.get('attempt', id) !== undefined),
    }),
  ),
  ...(['attempt', 'lease', 'worker'] as const).map((kind) =>
    whenever(kind, {
      law: `a terminal ${kind} stays as it is`,
      requirement: kind === 'lease' ? 'lease.heartbeat-revives-nothing' : 'attempt.terminal-is-final',
      holds: ({ was, now }) => was === undefined || !hasTag(was, 'terminal') || was.leaf === now.leaf,
    }),
  ),
  whenever('lease', {
    law: 'a lease expires only when it is due',
    requirement: 'lease.live-holder-keeps-it',
    holds: ({ was, now, before }) =>
      !is(was, 'live') || !is(now, 'expired') || (was?.context.untilMs ?? 0) <= before.nowMs,
  }),
  accepted('claim', {
    law: 'a claim waits for the retry time and for the end of the lease before it, and fits the class of its slot',
    requirement: 'claim.honours-retry-time',
    holds: ({ slot, workerClass }, { before }) => {
      const { retryAtMs = null, prior = null, workerClass: asked } = before.get('slot', slot)?.context ?? {};
      const lease = before.get('lease', prior ?? '');
      return (retryAtMs ?? 0) <= before.nowMs && asked === workerClass && !is(lease, 'live');
    },
  }),
  accepted('claim', {
    law: 'a run that is over, closing or in review gets no new attempt',
    requirement: 'cancel.nothing-starts-after',
    holds: ({ run }, { before }) => is(before.get('run', run), 'running'),
  }),
  accepted('report-lost', {
    law: 'without a death seen, a worker is lost only a grace after its lease expired or was revoked',
    requirement: 'lease.live-holder-keeps-it',
    holds: ({ attempt, because }, { before }) => {
      const lease = before.get('lease', attempt);
      const { graceMs } = before.settings;
      const endedAtMs = lease?.context.endedAtMs ?? Number.POSITIVE_INFINITY;
      const isTaken = is(lease, 'expired') || is(lease, 'revoked');
      return because === 'death-seen' || (isTaken && endedAtMs + graceMs <= before.nowMs);
    },
  }),
];
