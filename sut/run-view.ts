import type { Entity } from '../model/kinds.ts';
import { childOf, childSlotOf, effectOf, outputOf } from '../model/rules/names.ts';
import {
  type AttemptView,
  allSteps,
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
  const { tenant, startKey, slots } = found.context;
  return {
    status: statusOf(store, run, found),
    steps: Object.fromEntries(
      slots.flatMap((slot) => stepsOf(store, slot).map((step) => [step.id, stepViewOf(store, slot, step)] as const)),
    ),
    runs: store
      .all('run')
      .filter(({ entity: { context } }) => context.tenant === tenant && context.startKey === startKey).length,
    approvals: store.ofRun('approval', run).map(({ entity: { leaf, context } }) => {
      const { step, revision } = context;
      return { id: step, step, status: leaf, revision: revision ?? '' };
    }),
    slots: store.ofRun('slot', run).map(slotViewOf),
    attempts: store.ofRun('attempt', run).map((attempt) => attemptViewOf(store, attempt)),
  };
};

/**
 * A run that closes still has effects to account for, so it is not at its end; where nobody can account for one any more, it stands for
 * review. One whose slot waits for a decision or for time to pass waits; one that waits for a child is as its child is.
 */
const statusOf = (store: Looking, run: string, { leaf, context }: Entity<'run'>): RunStatus => {
  switch (leaf) {
    case 'succeeded':
    case 'failed':
    case 'cancelled':
    case 'review':
      return leaf;
    default: {
      const children = context.program.steps.flatMap((step) => (step.op === 'child' ? [childOf(run, step.id)] : []));
      if (leaf !== 'running') return [run, ...children].some((one) => isInDoubt(store, one)) ? 'review' : 'running';
      return store.ofRun('slot', run).some(({ entity }) => entity.leaf === 'waiting')
        ? statusBelow(store, children)
        : 'running';
    }
  }
};

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

/** Every step at any depth; those inside a child are shown with the slot that holds it. */
const stepsOf = (store: Looking, slot: string): readonly Step[] =>
  allSteps(store.get('slot', slot)?.context ?? nothing);
const nothing = { steps: [] };

const stepViewOf = (store: Looking, slot: string, step: Step): StepView => {
  const held = holding(store, slot, step);
  const output = store.get('output', outputOf(held, step.id));
  const effect = store.get('effect', effectOf(held, step.id));
  const commits = (output?.context.commits ?? []).map(({ by, atMs, value }) => ({ by, at: String(atMs), value }));
  const last = commits.at(-1);
  return {
    commits,
    ...(last !== undefined && { inForce: last.value }),
    ...(effect !== undefined && { effect: stepViewSchema.shape.effect.parse(effect.leaf) }),
  };
};

/** The slot that does a step: that of the child which it is inside of, if it is. */
const holding = (store: Looking, slot: string, step: Step): string => {
  const steps = store.get('slot', slot)?.context.steps ?? [];
  const child = steps.find((one) => one.op === 'child' && one.steps.some(({ id }) => id === step.id));
  return child === undefined ? slot : childSlotOf(slot, child.id);
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
