import { is } from '../../model/step.ts';
import type { Command } from '../../model/vocabulary.ts';
import { andThen, changed, ok } from './compose.ts';
import type { Mutant, Scene } from './mutant.ts';

/** It looks at what the store shows as begun and not ended, which after a crash is what was lost, and beside a living worker is its work. */
const startTakesOver: Mutant = {
  id: 'start-takes-over',
  defect: 'A worker that starts takes whatever is at work for left behind by a crash, and begins it again.',
  fails: ['attempt.no-second-while-one-lives', 'lease.live-holder-keeps-it'],
  explained: 'A worker that is slow is not left alone either when another one starts.',
  plot: (scene) => ({ starts: () => revokeAll(scene) }),
};

/** The runtime would do well with it where only one worker is ever started. */
const locksBothOut: Mutant = {
  id: 'locks-both-out',
  defect: 'A worker that starts takes the lease of the one at work away, and a lease that was taken away keeps everybody out.',
  fails: ['attempt.every-start-reaches-an-end'],
  plot: (scene) => ({ starts: () => revokeAll(scene) }),
  decide: (plain) => (view, command) => {
    const prior = command.type === 'claim' ? view.get('slot', command.slot)?.context.prior : undefined;
    return is(view.get('lease', prior ?? ''), 'revoked')
      ? { answer: { status: 'refused', reason: 'prior-lease-not-terminal' }, writes: [] }
      : plain(view, command);
  },
};

const revokeAll = ({ store }: Scene): void => {
  for (const { id } of store.unfinished('lease')) {
    const tenant = store.get('attempt', id)?.context.tenant ?? '';
    store.apply({ type: 'revoke', tenant, actor: 'recovery', key: `revoke ${id}`, attempt: id });
  }
};

/** The launch itself is answered with the first one's run, as it should be. */
const launchBeginsAgain: Mutant = {
  id: 'launch-begins-again',
  defect: 'A launch under a known start key takes the work of its run away from whoever is at it, and has it done anew.',
  fails: ['attempt.no-second-while-one-lives'],
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
    const writes = changed(view, { kind: 'attempt', id: command.attempt }, (attempt) => ({
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
  forgetsLostWorkers,
  locksBothOut,
];
