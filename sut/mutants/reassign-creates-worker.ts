import type { Write } from '../../model/transaction.ts';
import type { Command } from '../../model/vocabulary.ts';
import type { Decide } from '../store.ts';
import type { Mutant } from './mutant.ts';
import { overlay } from './overlay.ts';

/** The slot itself is reopened as it should be, and its next claim is served: only the entities too many are there. */
export const reassignCreatesWorker: Mutant = {
  id: 'reassign-creates-worker',
  defect: 'A reassignment also creates an attempt with a worker and a lease.',
  fails: ['reassign.creates-no-worker', 'claim.creates-one-attempt-worker-lease', 'reassign.is-atomic'],
  explained:
    'The attempt that it creates belongs to no claim: claim.creates-one-attempt-worker-lease fails in the same plans, and reassign.is-atomic in the races in which the reassignment wins.',
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'reassign' || decision.answer.status === 'refused') return decision;
    const { tenant, actor, key, run, slot, workerClass } = command;
    const claim: Command = { type: 'claim', tenant, actor, key, run, slot, workerClass, owner: actor };
    return { ...decision, writes: [...decision.writes, ...created(plain, overlay(view, decision.writes), claim)] };
  },
};

/** What a claim would create, under ids of its own: those of the next claim stay free. */
const created = (plain: Decide, view: Parameters<Decide>[0], claim: Command): readonly Write[] =>
  plain(view, claim)
    .writes.filter(({ kind }) => kind === 'attempt' || kind === 'lease' || kind === 'worker')
    .map((write) => ({ ...write, id: `${write.id}, by ${claim.key}` }));
