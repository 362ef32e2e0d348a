import { ownSteps } from '../machines/progress.ts';
import { childOf, childSlotOf } from '../rules/names.ts';
import { hasTag } from '../step.ts';
import { holderOf } from '../vocabulary.ts';
import { by, tenantOf } from './saying.ts';
import { isFailed } from './seen.ts';
import type { Stuck, Way } from './way.ts';

/** Where a step is done: in the slot of its run or in that of the child that holds it. Calls carry the name of `root`. */
export type Spot = { readonly run: string; readonly slot: string; readonly root: string; readonly child?: string };

/** Where a step of a run is done, if the run has it. */
export const spotOf = (way: Way, run: string, step: string): Spot | undefined => {
  const context = way.belief.get('run', run)?.context;
  const slot = context?.slots[0];
  if (context === undefined || slot === undefined) return undefined;
  if (ownSteps(context.program.steps).some(({ id }) => id === step)) return { run, slot, root: run };
  const holder = holderOf(context.program, step);
  return holder === undefined ? undefined : childSpot({ run, slot, root: run }, holder.id);
};

/** The slot of a child step. */
export const childSpot = ({ run, slot, root }: Spot, step: string): Spot => ({
  run: childOf(run, step),
  slot: childSlotOf(slot, step),
  root,
  child: step,
});

/** Brings a slot to where an attempt of this worker is at work on it. */
export const hold = (way: Way, spot: Spot, worker: string): Stuck | undefined => {
  const slot = way.belief.get('slot', spot.slot)?.context;
  const current = slot?.pending ?? slot?.active ?? null;
  if (current === null || slot === undefined) return outlive(way, spot) ?? claim(way, spot, worker);
  const owner = ownerOf(way, current);
  if (owner !== worker && owner !== null) return lose(way, spot, current) ?? claim(way, spot, worker);
  return slot.pending === null ? undefined : start(way, spot, worker);
};

/** The lease of an attempt that failed may be live still, and has to be over before the next. */
const outlive = (way: Way, spot: Spot): Stuck | undefined => {
  const slot = way.belief.get('slot', spot.slot);
  const prior = slot?.leaf === 'retry-wait' ? slot.context.prior : null;
  return prior === null ? undefined : expire(way, spot, prior);
};

/** Who serves an attempt, as far as that was said. */
export const ownerOf = ({ belief }: Way, attempt: string): string | null =>
  belief.get('worker', attempt)?.context.owner ?? null;

/** The attempt that a slot names as the one at work. */
export const currentOf = ({ belief }: Way, slot: string): string | undefined => {
  const context = belief.get('slot', slot)?.context;
  return context?.pending ?? context?.active ?? undefined;
};

/** Claims a slot for a worker, and lets it start. */
const claim = (way: Way, spot: Spot, worker: string): Stuck | undefined => {
  const { run, slot } = spot;
  const context = way.belief.get('slot', slot)?.context;
  const sinceMs = way.belief.since('slot', slot)?.atMs ?? 0;
  const earlyMs = Math.max(sinceMs, way.seen.process(worker)?.sinceMs ?? 0);
  const command = {
    ...{ type: 'claim' as const, ...by(tenantOf(way, run), worker), run, slot, owner: worker },
    workerClass: context?.workerClass ?? '',
  };
  return way.assume(command, `${worker} claimed ${slot}`, earlyMs) ?? start(way, spot, worker);
};

/** The worker that a claim was made for is up. */
export const start = (way: Way, { run, slot }: Spot, worker: string): Stuck | undefined => {
  const attempt = way.belief.get('slot', slot)?.context.pending ?? '';
  const words = `${worker} started attempt ${attempt}`;
  return way.assume({ type: 'start', ...by(tenantOf(way, run), worker), attempt }, words);
};

/** Lets the attempt at work end, in the way for which there is most reason. */
export const lose = (way: Way, spot: Spot, attempt: string): Stuck | undefined => {
  const owner = ownerOf(way, attempt) ?? '';
  const process = way.seen.process(owner);
  const isDead = process?.isDead === true;
  if (!isDead && hasFailed(way, spot, attempt)) return fail(way, spot, attempt);
  const expired = expire(way, spot, attempt);
  // A worker that is dead may have given up before that.
  if (expired !== undefined) return isDead && hasFailed(way, spot, attempt) ? fail(way, spot, attempt) : expired;
  if (!isDead) return undefined;
  const command = { type: 'report-lost' as const, ...by(tenantOf(way, spot.run)), attempt };
  way.assume({ ...command, because: 'death-seen' }, `${owner} was missed`);
  return undefined;
};

/** Its lease falls due, at the earliest moment at which it can. */
export const expire = (way: Way, { run }: Spot, attempt: string): Stuck | undefined => {
  const lease = way.belief.get('lease', attempt);
  if (lease === undefined || hasTag(lease, 'terminal')) return undefined;
  const dueMs = Math.min(lease.context.untilMs, way.lateMs);
  const words = `the lease of attempt ${attempt} expired`;
  return way.assume({ type: 'expire', ...by(tenantOf(way, run)), attempt }, words, dueMs);
};

/** A worker whose last call was answered with an error may have given up. */
const hasFailed = (way: Way, { root }: Spot, attempt: string): boolean => {
  const last = way.seen.callsOf(ownerOf(way, attempt) ?? '').findLast((call) => call.run === root);
  return last !== undefined && isFailed(last) && !last.isUnread;
};

/** It says that its try failed, and gives its lease back. */
const fail = (way: Way, { run, root }: Spot, attempt: string): Stuck | undefined => {
  const owner = ownerOf(way, attempt) ?? 'its worker';
  const own = by(tenantOf(way, run), owner);
  const last = way.seen.callsOf(owner).findLast((call) => call.run === root && isFailed(call));
  const step = last === undefined ? {} : { step: last.step };
  const atMs = last?.end?.atMs;
  const failed = { type: 'fail' as const, ...own, attempt, error: 'its call was answered with an error', ...step };
  const refused = way.assume(failed, `${owner} gave attempt ${attempt} up`, atMs);
  if (refused !== undefined) return refused;
  way.say({ type: 'exit', ...own, attempt, status: 'failed' }, atMs);
  way.say({ type: 'release-lease', ...own, attempt }, atMs);
  return undefined;
};
