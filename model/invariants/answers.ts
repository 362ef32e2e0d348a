import { attemptOf, effectOf, startOf } from '../rules/names.ts';
import { is } from '../step.ts';
import { sameJson } from '../vocabulary.ts';
import { accepted, type Look } from './law.ts';
import { isNext, stepsIn, tryOf } from './reading.ts';

const requirement = 'identity.admission-is-atomic';
const placeOf = (look: Look, attempt: string) => look.get('attempt', attempt)?.context;
const isOneOf = (leaf: string | undefined, ...leaves: readonly string[]): boolean => leaves.some((one) => one === leaf);

/** Laws of acceptance: a command that is answered with `ok` has done what it says, whole. */
export const answerLaws = [
  accepted('launch', {
    law: 'a start key names one run and its inputs',
    requirement: 'identity.one-run-per-start-key',
    holds: ({ tenant, startKey, run, program, pins, workerClass, specification }, { before, after }) => {
      const named = after.get('start', startOf(tenant, startKey))?.context;
      const isNew = before.get('start', startOf(tenant, startKey)) === undefined;
      // Through text, as they are stored.
      const inputs = JSON.parse(JSON.stringify({ pins, program, specification, workerClass }));
      return (
        after.get('run', named?.run ?? '')?.context.tenant === tenant &&
        (!isNew || named?.run === run) &&
        sameJson(named?.inputs ?? null, inputs)
      );
    },
  }),
  accepted('publish', {
    law: 'what is published is known as it was published',
    requirement: 'identity.tenants-are-isolated',
    holds: ({ tenant, specification }, { after }) =>
      specification.tenant === tenant &&
      sameJson(specification, { ...after.get('specification', specification.id)?.context }),
  }),
  accepted('claim', {
    law: 'a claim leaves its slot claimed by the attempt that it made',
    requirement: 'claim.creates-one-attempt-worker-lease',
    holds: ({ slot }, { before, after }) => {
      const attempt = attemptOf(slot, (before.get('slot', slot)?.context.attempts ?? 0) + 1);
      const now = after.get('slot', slot);
      const made = tryOf(after, attempt);
      return (
        is(now, 'claimed') && now?.context.pending === attempt && is(made.attempt, 'claimed') && is(made.lease, 'live')
      );
    },
  }),
  accepted('start', {
    law: 'a start puts the claimed attempt to work',
    requirement,
    holds: ({ attempt }, { before, after }) => {
      const slot = after.get('slot', placeOf(after, attempt)?.slot ?? '');
      const now = tryOf(after, attempt);
      return (
        slot?.context.active === attempt &&
        is(before.get('attempt', attempt), 'claimed') &&
        is(now.attempt, 'running') &&
        is(now.worker, 'running')
      );
    },
  }),
  accepted('heartbeat', {
    law: 'a heartbeat extends a lease that is live',
    requirement: 'lease.heartbeat-revives-nothing',
    holds: ({ attempt }, { before, after }) =>
      is(before.get('lease', attempt), 'live') &&
      after.get('lease', attempt)?.context.untilMs === before.nowMs + before.settings.leaseMs,
  }),
  accepted('intend', {
    law: 'an intent is about the next step, which is an effect, and its key is kept',
    requirement: 'effect.same-action-same-key',
    holds: ({ attempt, step }, { before, after }) => {
      const slot = placeOf(before, attempt)?.slot ?? '';
      const found = before.get('slot', slot);
      const asked = found && stepsIn(found).find(({ id }) => id === step);
      const effect = after.get('effect', effectOf(slot, step));
      return (
        isNext(before, slot, step) &&
        asked?.op === 'effect' &&
        effect?.context.contract === asked.contract &&
        isOneOf(effect.leaf, 'intended', 'dispatched', 'accepted', 'ambiguous')
      );
    },
  }),
  accepted('dispatch', {
    law: 'a dispatch is about an intended action that may be sent, and says who sent it',
    requirement: 'effect.unknown-goes-to-review',
    holds: ({ attempt, step }, { before, after }) => {
      const id = effectOf(placeOf(before, attempt)?.slot ?? '', step);
      const was = before.get('effect', id);
      const now = after.get('effect', id);
      const { contract = 'opaque' } = was?.context ?? {};
      const isAllowed = is(was, 'intended') || (!['opaque', 'lookup'].includes(contract) && !is(was, 'review'));
      return was !== undefined && isAllowed && is(now, 'dispatched') && now?.context.sender === attempt;
    },
  }),
  accepted('record', {
    law: 'a record is about an action in flight, and settles it',
    requirement: 'effect.belief-never-ahead-of-owner',
    holds: ({ attempt, step }, { before, after }) => {
      const id = effectOf(placeOf(before, attempt)?.slot ?? '', step);
      const isInFlight = isOneOf(before.get('effect', id)?.leaf, 'dispatched', 'accepted');
      return isInFlight && isOneOf(after.get('effect', id)?.leaf, 'applied', 'refused');
    },
  }),
  accepted('finish', {
    law: 'a finish succeeds with its attempt, slot and run',
    requirement,
    holds: ({ attempt }, { before, after }) => {
      const { slot = '', run = '' } = placeOf(before, attempt) ?? {};
      const all = [after.get('attempt', attempt), after.get('slot', slot), after.get('run', run)];
      return all.every((one) => is(one, 'succeeded'));
    },
  }),
  accepted('fail', {
    law: 'a failure report fails an attempt that lived, and takes it from its slot',
    requirement,
    holds: ({ attempt }, { before, after }) =>
      isOneOf(before.get('attempt', attempt)?.leaf, 'claimed', 'running') &&
      is(after.get('attempt', attempt), 'failed'),
  }),
  ...(['release-lease', 'expire', 'revoke'] as const).map((type) =>
    accepted(type, {
      law: `${type} ends a lease that was live`,
      requirement: 'lease.heartbeat-revives-nothing',
      holds: ({ attempt }, { before, after }) =>
        is(before.get('lease', attempt), 'live') && !is(after.get('lease', attempt), 'live'),
    }),
  ),
  accepted('exit', {
    law: 'an exit ends a worker that had not ended, as it says',
    requirement: 'attempt.every-start-reaches-an-end',
    holds: ({ attempt, status }, { before, after }) =>
      isOneOf(before.get('worker', attempt)?.leaf, 'starting', 'running') && is(after.get('worker', attempt), status),
  }),
  accepted('cancel', {
    law: 'a cancellation that is accepted stands',
    requirement: 'cancel.survives-crashes',
    holds: ({ run }, { after }) => isOneOf(after.get('run', run)?.leaf, 'closing.cancelled', 'cancelled'),
  }),
  accepted('account', {
    law: 'a run that is accounted for is closed',
    requirement: 'cancel.accepted-is-not-accounted',
    holds: ({ run }, { after }) => isOneOf(after.get('run', run)?.leaf, 'succeeded', 'failed', 'expired', 'cancelled'),
  }),
];
