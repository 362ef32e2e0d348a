import { dueSteps, nextStep } from '../machines/progress.ts';
import { approvalOf, childOf } from '../rules/names.ts';
import { is } from '../step.ts';
import { type Json, type Step, sameJson } from '../vocabulary.ts';
import { childSpot, currentOf, hold, ownerOf, type Spot } from './holding.ts';
import { by, tenantOf } from './saying.ts';
import { type Call, isDone } from './seen.ts';
import type { Stuck, Way } from './way.ts';
import { heeds, type Worked, write } from './writing.ts';

/** A step, and the result that was shown of it, where one was. */
export type Shown = { readonly step: Step; readonly value?: Json };

/** Lets a step have the result that was seen to come about, though nobody showed that it was written down. */
export const settle = (way: Way, spot: Spot, { step, value }: Shown): Stuck | undefined => {
  switch (step.op) {
    case 'model':
    case 'tool':
    case 'output':
    case 'effect':
      return settleCall(way, spot, { step, ...(value !== undefined && { value }) });
    case 'approval':
      return settleApproval(way, spot, { step: step.id });
    case 'timer':
      return settleTimer(way, spot, step.id);
    case 'child':
      return settleChild(way, spot, step.id);
    default:
      return settleInside(way, spot, step.id);
  }
};

/** Lets every step before this one have its result, as far as there is reason to think so. */
export const settleBefore = (way: Way, spot: Spot, step: string): Stuck | undefined => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const slot = way.belief.get('slot', spot.slot)?.context;
    if (slot === undefined || slot.done.includes(step)) return undefined;
    const due = dueSteps(slot);
    const [next] = due;
    if (next === undefined || due.some(({ id }) => id === step)) return undefined;
    const refused = settle(way, spot, { step: next });
    if (refused !== undefined) return refused;
    if (way.belief.get('slot', spot.slot)?.context.done.length === slot.done.length) return undefined;
  }
  return undefined;
};
/** More steps than any program has. */
const ROUNDS = 10_000;

type Called = { readonly step: Worked; readonly value?: Json };

const settleCall = (way: Way, spot: Spot, called: Called): Stuck | undefined => {
  const { step, value } = called;
  if (step.op === 'effect' && heeds(way, spot, step.id)) return undefined;
  const call = evidenceFor(way, spot, called);
  if (call === undefined && value === undefined) return undefined;
  const refused = call !== undefined && mayHold(way, spot, call) ? hold(way, spot, call.worker) : undefined;
  const attempt = currentOf(way, spot.slot);
  if (refused !== undefined || attempt === undefined) return refused;
  return write(way, spot, { step, attempt, value: value ?? call?.end?.value ?? null });
};

/** The answered call that a result came from: by the one at work first, then the last one. */
const evidenceFor = (way: Way, spot: Spot, { step, value }: Called): Call | undefined => {
  // What is shown as written down was read, also by a worker that was stopped just then.
  const isShown = value !== undefined;
  const calls = way.seen.callsFor(spot.root, step.id).filter((call) => isDone(call) && (isShown || !call.isUnread));
  const current = currentOf(way, spot.slot);
  const owner = current === undefined ? null : ownerOf(way, current);
  const fitting = value === undefined ? calls : calls.filter(({ end }) => sameJson(end?.value ?? null, value));
  return fitting.find(({ worker }) => worker === owner) ?? fitting[0];
};

const mayHold = (way: Way, spot: Spot, { worker }: Call): boolean => {
  const current = currentOf(way, spot.slot);
  if (current !== undefined && ownerOf(way, current) === worker) return true;
  return way.seen.process(worker)?.isDead === false;
};

/** Which approval, about which revision, where that is known. */
export type Asking = { readonly step: string; readonly revision?: string };

