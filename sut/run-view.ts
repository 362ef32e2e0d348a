import { executionLeftAt } from '../model/machines/run-words.ts';
import {
  type ArtifactView,
  type AttemptView,
  artifactViewSchema,
  leaseStatusSchema,
  type RunView,
  type SlotView,
  slotStateSchema,
  workerStatusSchema,
} from '../model/vocabulary.ts';
import { prefixOf, recoveriesOf } from './evidence-view.ts';
import type { Found, Looking } from './looking.ts';
import { familyOf, statusOf } from './status-view.ts';
import { stepsOf, stepViewOf } from './step-view.ts';

/** What the store shows of one run: every lifecycle in the words of the port, none of them derived from another. */
export const runViewOf = (store: Looking, run: string): RunView => {
  const found = store.get('run', run);
  if (found === undefined) return { status: 'absent', steps: {} };
  const { tenant, startKey, slots, pins, origin, deadlineAtMs } = found.context;
  const executionLeftMs = executionLeftAt(found.context, store.nowMs());
  return {
    status: statusOf(store, run, found),
    steps: Object.fromEntries(
      slots.flatMap((slot) => stepsOf(store, slot).map((step) => [step.id, stepViewOf(store, slot, step)] as const)),
    ),
    runs: store
      .all('run')
      .filter(({ entity: { context } }) => context.tenant === tenant && context.startKey === startKey).length,
    approvals: store.ofRun('approval', run).map(approvalViewOf),
    identity: { tenant, pins },
    ...(origin !== null && { parent: { run: origin.run, reason: origin.reason } }),
    ...(deadlineAtMs !== null && { deadlineAtMs }),
    ...(executionLeftMs !== null && { executionLeftMs }),
    artifacts: familyOf(store, run).flatMap((one) => store.ofRun('artifact', one).map(artifactViewOf)),
    recoveries: recoveriesOf(store, run),
    prefix: prefixOf(store, run),
    slots: store.ofRun('slot', run).map(slotViewOf),
    attempts: store.ofRun('attempt', run).map((attempt) => attemptViewOf(store, attempt)),
  };
};

const approvalViewOf = ({ entity: { leaf, context } }: Found<'approval'>): Approval => {
  const { step, revision, reviewer, deadlineAtMs } = context;
  return {
    ...{ id: step, step, status: leaf, revision: revision ?? '' },
    ...(reviewer !== null && { reviewer }),
    ...(deadlineAtMs !== null && { deadlineAtMs }),
  };
};
type Approval = NonNullable<RunView['approvals']>[number];

const artifactViewOf = ({ entity: { leaf, context } }: Found<'artifact'>): ArtifactView => {
  const { step, attempt, name, reference } = context;
  return {
    ...{ name, version: reference?.version ?? '', digest: reference?.digest ?? null, step, attempt },
    state: artifactViewSchema.shape.state.parse(leaf),
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
