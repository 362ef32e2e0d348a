import type { Entity } from '../../model/kinds.ts';
import { is } from '../../model/step.ts';
import type { Command } from '../../model/vocabulary.ts';
import type { Mutant, Scene } from './mutant.ts';
import { andThen, having, moved, ok, replaced, rewritten } from './writes.ts';

/** It looks at what the store shows as begun and not ended, which after a crash is what was lost, and beside a living worker is its work. */
const startTakesOver: Mutant = {
  id: 'start-takes-over',
  defect: 'A worker that starts takes whatever is at work for left behind by a crash, and begins it again.',
  fails: ['attempt.no-second-while-one-lives', 'lease.live-holder-keeps-it', 'claim.one-of-many-wins'],
  explained:
    'A worker that is slow is not left alone either when another one starts; and of two workers both come to have the slot, against claim.one-of-many-wins.',
  plot: ({ store }) => ({
    starts: () => {
      for (const { id, tenant } of atWork(store))
        store.apply({ type: 'revoke', tenant, actor, key: `revoke ${id}`, attempt: id });
    },
  }),
};

/** Where the old worker is dead it can hand nothing over, and its lease ends by itself. */
const handsOverToNobody: Mutant = {
  id: 'hands-over-to-nobody',
  defect:
    'A worker that starts asks the one at work to hand its slot over; that one gives it up at its next heartbeat and holds it for the other, which never asks again.',
  fails: ['attempt.every-start-reaches-an-end', 'lease.live-holder-keeps-it', 'claim.one-of-many-wins'],
  explained:
    'What a slow worker brings after it gave its slot up does not count, against lease.live-holder-keeps-it; and of two workers none has the slot, against claim.one-of-many-wins.',
  plot: ({ store }) => ({
    starts: () => {
      for (const { id, tenant } of atWork(store))
        store.apply({ type: 'revoke', tenant, actor, key: `ask ${id}`, attempt: id });
    },
  }),
  decide: (plain) => (view, command) => {
    if (command.type === 'revoke' && command.actor === actor)
      return { ...ok, writes: replaced(view, { kind: 'attempt', id: command.attempt }, asked) };
    const attempt = command.type === 'heartbeat' ? view.get('attempt', command.attempt) : undefined;
    if (command.type !== 'heartbeat' || attempt?.context.failure !== request) return plain(view, command);
    const given = plain(view, { ...command, type: 'release-lease' });
    return andThen(view, given, (after) => moved(after, 'slot', { id: attempt.context.slot, leaf: 'held' }));
  },
};

const request = 'it was asked to hand over';
const asked = (attempt: Entity<'attempt'>): Entity<'attempt'> => ({
  ...attempt,
  context: { ...attempt.context, failure: request },
});

/** Who says what a worker that starts says of others. */
const actor = 'a worker that starts';
const atWork = (store: Scene['store']) =>
  store.unfinished('lease').map(({ id }) => ({ id, tenant: store.get('attempt', id)?.context.tenant ?? '' }));

/** The launch itself is answered with the first one's run, as it should be. */
const launchBeginsAgain: Mutant = {
  id: 'launch-begins-again',
  defect:
    'A launch under a known start key takes the work of its run away from whoever is at it, and has it done anew.',
  fails: ['attempt.no-second-while-one-lives', 'identity.one-run-per-start-key', 'lease.live-holder-keeps-it'],
  explained:
    'The work of one start key is done twice, against identity.one-run-per-start-key; and a worker that is slow loses its step to the launch, against lease.live-holder-keeps-it.',
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    const at = command.type === 'launch' ? view.get('slot', command.slot)?.context.active : undefined;
    if (command.type !== 'launch' || at === undefined || at === null) return decision;
    const { tenant, actor, key } = command;
    const revoked: Command = { type: 'revoke', tenant, actor, key, attempt: at };
    return andThen(view, decision, (after) => plain(after, revoked).writes);
  },
};

/** What it was before is overwritten, and nothing else is touched. */
const lateFailureOverwrites: Mutant = {
  id: 'late-failure-overwrites',
  defect: 'An attempt that was lost stands as failed once its worker says so after all.',
  fails: ['attempt.terminal-is-final'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'fail' || !is(view.get('attempt', command.attempt), 'lost')) return decision;
    const writes = replaced(view, { kind: 'attempt', id: command.attempt }, (attempt) => ({
      ...attempt,
      leaf: 'failed',
      context: { ...attempt.context, failure: command.error },
    }));
    return { ...ok, writes };
  },
};

/** It makes the call and writes nothing, so that the run itself stays as it ended. */
const takesUpTheEnded: Mutant = {
  id: 'takes-up-the-ended',
  defect: 'A worker that starts does the first step of every run that it finds, whether or not the run has ended.',
  fails: ['attempt.terminal-is-final'],
  plot: ({ store, perform, complain }) => ({
    starts: () => {
      for (const { id, entity } of store.all('run')) {
        const [step] = entity.context.program.steps;
        const isCall = step?.op === 'model' || step?.op === 'tool';
        if (is(entity, 'succeeded') && isCall) perform({ run: id, step, results: {} }).catch(complain);
      }
    },
  }),
};

/** As where the row of the last try is used again. What it was before is gone, and its lease runs anew. */
const handsOutTheOld: Mutant = {
  id: 'hands-out-the-old',
  defect: 'A claim after a loss opens the lost attempt again instead of a new one.',
  fails: ['attempt.terminal-is-final', 'claim.creates-one-attempt-worker-lease'],
  explained: 'A claim that creates nothing is what claim.creates-one-attempt-worker-lease forbids.',
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    const old = command.type === 'claim' ? (view.get('slot', command.slot)?.context.prior ?? '') : '';
    if (decision.answer.status === 'refused' || !is(view.get('attempt', old), 'lost')) return decision;
    const untilMs = view.nowMs + view.settings.leaseMs;
    const claimed = rewritten(decision, 'slot', (slot) => having(slot, { pending: old }));
    const writes = [
      ...claimed.writes.filter(({ kind }) => kind === 'slot'),
      ...moved(view, 'attempt', { id: old, leaf: 'claimed' }),
      ...moved(view, 'worker', { id: old, leaf: 'starting' }),
      ...replaced(view, { kind: 'lease', id: old }, (lease) => ({
        ...lease,
        leaf: 'live',
        context: { ...lease.context, untilMs, endedAtMs: null },
      })),
    ];
    return { answer: { status: 'ok', value: { attempt: old } }, writes };
  },
};

/** Its slot goes on all the same, since its lease has ended. */
const forgetsLostWorkers: Mutant = {
  id: 'forgets-lost-workers',
  defect: 'Nobody records a worker that stayed away as lost: its attempt is shown with a running worker for ever.',
  fails: ['attempt.every-start-reaches-an-end'],
  decide: (plain) => (view, command) =>
    command.type === 'report-lost' && command.because === 'grace-passed'
      ? { answer: { status: 'refused', reason: 'grace-not-passed' }, writes: [] }
      : plain(view, command),
};

/** The defects about attempts. */
export const attemptMutants: readonly Mutant[] = [
  startTakesOver,
  launchBeginsAgain,
  lateFailureOverwrites,
  takesUpTheEnded,
  handsOutTheOld,
  forgetsLostWorkers,
  handsOverToNobody,
];
