import type { Entity } from '../../model/kinds.ts';
import { attemptOf } from '../../model/rules/names.ts';
import type { Decision } from '../../model/runtime.ts';
import { is } from '../../model/step.ts';
import type { CommandOf } from '../../model/vocabulary.ts';
import type { Decide } from '../store.ts';
import type { Mutant, Scene } from './mutant.ts';
import { overlay } from './overlay.ts';
import { having, rewritten } from './writes.ts';

/** What a process saw when it opened the store is old by the time that it works; only its first step comes of that. */
const worksByAnOldList: Mutant = {
  id: 'works-by-an-old-list',
  defect:
    'A worker goes by the list of ready slots that it read when it opened the store, and begins before it claims.',
  fails: ['claim.one-of-many-wins'],
  plot: (scene) => {
    const ready = scene.store.unfinished('slot').filter(({ entity }) => entity.leaf === 'ready');
    return {
      starts: () => {
        for (const { id, entity } of ready)
          if (!is(scene.store.get('slot', id), 'ready')) begin(scene, entity).catch(scene.complain);
      },
    };
  },
};

/** The slot was another worker's by then: the claim would be refused, but the first step is on its way. */
const begin = async ({ perform }: Scene, { context }: Entity<'slot'>): Promise<void> => {
  const [step] = context.steps;
  if (step !== undefined && (step.op === 'model' || step.op === 'tool'))
    await perform({ run: context.run, step, results: {} });
};

/** What it finds claimed it takes for the remains of a process that was there before it. */
const startTakesEveryLease: Mutant = {
  id: 'start-takes-every-lease',
  defect: 'A worker that starts ends all leases that it finds, as if whoever holds them were gone.',
  fails: ['claim.one-of-many-wins', 'attempt.no-second-while-one-lives'],
  explained:
    'attempt.no-second-while-one-lives says of a worker at any time what this says of those that start at once.',
  reports: ['durablefunctions-lease-steal-duplicates'],
  plot: ({ store }) => ({
    starts: () => {
      for (const { id } of store.unfinished('lease')) {
        const tenant = store.get('attempt', id)?.context.tenant ?? '';
        const by = { tenant, actor: 'start', attempt: id };
        store.apply({ type: 'revoke', ...by, key: `${id}, revoked` });
        store.apply({ type: 'report-lost', ...by, key: `${id}, lost`, because: 'death-seen' });
      }
    },
  }),
};

/** The attempt is inserted first and the slot asked then; what the slot refuses is not rolled back. */
const leavesARefusedAttempt: Mutant = {
  id: 'leaves-a-refused-attempt',
  defect: 'A claim of a slot that is taken is refused, and the attempt that it had begun with stays.',
  fails: ['claim.creates-one-attempt-worker-lease'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    const slot = command.type === 'claim' ? view.get('slot', command.slot) : undefined;
    if (command.type !== 'claim' || slot === undefined) return decision;
    const { answer } = decision;
    if (answer.status === 'ok' || answer.reason !== 'slot-not-claimable') return decision;
    return { answer, writes: begunWith(plain, { view, command, slot }) };
  },
};

type Refused = {
  readonly view: Parameters<Decide>[0];
  readonly command: CommandOf<'claim'>;
  readonly slot: Entity<'slot'>;
};

/** What the claim would have created, had the slot been ready, under an id of its own. */
const begunWith = (plain: Decide, { view, command, slot }: Refused): Decision['writes'] => {
  const ready = having({ ...slot, leaf: 'ready' }, { workerClass: command.workerClass });
  const { writes } = plain(overlay(view, [{ kind: 'slot', id: command.slot, entity: ready }]), command);
  return writes
    .filter(({ id, kind }) => id === attemptOf(command.slot, slot.context.attempts + 1) && kind !== 'slot')
    .map((write) => ({ ...write, id: `${write.id}, by ${command.key}` }));
};

