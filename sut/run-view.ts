import { effectOf, outputOf } from '../model/rules/names.ts';
import {
  type AttemptView,
  leaseStatusSchema,
  type RunStatus,
  type RunView,
  type SlotView,
  type Step,
  type StepView,
  slotStateSchema,
  stepViewSchema,
  workerStatusSchema,
} from '../model/vocabulary.ts';
import type { Found, Looking } from './looking.ts';

/** What the store shows of one run: every lifecycle in the words of the port, none of them derived from another. */
export const runViewOf = (store: Looking, run: string): RunView => {
  const found = store.get('run', run);
  if (found === undefined) return { status: 'absent', steps: {} };
  const { tenant, startKey, program } = found.context;
  const slots = store.ofRun('slot', run);
  return {
    status: statusOf(found.leaf, slots, store.ofRun('effect', run)),
    steps: Object.fromEntries(program.steps.map((step) => [step.id, stepViewOf(store, slots, step)])),
    runs: store
      .all('run')
      .filter(({ entity: { context } }) => context.tenant === tenant && context.startKey === startKey).length,
    approvals: store.ofRun('approval', run).map(({ entity: { leaf, context } }) => {
      const { step, revision } = context;
      return { id: step, step, status: leaf, revision: revision ?? '' };
    }),
    slots: slots.map(slotViewOf),
    attempts: store.ofRun('attempt', run).map((attempt) => attemptViewOf(store, attempt)),
  };
};

/**
 * A run that closes still has effects to account for, so it is not at its end; where nobody can account for one any more, it stands for
 * review. One whose slot waits for a decision waits.
 */
const statusOf = (leaf: string, slots: readonly Found<'slot'>[], effects: readonly Found<'effect'>[]): RunStatus => {
  switch (leaf) {
    case 'succeeded':
    case 'failed':
    case 'cancelled':
    case 'review':
      return leaf;
    default:
      if (leaf !== 'running') return effects.some(({ entity }) => entity.leaf === 'review') ? 'review' : 'running';
      return slots.some(({ entity }) => entity.leaf === 'waiting') ? 'waiting' : 'running';
  }
};

const stepViewOf = (store: Looking, slots: readonly Found<'slot'>[], step: Step): StepView => {
  const slot = slots.find(({ entity }) => entity.context.steps.some(({ id }) => id === step.id))?.id ?? '';
  const output = store.get('output', outputOf(slot, step.id));
  const effect = store.get('effect', effectOf(slot, step.id));
  const commits = (output?.context.commits ?? []).map(({ by, atMs, value }) => ({ by, at: String(atMs), value }));
  const last = commits.at(-1);
  return {
    commits,
    ...(last !== undefined && { inForce: last.value }),
    ...(effect !== undefined && { effect: stepViewSchema.shape.effect.parse(effect.leaf) }),
  };
};

const slotViewOf = ({ id, entity: { leaf, context } }: Found<'slot'>): SlotView => {
  const { tenant, run, specification, workerClass, reason, retryAtMs, pending, active, prior } = context;
  const state = slotStateSchema.parse(leaf);
  return { id, tenant, run, state, specification, workerClass, reason, retryAtMs, pending, active, prior };
};

const attemptViewOf = (store: Looking, { id, entity: { leaf, context } }: Found<'attempt'>): AttemptView => {
  const worker = store.get('worker', id);
  return {
    id,
    slot: context.slot,
    outcome: leaf,
    worker: { status: workerStatusSchema.parse(worker?.leaf), owner: worker?.context.owner ?? null },
    lease: { status: leaseStatusSchema.parse(store.get('lease', id)?.leaf) },
  };
};
