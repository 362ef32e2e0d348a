import type { Entity } from '../../model/kinds.ts';
import { attemptOf } from '../../model/rules/names.ts';
import { is } from '../../model/step.ts';
import type { View } from '../../model/transaction.ts';
import type { Mutant, Scene } from './mutant.ts';
import { having, rewritten, withWrites } from './writes.ts';

/** A failure that the worker reports itself is counted where it is reported; nobody reports a death. */
const crashesAreNotCounted: Mutant = {
  id: 'crashes-are-not-counted',
  defect: 'Only an attempt that says itself that it failed counts towards the limit; one whose worker died does not.',
  fails: ['limit.attempts-are-bounded'],
  reports: ['faktory-crash-attempts-not-counted'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'expire' && command.type !== 'report-lost') return decision;
    return rewritten(decision, 'slot', (slot, id) => {
      const deaths = view.get('slot', id)?.context.deaths ?? 0;
      return is(slot, 'retry-wait') ? having(slot, { deaths }) : slot;
    });
  },
};

/** Whoever misses the worker after the grace does not look whether the end of its lease was counted. */
const countsADeathTwice: Mutant = {
  id: 'counts-a-death-twice',
  defect: 'A death counts when the lease of the dead worker ends, and once more when it is reported lost.',
  fails: ['limit.attempts-are-bounded'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'report-lost' || decision.answer.status === 'refused') return decision;
    const id = view.get('attempt', command.attempt)?.context.slot ?? '';
    const slot = view.get('slot', id);
    if (slot === undefined || decision.writes.some(({ kind }) => kind === 'slot')) return decision;
    return withWrites(decision, [{ kind: 'slot', id, entity: having(slot, { deaths: slot.context.deaths + 1 }) }]);
  },
};

/** The first try is none of its repetitions. */
const countsRetriesOnly: Mutant = {
  id: 'counts-retries-only',
  defect: 'The number of tries that a step may have is taken for the number of times that it may be tried again.',
  fails: ['limit.attempts-are-bounded'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'fail' || command.step === undefined) return decision;
    const { step } = command;
    return rewritten(decision, 'slot', (slot, id) => {
      const isFirst = view.get('slot', id)?.context.tries[step] === undefined;
      return isFirst ? having(slot, { tries: { ...slot.context.tries, [step]: 0 } }) : slot;
    });
  },
};

/** It takes whatever waits at its start for work that somebody had left. */
const startForgetsTheBackoff: Mutant = {
  id: 'start-forgets-the-backoff',
  defect: 'The time until the next try is kept by the worker that had the error: one that starts tries at once.',
  fails: ['limit.backoff-survives-restarts'],
  plot: ({ store }) => ({
    starts: () => {
      for (const { id, entity } of store.unfinished('slot'))
        if (entity.context.retryAtMs !== null) tryAtOnce(store, id, entity);
    },
  }),
};

const tryAtOnce = (store: Scene['store'], slot: string, { context }: Entity<'slot'>): void => {
  const { tenant, run, attempts } = context;
  const key = `${attemptOf(slot, attempts)}, taken up`;
  store.apply({ type: 'retry', tenant, actor: 'start', key, run, slot, reason: 'it was left' });
};

const oneBackoffForAll: Mutant = {
  id: 'one-backoff-for-all',
  defect: 'The backoff of a step is not looked at: whatever fails waits for the time that the runtime is set to.',
  fails: ['limit.backoff-survives-restarts'],
  decide: (plain) => (view, command) =>
    rewritten(plain(view, command), 'slot', (slot) =>
      command.type === 'fail' && is(slot, 'retry-wait')
        ? having(slot, { retryAtMs: view.nowMs + view.settings.backoffMs })
        : slot,
    ),
};

/** What it has from its program is counted from now on, whoever asks. */
const restartsTheDeadline: Mutant = {
  id: 'claim-moves-the-deadline',
  defect: 'The deadline of a run is counted from the claim of each attempt instead of from the launch.',
  fails: ['limit.deadline-never-moves'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'claim' || decision.answer.status === 'refused') return decision;
    const run = view.get('run', command.run);
    const deadlineMs = run?.context.program.limits?.deadlineMs;
    if (run === undefined || deadlineMs === undefined) return decision;
    const entity = having(run, { deadlineAtMs: view.nowMs + deadlineMs });
    return withWrites(decision, [{ kind: 'run', id: command.run, entity }]);
  },
};

/** The timer is set by the claim and dropped with the attempt, so that a run that waits for a person has none. */
const waitOutlastsTheDeadline: Mutant = {
  id: 'wait-outlasts-the-deadline',
  defect: 'Only attempts at work are ended at the deadline: a run that waits meanwhile goes on when it is woken.',
  fails: ['limit.deadline-never-moves'],
  defects: { without: [{ kind: 'run', reason: 'deadline-passed' }] },
  decide: (plain) => (view, command) =>
    command.type === 'expire-run' && isNobodyAtWork(view, command.run)
      ? { answer: { status: 'refused', reason: 'run-not-due' }, writes: [] }
      : plain(view, command),
};

const isNobodyAtWork = (view: View, run: string): boolean =>
  (view.get('run', run)?.context.slots ?? []).every((slot) => view.get('slot', slot)?.context.active === null);

/** The time is added up where an attempt ends in order. */
const lostTimeIsFree: Mutant = {
  id: 'lost-time-is-free',
  defect: 'The time at work of an attempt whose worker is lost is not taken from what its run has left.',
  fails: ['limit.execution-time-is-bounded'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'expire' && command.type !== 'report-lost') return decision;
    return rewritten(decision, 'run', (run, id) => {
      const executionLeftMs = view.get('run', id)?.context.executionLeftMs ?? null;
      return having(run, { executionLeftMs });
    });
  },
};

const waitingIsWork: Mutant = {
  id: 'waiting-counts-as-work',
  defect: 'The clock of the time at work goes on while a run waits and nobody works on it.',
  fails: ['limit.execution-time-is-bounded'],
  reports: ['hatchet-parked-task-times-out'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'wait' && command.type !== 'request-approval') return decision;
    return rewritten(decision, 'run', (run, id) => view.get('run', id) ?? run);
  },
};

/** How often something is tried, after which time, and for how long. */
export const limitMutants: readonly Mutant[] = [
  crashesAreNotCounted,
  countsADeathTwice,
  countsRetriesOnly,
  startForgetsTheBackoff,
  oneBackoffForAll,
  restartsTheDeadline,
  waitOutlastsTheDeadline,
  lostTimeIsFree,
  waitingIsWork,
];
