import type { Entity } from '../../model/kinds.ts';
import { outputOf } from '../../model/rules/names.ts';
import { is } from '../../model/step.ts';
import type { View, Write } from '../../model/transaction.ts';
import type { Command } from '../../model/vocabulary.ts';
import type { Mutant } from './mutant.ts';
import { overlay } from './overlay.ts';
import { misread, rewritten, withWrites } from './writes.ts';

/** Two writes without an order: the progress is stored with a commit, the result with whatever the worker says next. */
const writesOutputsAfterProgress: Mutant = {
  id: 'writes-outputs-after-progress',
  defect:
    'That a step is done is stored before its result is; a recovery that finds no result takes the progress back.',
  fails: [
    'commit.output-durable-before-progress',
    'recovery.committed-step-runs-once',
    'recovery.later-steps-see-the-committed-output',
    'evidence.recoverable-prefix-is-shown',
  ],
  explained:
    'What a later call rested on counts as committed: its step runs again, against recovery.committed-step-runs-once; what rests on it is given the second result, against recovery.later-steps-see-the-committed-output; and nothing had shown that it would be repeated, against evidence.recoverable-prefix-is-shown.',
  reports: ['langgraph-sync-mode-write-order'],
  decide: (plain) => {
    const held = new Map<string, readonly Write[]>();
    return (view, command) => {
      if (command.type === 'claim') return plain(withoutLost(view, command.slot), command);
      if (!('attempt' in command) || ['heartbeat', 'expire', 'report-lost'].includes(command.type))
        return plain(view, command);
      const late = held.get(command.attempt) ?? [];
      const decision = plain(overlay(view, late), command);
      if (decision.answer.status === 'refused') return decision;
      held.set(command.attempt, command.type === 'commit' ? decision.writes.filter(isOutput) : []);
      const now = command.type === 'commit' ? decision.writes.filter((write) => !isOutput(write)) : decision.writes;
      return withWrites({ ...decision, writes: late }, now);
    };
  },
};

const isOutput = ({ kind }: Write): boolean => kind === 'output';

/** What is done for the slot and has no result in the store is to be done again. */
const withoutLost = (view: View, id: string): View =>
  misread(view, 'slot', {
    id,
    change: ({ context, ...slot }) => ({
      ...slot,
      context: {
        ...context,
        done: context.done.filter((step) => is(view.get('output', outputOf(id, step)), 'committed')),
      },
    }),
  });

const isLoss = ({ type }: Command): boolean => type === 'expire' || type === 'report-lost';

/** The loss is written into the record of the attempt, and its job leaves the queue for good. */
const acknowledgesTheLost: Mutant = {
  id: 'acknowledges-the-lost',
  defect: 'When a worker is found lost, its slot is acknowledged as over, and its run waits for ever.',
  fails: ['recovery.run-finishes-after-any-interruption'],
  reports: ['celery-oom-kill-acknowledged'],
  decide: (plain) => (view, command) =>
    isLoss(command)
      ? rewritten(plain(view, command), 'slot', (slot) => (is(slot, 'retry-wait') ? { ...slot, leaf: 'failed' } : slot))
      : plain(view, command),
};

/** What fails politely is counted, and waits; what takes its worker with it is as good as new. */
const forgivesTheDead: Mutant = {
  id: 'forgives-the-dead',
  defect: 'An attempt that ends because its lease expired counts as none, and its slot is due at once.',
  fails: ['limit.attempts-are-bounded'],
  reports: ['faktory-crash-attempts-not-counted'],
  decide: (plain) => (view, command) => {
    if (command.type !== 'expire' && command.type !== 'report-lost') return plain(view, command);
    const id = view.get('attempt', command.attempt)?.context.slot ?? '';
    const deaths = view.get('slot', id)?.context.deaths ?? 0;
    const forgiving = misread(view, 'slot', { id, change: (slot) => withDeaths(slot, 0) });
    return rewritten(plain(forgiving, command), 'slot', ({ context, ...slot }) => ({
      ...slot,
      context: { ...context, deaths, retryAtMs: null },
    }));
  },
};

const withDeaths = ({ context, ...slot }: Entity<'slot'>, deaths: number): Entity<'slot'> => ({
  ...slot,
  context: { ...context, deaths },
});

/** Beats are answered with ok, as if they extended something. */
const expiresByRunTime: Mutant = {
  id: 'expires-by-run-time',
  defect: 'A lease ends so long after its claim, whether its worker is alive or not, and the step is handed out again.',
  fails: ['lease.live-holder-keeps-it'],
  reports: ['pgboss-expired-handler-keeps-running'],
  decide: (plain) => (view, command) =>
    command.type === 'heartbeat' ? { ...plain(view, command), writes: [] } : plain(view, command),
};

/** Nothing else tells that a worker is gone: its token stays out, and its step waits for the answer that it will never give. */
const leaseHasNoEnd: Mutant = {
  id: 'lease-has-no-end',
  defect: 'The lease of an attempt never falls due, so that the answer of a lost worker is waited for for ever.',
  fails: ['recovery.run-finishes-after-any-interruption'],
  reports: ['stepfunctions-callback-token-stranded'],
  decide: (plain) => (view, command) =>
    command.type === 'expire'
      ? { answer: { status: 'refused', reason: 'lease-not-due' }, writes: [] }
      : plain(view, command),
};

/** The rescue knew the attempt as stuck when it made its list; what has become of the slot since, it does not ask. */
const rescuesByIdAlone: Mutant = {
  id: 'rescues-by-id-alone',
  defect: 'A late word that an attempt is stuck puts its slot back into the queue, whoever has it by then.',
  fails: ['attempt.terminal-is-final'],
  reports: ['river-rescue-overwrites-completed'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'expire' || decision.answer.status === 'ok') return decision;
    if (decision.answer.reason !== 'lease-is-terminal') return decision;
    return { answer: { status: 'ok', value: null }, writes: requeued(view, command.attempt) };
  },
};

const requeued = (view: View, attempt: string): readonly Write[] => {
  const id = view.get('attempt', attempt)?.context.slot ?? '';
  const slot = view.get('slot', id);
  const run = slot === undefined ? undefined : view.get('run', slot.context.run);
  if (slot === undefined || run === undefined) return [];
  const { pending, active, prior } = slot.context;
  const context = { ...slot.context, pending: null, active: null, prior: pending ?? active ?? prior, retryAtMs: null };
  return [
    { kind: 'slot', id, entity: { ...slot, leaf: 'retry-wait', context } },
    { kind: 'run', id: slot.context.run, entity: { ...run, leaf: 'running' } },
  ];
};

/** The mutants that have the shape of a public report about recovery, leases and attempts. */
export const recoveryShapes: readonly Mutant[] = [
  writesOutputsAfterProgress,
  acknowledgesTheLost,
  forgivesTheDead,
  expiresByRunTime,
  leaseHasNoEnd,
  rescuesByIdAlone,
];
