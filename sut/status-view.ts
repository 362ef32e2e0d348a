import type { Entity } from '../model/kinds.ts';
import { childOf } from '../model/rules/names.ts';
import type { RunStatus } from '../model/vocabulary.ts';
import type { Looking } from './looking.ts';

/**
 * A run that closes still has effects to account for, so it is not at its end; where nobody can account for one any more, it stands for
 * review. One whose slot waits for a decision or for time to pass waits; one that waits for a child is as its child is. One that nobody at
 * hand can serve is stranded, as long as nobody does.
 */
export const statusOf = (store: Looking, run: string, { leaf }: Entity<'run'>): RunStatus => {
  switch (leaf) {
    case 'succeeded':
    case 'failed':
    case 'cancelled':
    case 'expired':
    case 'review':
    case 'blocked':
      return leaf;
    default: {
      const family = familyOf(store, run);
      if (leaf !== 'running') return family.some((one) => isInDoubt(store, one)) ? 'review' : 'running';
      const slots = store.ofRun('slot', run);
      if (slots.some(({ entity }) => entity.leaf === 'waiting')) return statusBelow(store, family.slice(1));
      return store.isStranded(run) && slots.some(({ entity }) => isUnserved(entity)) ? 'stranded' : 'running';
    }
  }
};

const isUnserved = ({ leaf }: Entity<'slot'>): boolean => leaf === 'ready' || leaf === 'retry-wait';

const isInDoubt = (store: Looking, run: string): boolean =>
  store.ofRun('effect', run).some(({ entity }) => entity.leaf === 'review');

/** A child that is over has delivered its result, or failed its parent: one that is not is what the parent waits for. */
const statusBelow = (store: Looking, children: readonly string[]): RunStatus => {
  const states = children.flatMap((child): readonly RunStatus[] => {
    const found = store.get('run', child);
    return found === undefined ? [] : [statusOf(store, child, found)];
  });
  return states.find((status) => !['succeeded', 'failed', 'cancelled'].includes(status)) ?? 'waiting';
};

/** A run and the runs of its child steps that were started. */
export const familyOf = (store: Looking, run: string): readonly string[] => [
  run,
  ...(store.get('run', run)?.context.program.steps ?? [])
    .flatMap((step) => (step.op === 'child' ? [childOf(run, step.id)] : []))
    .filter((child) => store.get('run', child) !== undefined),
];
