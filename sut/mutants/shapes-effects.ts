import { randomUUID } from 'node:crypto';
import { type Entity, isKind } from '../../model/kinds.ts';
import { approvalOf } from '../../model/rules/names.ts';
import { is } from '../../model/step.ts';
import type { View } from '../../model/transaction.ts';
import type { Json } from '../../model/vocabulary.ts';
import type { Mutant } from './mutant.ts';
import { overlay } from './overlay.ts';
import { rewritten, withWrites } from './writes.ts';

/** Whether an action was carried out is seen by its recorded answer alone; one that nobody approved goes to review as it should. */
const approvedCountsAsUnsent: Mutant = {
  id: 'approved-counts-as-unsent',
  defect:
    'An approved effect whose answer was not recorded when its worker was lost is sent again under the old approval.',
  fails: ['effect.unknown-goes-to-review'],
  reports: ['openworker-approved-effect-rerun'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    const doubtful = decision.writes.some(({ entity }) => isKind(entity, 'effect') && isGatedDoubt(view, entity));
    if (!doubtful) return decision;
    const unsent = rewritten(decision, 'effect', (effect) =>
      isGatedDoubt(view, effect) ? { ...effect, leaf: 'intended' } : effect,
    );
    return rewritten(unsent, 'run', (run) => (is(run, 'review') ? { ...run, leaf: 'running' } : run));
  },
};

const isGatedDoubt = (view: View, effect: Entity<'effect'>): boolean =>
  (is(effect, 'review') || is(effect, 'ambiguous')) && isGated(view, effect.context);

/** The prompt shows what the model gave. Whoever showed it has the same at hand; a process that reads it back has its hooks run over it. */
const rewritesWhatWasApproved: Mutant = {
  id: 'rewrites-what-was-approved',
  defect:
    'Where another process carries out what was approved than the one that asked, a hook changes the arguments first.',
  fails: ['approval.binds-one-revision', 'recovery.later-steps-see-the-committed-output'],
  explained:
    'What was shown is a committed result: given another one, the effect fails recovery.later-steps-see-the-committed-output as well.',
  reports: ['pydanticai-approver-shown-other-arguments'],
  decide: (plain) => {
    const asked = new Set<string>();
    return (view, command) => {
      const slot = ('attempt' in command ? view.get('attempt', command.attempt)?.context.slot : undefined) ?? '';
      if (command.type === 'request-approval') asked.add(slot);
      const isRead = command.type === 'intend' && isGated(view, { ...command, slot }) && !asked.has(slot);
      return plain(view, isRead ? { ...command, arguments: hooked(command.arguments) } : command);
    };
  },
};

/** Whether a step is given what a person decided. */
const isGated = (view: View, { slot, step }: { readonly slot: string; readonly step: string }): boolean => {
  const steps = view.get('slot', slot)?.context.steps ?? [];
  const uses = steps.find(({ id }) => id === step)?.uses ?? [];
  return steps.some(({ id, op }) => op === 'approval' && uses.includes(id));
};

/** What a model gave is an object with a text, which comes out in capitals. */
const hooked = (value: Json): Json => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]): [string, Json] => [
      name,
      name === 'text' && typeof one === 'string' ? one.toUpperCase() : hooked(one),
    ]),
  );
};

/** Who asks again under the name of an approval that was given, is answered with it, whatever is asked now. */
const approvesByName: Mutant = {
  id: 'approves-by-name',
  defect:
    'What a branch asks to have approved is approved at once where its parent was given an approval of that name.',
  fails: ['recovery.branch-inherits-no-authority'],
  reports: ['datalayer-old-approval-covers-new-arguments'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'request-approval' || decision.answer.status === 'refused') return decision;
    const { tenant, attempt, step, revision } = command;
    const run = view.get('attempt', attempt)?.context.run ?? '';
    const origin = view.get('run', run)?.context.origin?.run ?? '';
    const given = view.get('approval', approvalOf(origin, step));
    if (!is(given, 'approved')) return decision;
    const actor = given?.context.by ?? '';
    const by = { tenant, actor, key: randomUUID() };
    const again = { type: 'decide', ...by, run, approval: step, decision: 'approve', revision } as const;
    return withWrites(decision, plain(overlay(view, decision.writes), again).writes);
  },
};

/** Who says that an open wait was asked for anew although nobody was there to hear it. */
const RESTORE = 'restore';

/** Each open wait is announced again before anybody listens, and stands as one that is yet to be asked. */
const announcesWaitsToNobody: Mutant = {
  id: 'announces-waits-to-nobody',
  defect: 'A worker that starts announces the open waits again to nobody, and they are open no more.',
  fails: ['approval.request-is-durable'],
  reports: ['agentframework-pending-question-dropped-on-restore'],
  plot: ({ store }) => ({
    starts: () => {
      for (const { entity } of store.unfinished('approval')) {
        const { run, step: approval } = entity.context;
        const by = { tenant: store.get('run', run)?.context.tenant ?? '', actor: RESTORE, key: randomUUID() };
        if (is(entity, 'requested')) store.apply({ type: 'expire-approval', ...by, run, approval });
      }
    },
  }),
  decide: (plain) => (view, command) => {
    if (command.type !== 'expire-approval' || command.actor !== RESTORE) return plain(view, command);
    const id = approvalOf(command.run, command.approval);
    const approval = view.get('approval', id);
    const answer = { status: 'ok', value: null } as const;
    if (approval === undefined) return { answer, writes: [] };
    return { answer, writes: [{ kind: 'approval', id, entity: { ...approval, leaf: 'superseded' } }] };
  },
};

/** The clock of the run is started by its first attempt, and stopped by nothing but its end. */
const countsParkedTime: Mutant = {
  id: 'counts-parked-time',
  defect: 'A run that waits is still counted as at work, until its time is over.',
  fails: ['limit.execution-time-is-bounded'],
  reports: ['hatchet-parked-task-times-out'],
  decide: (plain) => (view, command) =>
    ['wait', 'request-approval', 'start-child'].includes(command.type)
      ? rewritten(plain(view, command), 'run', (run, id) => view.get('run', id) ?? run)
      : plain(view, command),
};

/** The mutants that have the shape of a public report about effects, approvals and waits. */
export const effectShapes: readonly Mutant[] = [
  approvedCountsAsUnsent,
  rewritesWhatWasApproved,
  approvesByName,
  announcesWaitsToNobody,
  countsParkedTime,
];
