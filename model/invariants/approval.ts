import { approvalOf } from '../rules/names.ts';
import { hasTag, is } from '../step.ts';
import type { Step } from '../vocabulary.ts';
import { accepted, always, type Look, whenever } from './law.ts';
import { isCommitted, isOpen, originOf, triesOf } from './reading.ts';

/** Laws of waits and decisions. */
export const approvalLaws = [
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
      steps.every(({ id, op }) => op !== 'approval' || !done.includes(id) || wasGiven(look, run, id)),
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
      (was !== undefined && (is(was, 'requested') || !is(now, 'requested'))) || isOpen(before, now.context.run),
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
      const was = before.get('approval', approvalOf(run, step));
      const now = after.get('approval', approvalOf(run, step));
      const isEarly = is(was, 'expected') && was?.context.revision === revision;
      const early = isEarly ? was.context.decision : null;
      const expected = early === null ? 'requested' : early === 'approve' ? 'approved' : 'rejected';
      return now?.leaf === expected && now.context.revision === revision;
    },
  }),
  accepted('decide', {
    law: 'only the reviewer decides, where there is one',
    requirement: 'approval.only-the-reviewer-decides',
    holds: ({ run, approval, actor }, { before }) => {
      const { reviewer = actor } = askedIn(before, run, approval) ?? {};
      return reviewer === actor;
    },
  }),
  accepted('decide', {
    law: 'a decision comes before the deadline of what it decides, or was there before',
    requirement: 'approval.expires-at-its-deadline',
    holds: ({ run, approval }, { before }) => {
      const was = before.get('approval', approvalOf(run, approval));
      const { deadlineAtMs = null } = was?.context ?? {};
      return !is(was, 'requested') || deadlineAtMs === null || before.nowMs < deadlineAtMs;
    },
  }),
  whenever('approval', {
    law: 'a deadline counts from the request, and stands',
    requirement: 'approval.expires-at-its-deadline',
    holds: ({ was, now, before }) => {
      const { deadlineMs } = askedIn(before, now.context.run, now.context.step) ?? {};
      const isAsked = is(now, 'requested') && !is(was, 'requested');
      if (!isAsked) return was === undefined || was.context.deadlineAtMs === now.context.deadlineAtMs;
      return now.context.deadlineAtMs === (deadlineMs === undefined ? null : before.nowMs + deadlineMs);
    },
  }),
  whenever('approval', {
    law: 'an approval expires only when its deadline has come, and its slot with it',
    requirement: 'approval.expires-at-its-deadline',
    holds: ({ was, now, before, after }) =>
      is(was, 'expired') ||
      !is(now, 'expired') ||
      ((now.context.deadlineAtMs ?? Number.POSITIVE_INFINITY) <= before.nowMs &&
        is(after.get('slot', now.context.slot), 'failed')),
  }),
];

const askedIn = (look: Look, run: string, id: string): Extract<Step, { readonly op: 'approval' }> | undefined => {
  const found = look.get('run', run)?.context.program.steps.find((step) => step.id === id);
  return found?.op === 'approval' ? found : undefined;
};

/** A branch goes on from what its parent was given. */
const wasGiven = (look: Look, run: string, step: string): boolean => {
  const own = look.get('approval', approvalOf(run, step));
  const parent = originOf(look, run) && look.get('run', run)?.context.origin?.run;
  return is(own, 'approved') || is(look.get('approval', approvalOf(parent ?? run, step)), 'approved');
};