/** The lock is given back where a claim is granted; else its time runs out, which is that of a lease. */
const misfitLocksTheSlot: Mutant = {
  id: 'misfit-locks-the-slot',
  defect:
    'A claim that is refused for its class leaves the slot locked, so that the next one is refused for no reason.',
  fails: ['claim.accepts-the-due'],
  decide: (plain) => {
    const locks = new Map<string, number>();
    return (view, command) => {
      const decision = plain(view, command);
      if (command.type !== 'claim') return decision;
      const { answer } = decision;
      const isLocked = (locks.get(command.slot) ?? 0) > view.nowMs;
      if (answer.status === 'ok') return isLocked ? refused('slot-not-claimable') : decision;
      if (answer.reason === 'worker-class-does-not-fit') locks.set(command.slot, view.nowMs + view.settings.leaseMs);
      return decision;
    };
  },
};

/** `retry_at <= now` is never true of a time that is not there. */
const noTimeIsNeverDue: Mutant = {
  id: 'no-time-is-never-due',
  defect:
    'Of the slots that wait only those with a retry time fall due, so that one that was let go at once never does.',
  fails: ['claim.accepts-the-due'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'claim' || decision.answer.status === 'refused') return decision;
    const slot = view.get('slot', command.slot);
    return is(slot, 'retry-wait') && slot?.context.retryAtMs === null ? refused('retry-time-not-reached') : decision;
  },
};

const refused = (reason: Extract<Decision['answer'], { status: 'refused' }>['reason']): Decision => ({
  answer: { status: 'refused', reason },
  writes: [],
});

const claimsAnyClass: Mutant = {
  id: 'claims-any-class',
  defect: 'The worker class of a claim is not compared with the one that the slot was launched for.',
  fails: ['claim.refuses-incompatible-worker-class'],
  defects: { without: [{ kind: 'slot', reason: 'worker-class-does-not-fit' }] },
};

/** As above, with the class as the last that is asked. */
const misfitLeavesAnAttempt: Mutant = {
  id: 'misfit-leaves-an-attempt',
  defect: 'A claim for another class is refused only when its attempt is there, which stays.',
  fails: ['claim.refuses-incompatible-worker-class', 'claim.creates-one-attempt-worker-lease'],
  explained: 'The attempt that stays belongs to a refused claim, which claim.creates-one-attempt-worker-lease forbids.',
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    const slot = command.type === 'claim' ? view.get('slot', command.slot) : undefined;
    if (command.type !== 'claim' || slot === undefined) return decision;
    const { answer } = decision;
    if (answer.status === 'ok' || answer.reason !== 'worker-class-does-not-fit') return decision;
    return { answer, writes: begunWith(plain, { view, command, slot }) };
  },
};

const claimsTooEarly: Mutant = {
  id: 'claims-too-early',
  defect: 'The retry time of a slot is written down, and no claim is measured by it.',
  fails: ['claim.honours-retry-time'],
  defects: { without: [{ kind: 'slot', reason: 'retry-time-not-reached' }] },
};

/** The backoff is added by whoever ends the attempt, and again by whoever files the slot. */
const waitsTwice: Mutant = {
  id: 'waits-twice-as-long',
  defect: 'The backoff is added twice, so that a slot is refused for as long again after its retry time.',
  fails: ['claim.honours-retry-time'],
  decide: (plain) => (view, command) =>
    rewritten(plain(view, command), 'slot', (slot) => {
      const { retryAtMs } = slot.context;
      const isNew = retryAtMs !== null && retryAtMs > view.nowMs;
      return isNew ? having(slot, { retryAtMs: 2 * retryAtMs - view.nowMs }) : slot;
    }),
};

/** Who gets a slot, when, and what a claim makes. */
export const claimMutants: readonly Mutant[] = [
  worksByAnOldList,
  startTakesEveryLease,
  leavesARefusedAttempt,
  misfitLocksTheSlot,
  noTimeIsNeverDue,
  claimsAnyClass,
  misfitLeavesAnAttempt,
  claimsTooEarly,
  waitsTwice,
];
