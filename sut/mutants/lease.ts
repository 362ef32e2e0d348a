import { is } from '../../model/step.ts';
import type { View } from '../../model/transaction.ts';
import type { Command } from '../../model/vocabulary.ts';
import type { Decide } from '../store.ts';
import type { Mutant } from './mutant.ts';
import { ok, replaced } from './writes.ts';

/** A worker that is slow is only seen where another one looks for work. */
const heartbeatsExtendNothing: Mutant = {
  id: 'heartbeats-extend-nothing',
  defect: 'A heartbeat of a live lease is answered with ok and moves its end by nothing.',
  fails: ['lease.live-holder-keeps-it'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    return command.type === 'heartbeat' ? { ...decision, writes: [] } : decision;
  },
};

/** More heartbeats than a lease lasts for. */
const TOO_MANY = 4;

/** It counts heartbeats in the memory of its process; the lease itself is extended as it should be. */
const dropsSlowResults: Mutant = {
  id: 'drops-slow-results',
  defect: 'The result of a step that took longer than one lease is refused, although its worker kept the lease.',
  fails: ['lease.live-holder-keeps-it'],
  decide: (plain) => {
    const beats = new Map<string, number>();
    return (view, command) => {
      if (command.type === 'heartbeat') beats.set(command.attempt, (beats.get(command.attempt) ?? 0) + 1);
      if (command.type !== 'commit' && command.type !== 'record') return plain(view, command);
      const isSlow = (beats.get(command.attempt) ?? 0) > TOO_MANY;
      if (isSlow) return { answer: { status: 'refused', reason: 'lease-is-terminal' }, writes: [] };
      beats.delete(command.attempt);
      return plain(view, command);
    };
  },
};

/** Written as one would write it in a hurry: the row of the lease gets its new end, and with it is live. */
const heartbeatRevives: Mutant = {
  id: 'heartbeat-revives',
  defect: 'A heartbeat writes its lease as live whatever it was before.',
  fails: ['lease.heartbeat-revives-nothing', 'attempt.terminal-is-final'],
  explained:
    'A heartbeat is one of the late reports about an attempt that is over, of which attempt.terminal-is-final wants that they change nothing.',
  decide: reviving(() => true),
};

/** The receipt itself is dropped, as the step has its result: nothing of the run changes but the lease. */
const signOfLifeRevives: Mutant = {
  id: 'sign-of-life-revives',
  defect: 'A worker that had been taken for lost has its lease back once it brings a receipt or sends a heartbeat.',
  fails: ['lease.heartbeat-revives-nothing'],
  decide: reviving((view, { attempt }) => is(view.get('worker', attempt), 'lost'), ['heartbeat', 'record']),
};

type Told = Extract<Command, { readonly attempt: string }>;

function reviving(
  does: (view: View, command: Told) => boolean,
  types: readonly Command['type'][] = ['heartbeat'],
): (plain: Decide) => Decide {
  return (plain) => (view, command) => {
    const decision = plain(view, command);
    const isAbout = 'attempt' in command && types.includes(command.type) && decision.answer.status === 'refused';
    if (!isAbout || !does(view, command)) return decision;
    const untilMs = view.nowMs + view.settings.leaseMs;
    const writes = replaced(view, { kind: 'lease', id: command.attempt }, (lease) => ({
      ...lease,
      leaf: 'live',
      context: { ...lease.context, untilMs, endedAtMs: null },
    }));
    return writes.length === 0 ? decision : { ...ok, writes };
  };
}

/** The defects about leases. */
export const leaseMutants: readonly Mutant[] = [
  heartbeatsExtendNothing,
  dropsSlowResults,
  heartbeatRevives,
  signOfLifeRevives,
];
