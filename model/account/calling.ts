import { hasTag } from '../step.ts';
import { type Command, type Step, stepOf } from '../vocabulary.ts';
import { comparedKeys, comparedResult, comparedTokens, tokenOf } from './comparing.ts';
import { childSpot, currentOf, hold, ownerOf, type Spot, spotOf } from './holding.ts';
import { by, tenantOf } from './saying.ts';
import type { Call } from './seen.ts';
import { awaken, bear, settleBefore } from './settling.ts';
import type { Stuck, Way } from './way.ts';
import { send } from './writing.ts';

/** A call for a step says that its worker works on that step: whatever has to be for that must be. */
export const follow = (way: Way, call: Call): Stuck | undefined => {
  const spot = spotOf(way, call.run, call.step);
  const program = way.belief.get('run', call.run)?.context.program;
  const step = program && stepOf(program, call.step);
  if (spot === undefined || step === undefined) return undefined;
  const named = namedAttempt(way, spot, call);
  if (named !== undefined && wasUnderWay(way, call, named)) return note(way, call, named);
  const stuck = come(way, spot, call) ?? act(way, spot, { call, step });
  if (stuck === undefined) return undefined;
  const old = ownAttempt(way, spot, call.worker);
  if (old === undefined) return stuck;
  if (wasUnderWay(way, call, old)) return note(way, call, old);
  return refusal(way.belief.probe(actOf(way, spot, { call, step, attempt: old }))) ?? stuck;
};

const come = (way: Way, spot: Spot, call: Call): Stuck | undefined => {
  const { worker, run, step } = call;
  if (spot.child !== undefined) {
    const parent = { run, slot: way.belief.get('run', run)?.context.slots[0] ?? '', root: run };
    const unborn = born(way, parent, { child: spot.child, worker });
    if (unborn !== undefined) return unborn;
  }
  return settleBefore(way, spot, step) ?? awaken(way, spot) ?? hold(way, spot, worker) ?? settleBefore(way, spot, step);
};

const born = (way: Way, parent: Spot, { child, worker }: { child: string; worker: string }): Stuck | undefined => {
  if (way.belief.get('run', childSpot(parent, child).run) !== undefined) return undefined;
  const before = settleBefore(way, parent, child) ?? awaken(way, parent);
  return (
    before ??
    (currentOf(way, parent.slot) === undefined ? hold(way, parent, worker) : undefined) ??
    bear(way, parent, child)
  );
};

type Doing = { readonly call: Call; readonly step: Step };

const act = (way: Way, spot: Spot, { call, step }: Doing): Stuck | undefined => {
  const attempt = currentOf(way, spot.slot);
  if (attempt === undefined) return undefined;
  call.attempt = attempt;
  const differs = comparedResult(way, spot, call);
  if (differs !== undefined) return differs;
  if (step.op !== 'effect') return refusal(way.belief.probe(actOf(way, spot, { call, step, attempt })));
  const sent = send(way, spot, { step, attempt, key: call.key ?? '' });
  return sent ?? comparedKeys(way, spot, call) ?? comparedTokens(way, spot, call);
};

/** The attempt that a fencing token names, where it is this worker's and over. */
const namedAttempt = (way: Way, spot: Spot, call: Call): string | undefined => {
  const id = `${spot.slot}/${tokenOf(call) ?? ''}`;
  const attempt = way.belief.get('attempt', id);
  if (attempt === undefined || ownerOf(way, id) !== call.worker) return undefined;
  return hasTag(attempt, 'terminal') ? id : undefined;
};

/** The command that a call stands for, where its worker would be heard now. */
const actOf = (way: Way, spot: Spot, { call, step, attempt }: Doing & { readonly attempt: string }): Command => {
  const own = { ...by(tenantOf(way, spot.run), call.worker), attempt, step: step.id };
  switch (step.op) {
    case 'effect':
      return { type: 'dispatch', ...own };
    case 'approval':
      return { type: 'request-approval', ...own, revision: '' };
    case 'output':
      return { type: 'begin-upload', ...own };
    default:
      return {
        type: 'commit',
        ...own,
        revision: way.belief.get('slot', spot.slot)?.context.revision ?? 0,
        value: null,
      };
  }
};

/** The last attempt of a slot that this worker served, where it is over. */
const ownAttempt = (way: Way, { slot }: Spot, worker: string): string | undefined => {
  const count = way.belief.get('slot', slot)?.context.attempts ?? 0;
  for (let nth = count; nth > 0; nth -= 1) {
    const attempt = way.belief.get('attempt', `${slot}/${nth}`);
    if (ownerOf(way, `${slot}/${nth}`) !== worker || attempt === undefined) continue;
    return hasTag(attempt, 'terminal') ? `${slot}/${nth}` : undefined;
  }
  return undefined;
};

/** Its first call after the end of its attempt may have been decided on before that, unless a result was still to come. */
const wasUnderWay = (way: Way, call: Call, attempt: string): boolean => {
  const endedSeq = way.belief.since('attempt', attempt)?.seq ?? 0;
  const own = way.seen.callsOf(call.worker).filter(({ run, id }) => run === call.run && id !== call.id);
  const isOpen = (one: Call): boolean => one.end === undefined || one.end.seq > endedSeq || one.isUnread;
  return own.every((one) => one.seq < endedSeq && !isOpen(one));
};

const note = (way: Way, { worker, step }: Call, attempt: string): undefined => {
  way.note(`${worker} had begun the call for ${step} before attempt ${attempt} was over`);
  return undefined;
};

const refusal = (said: ReturnType<Way['belief']['probe']>): Stuck | undefined =>
  said.status === 'refused' ? said : undefined;
