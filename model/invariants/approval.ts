import { approvalOf } from '../rules/names.ts';
import { hasTag, is } from '../step.ts';
import { accepted, always, whenever } from './law.ts';
import { isCommitted, triesOf } from './reading.ts';

/** Laws of waits and decisions. */
export const approvalLaws = [
  always('slot', {
    law: 'a slot waits only for an approval that is open',
    requirement: 'approval.request-is-durable',
    holds: (slot, { look }) => {
      const next = slot.context.steps[slot.context.done];
      return (
        !is(slot, 'waiting') || is(look.get('approval', approvalOf(slot.context.run, next?.id ?? '')), 'requested')
      );
    },
  }),
  always('approval', {
    law: 'an open approval has its slot waiting',
    requirement: 'approval.request-is-durable',
    holds: (approval, { look }) => !is(approval, 'requested') || is(look.get('slot', approval.context.slot), 'waiting'),
  }),
  always('slot', {
    law: 'a wait holds no lease',
    requirement: 'approval.wait-frees-capacity',
    holds: (slot, { id, look }) =>
      !is(slot, 'waiting') || triesOf(look, id, slot).every(({ lease }) => !is(lease, 'live')),
  }),
  always('approval', {
    law: 'a decision that was asked for is spent together with progress',
    requirement: 'approval.spent-only-with-progress',
    holds: (approval, { look }) => {
      const { slot, step } = approval.context;
      if (is(approval, 'approved')) return isCommitted(look, slot, step);
      return !is(approval, 'rejected') || is(look.get('slot', slot), 'failed');
    },
  }),
  always('slot', {
    law: 'no slot goes past an approval that was not given',
    requirement: 'approval.spent-only-with-progress',
    holds: ({ context: { steps, done, run } }, { look }) =>
      steps.every(
        ({ id, op }, index) =>
          op !== 'approval' || index >= done || is(look.get('approval', approvalOf(run, id)), 'approved'),
      ),
  }),
  whenever('approval', {
    law: 'the first decision stands',
    requirement: 'approval.first-decision-stands',
    holds: ({ was, now, command }) => {
      if (was === undefined || was.context.decision === null || command?.type !== 'decide') return true;
      return was.context.decision === now.context.decision && was.context.revision === now.context.revision;
    },
  }),
  whenever('approval', {
    law: 'an approval that is decided or cancelled stays as it is',
    requirement: 'approval.late-one-restarts-nothing',
    holds: ({ was, now }) => was === undefined || !hasTag(was, 'terminal') || was.leaf === now.leaf,
  }),
  whenever('approval', {
    law: 'no wait begins, and none is expected, in a run that is over, closing or in review',
    requirement: 'approval.late-one-restarts-nothing',
    holds: ({ was, now, before }) =>
      (was !== undefined && (is(was, 'requested') || !is(now, 'requested'))) ||
      is(before.get('run', now.context.run), 'running'),
  }),
  accepted('decide', {
    law: 'a decision is kept as it was given, about the content that was asked about',
    requirement: 'approval.binds-one-revision',
    holds: ({ run, approval, decision, revision }, { before, after }) => {
      const id = approvalOf(run, approval);
      const asked = before.get('approval', id);
      const kept = after.get('approval', id)?.context;
      const isAsked = !is(asked, 'requested') || asked?.context.revision === revision;
      return isAsked && revision !== '' && kept?.decision === decision && kept.revision === revision;
    },
  }),
  accepted('request-approval', {
    law: 'a request for approval ends in a wait, or in a decision about this content',
    requirement: 'approval.early-decision-is-not-lost',
    holds: ({ attempt, step, revision }, { before, after }) => {
      const run = before.get('attempt', attempt)?.context.run ?? '';
      const was = before.get('approval', approvalOf(run, step))?.context;
      const now = after.get('approval', approvalOf(run, step));
      const early = was?.revision === revision ? was.decision : null;
      const expected = early === null ? 'requested' : early === 'approve' ? 'approved' : 'rejected';
      return now?.leaf === expected && now.context.revision === revision;
    },
  }),
];