/** An approval is asked for once its prompt was shown; what was decided early is followed then. */
export const settleApproval = (way: Way, spot: Spot, { step, revision }: Asking): Stuck | undefined => {
  const approval = way.belief.get('approval', approvalOf(spot.run, step));
  if (approval !== undefined && !is(approval, 'expected') && !is(approval, 'superseded')) return undefined;
  const shown = way.seen.callsFor(spot.root, step).find((call) => isDone(call) && !call.isUnread);
  if (shown === undefined) return undefined;
  const refused = mayHold(way, spot, shown) ? hold(way, spot, shown.worker) : undefined;
  const attempt = currentOf(way, spot.slot);
  if (refused !== undefined || attempt === undefined) return refused;
  const own = { ...by(tenantOf(way, spot.run), shown.worker), attempt, step };
  const early = approval?.context.revision === NOT_SHOWN ? NOT_SHOWN : undefined;
  const asked = early ?? way.revisionOf(approvalOf(spot.run, step)) ?? revision ?? approval?.context.revision ?? '';
  return way.assume({ type: 'request-approval', ...own, revision: asked }, `attempt ${attempt} asked for ${step}`);
};

/** The revision of a decision where its runtime shows none. */
export const NOT_SHOWN = 'not shown';

const settleTimer = (way: Way, spot: Spot, step: string): Stuck | undefined => {
  const tenant = tenantOf(way, spot.run);
  const attempt = currentOf(way, spot.slot);
  if (attempt !== undefined) {
    const sinceMs = way.belief.since('slot', spot.slot)?.atMs ?? 0;
    const refused = way.assume({ type: 'wait', ...by(tenant), attempt, step }, `${step} began to wait`, sinceMs);
    if (refused !== undefined) return refused;
  }
  return way.assume({ type: 'fire', ...by(tenant), run: spot.run, step }, `${step} fell due`);
};

const settleChild = (way: Way, spot: Spot, step: string): Stuck | undefined => {
  const child = childSpot(spot, step);
  const begun = bear(way, spot, step);
  if (begun !== undefined) return begun;
  const steps = way.belief.get('slot', child.slot)?.context.steps ?? [];
  for (const one of steps) {
    if (way.belief.get('slot', child.slot)?.context.done.includes(one.id)) continue;
    const refused = settle(way, child, { step: one });
    if (refused !== undefined) return refused;
  }
  const context = way.belief.get('slot', child.slot)?.context;
  return context === undefined || nextStep(context) !== undefined ? undefined : finish(way, child);
};

/** The attempt at work starts the run of a child step. */
export const bear = (way: Way, spot: Spot, step: string): Stuck | undefined => {
  if (way.belief.get('run', childOf(spot.run, step)) !== undefined) return undefined;
  const before = settleBefore(way, spot, step);
  const attempt = currentOf(way, spot.slot);
  if (before !== undefined || attempt === undefined) return before;
  const command = { type: 'start-child' as const, ...by(tenantOf(way, spot.run)), attempt, step };
  return way.assume(command, `attempt ${attempt} started the child ${step}`);
};

/** The attempt at work says that all is done. */
export const finish = (way: Way, spot: Spot): Stuck | undefined => {
  const attempt = currentOf(way, spot.slot);
  if (attempt === undefined) return undefined;
  const command = {
    type: 'finish' as const,
    ...by(tenantOf(way, spot.run), ownerOf(way, attempt) ?? undefined),
    attempt,
  };
  return way.assume(command, `attempt ${attempt} finished ${spot.slot}`);
};

const settleInside = (way: Way, spot: Spot, holder: string): Stuck | undefined => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const slot = way.belief.get('slot', spot.slot)?.context;
    const [next] = slot === undefined ? [] : dueSteps(slot);
    if (slot === undefined || next === undefined || slot.done.includes(holder)) return undefined;
    const refused = settle(way, spot, { step: next });
    if (refused !== undefined || way.belief.get('slot', spot.slot)?.context.done === slot.done) return refused;
  }
  return undefined;
};

/** A slot that waits goes on once what it waits for is there. */
export const awaken = (way: Way, spot: Spot): Stuck | undefined => {
  const slot = way.belief.get('slot', spot.slot);
  if (slot?.leaf !== 'waiting') return undefined;
  const due = slot.context.steps.find(({ id }) => !slot.context.done.includes(id));
  return due === undefined ? undefined : settle(way, spot, { step: due });
};
