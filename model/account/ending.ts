import { dueSteps } from '../machines/progress.ts';
import { hasTag } from '../step.ts';
import type { AttemptView } from '../vocabulary.ts';
import { expire, ownerOf, type Spot } from './holding.ts';
import { by, tenantOf } from './saying.ts';
import { bear, finish, settleApproval } from './settling.ts';
import type { Stuck, Way } from './way.ts';

/** Brings an attempt, its lease and its worker to the end that is shown of them. */
export const endAs = (way: Way, spot: Spot, shown: AttemptView): Stuck | undefined =>
  revived(way, spot, shown) ?? outcomeAs(way, spot, shown) ?? leaseAs(way, spot, shown) ?? workerAs(way, spot, shown);

/** A lease that was shown as ended is never shown as live again: whoever extended it was heard and should not have been. */
const revived = (way: Way, spot: Spot, { id, lease }: AttemptView): Stuck | undefined => {
  const isLive = lease.status === 'live';
  if (!isLive) way.show(`lease ${id}`);
  if (!isLive || !way.isShown(`lease ${id}`)) return undefined;
  const own = by(tenantOf(way, spot.run), ownerOf(way, id) ?? undefined);
  const said = way.belief.probe({ type: 'heartbeat', ...own, attempt: id });
  return said.status === 'refused' ? said : undefined;
};

const outcomeAs = (way: Way, spot: Spot, { id, outcome, lease }: AttemptView): Stuck | undefined => {
  const attempt = way.belief.get('attempt', id);
  if (attempt === undefined || hasTag(attempt, 'terminal')) return undefined;
  const own = { ...by(tenantOf(way, spot.run), ownerOf(way, id) ?? undefined), attempt: id };
  switch (outcome) {
    case 'succeeded':
      return finish(way, spot);
    case 'parked':
      return park(way, spot, id);
    case 'failed':
      return lease.status === 'released' || lease.status === 'live'
        ? way.assume({ type: 'fail', ...own, error: 'its runtime says so' }, `attempt ${id} failed`)
        : undefined;
    default:
      return undefined;
  }
};

const park = (way: Way, spot: Spot, attempt: string): Stuck | undefined => {
  const slot = way.belief.get('slot', spot.slot)?.context;
  const own = { ...by(tenantOf(way, spot.run)), attempt };
  for (const step of slot === undefined ? [] : dueSteps(slot)) {
    if (step.op === 'approval') return settleApproval(way, spot, { step: step.id });
    if (step.op === 'child') return bear(way, spot, step.id);
    if (step.op === 'timer')
      return way.assume(
        { type: 'wait', ...own, step: step.id },
        `${step.id} began to wait`,
        way.belief.since('slot', spot.slot)?.atMs,
      );
  }
  return undefined;
};

const leaseAs = (way: Way, spot: Spot, { id, lease }: AttemptView): Stuck | undefined => {
  const known = way.belief.get('lease', id);
  if (known === undefined || hasTag(known, 'terminal') || lease.status === 'live') return undefined;
  const own = { ...by(tenantOf(way, spot.run), ownerOf(way, id) ?? undefined), attempt: id };
  switch (lease.status) {
    case 'expired':
    // Every revocation is a command that was sent. What else ends a lease is its time.
    case 'revoked':
      return expire(way, spot, id);
    default:
      return way.assume({ type: 'release-lease', ...own }, `attempt ${id} gave its lease back`);
  }
};

const workerAs = (way: Way, spot: Spot, { id, worker: { status } }: AttemptView): Stuck | undefined => {
  const known = way.belief.get('worker', id);
  if (known === undefined || hasTag(known, 'terminal')) return undefined;
  const own = { ...by(tenantOf(way, spot.run)), attempt: id };
  if (status === 'lost') {
    const isSeen = way.seen.process(ownerOf(way, id) ?? '')?.isDead === true;
    const because = isSeen ? ('death-seen' as const) : ('grace-passed' as const);
    return way.assume({ type: 'report-lost', ...own, because }, `the worker of attempt ${id} was reported lost`);
  }
  if (status === 'exited' || status === 'failed')
    return way.assume({ type: 'exit', ...own, status }, `the worker of attempt ${id} ended`);
  return undefined;
};
