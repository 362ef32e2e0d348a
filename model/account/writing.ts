import { effectOf } from '../rules/names.ts';
import { type Command, type Json, referenceIn, type Step } from '../vocabulary.ts';
import { ownerOf, type Spot } from './holding.ts';
import { by, tenantOf } from './saying.ts';
import type { Stuck, Way } from './way.ts';

/** A step that is a call on the world and has a result. */
export type Worked = Extract<Step, { readonly op: 'model' | 'tool' | 'output' | 'effect' }>;

/** A result, by whom it is written. */
export type Result = { readonly step: Worked; readonly attempt: string; readonly value: Json };

/** An attempt writes a result down, with what has to come before that. */
export const write = (way: Way, spot: Spot, { step, attempt, value }: Result): Stuck | undefined => {
  const own = { ...by(tenantOf(way, spot.run), ownerOf(way, attempt) ?? undefined), attempt, step: step.id };
  const words = `attempt ${attempt} committed ${step.id}`;
  const revision = way.belief.get('slot', spot.slot)?.context.revision ?? 0;
  if (step.op === 'effect') {
    const record = { type: 'record' as const, ...own, revision, outcome: 'applied' as const, receipt: value };
    return (
      send(way, spot, { step, attempt, key: undefined }) ?? way.assume(record, `attempt ${attempt} recorded ${step.id}`)
    );
  }
  const reference = referenceIn(value);
  if (step.op === 'output' && reference !== undefined) {
    way.say({ type: 'begin-upload', ...own });
    way.say({ type: 'store-upload', ...own, reference });
  }
  return way.assume({ type: 'commit', ...own, revision, value }, words);
};

/** A request to an owner, and by whom. */
export type Request = { readonly step: Worked; readonly attempt: string; readonly key: string | undefined };

/** An attempt makes an action known and sends it, unless that is so already. */
export const send = (way: Way, spot: Spot, { step, attempt, key }: Request): Stuck | undefined => {
  const effect = way.belief.get('effect', effectOf(spot.slot, step.id));
  if (effect?.leaf === 'dispatched' && effect.context.sender === attempt && key === undefined) return undefined;
  if (effect?.leaf === 'accepted') return undefined;
  heeds(way, spot, step.id);
  const own = { ...by(tenantOf(way, spot.run), ownerOf(way, attempt) ?? undefined), attempt, step: step.id };
  const intend: Command = { type: 'intend', ...own, actionKey: key ?? '', arguments: {} };
  return (
    (effect === undefined ? way.assume(intend, `attempt ${attempt} intended ${step.id}`) : way.say(intend)) ??
    way.assume({ type: 'dispatch', ...own }, `attempt ${attempt} dispatched ${step.id}`)
  );
};

/** Lets the rules hear what an owner said that was asked, and says whether that is the result. */
export const heeds = (way: Way, { run, slot, root }: Spot, step: string): boolean => {
  for (const told of way.seen.wordsFor(root, step)) {
    const { found, value, worker } = told;
    if (way.belief.get('effect', effectOf(slot, step))?.leaf !== 'ambiguous') return false;
    const command = { type: 'look-up' as const, ...by(tenantOf(way, run), worker), run, step, found, receipt: value };
    const words = `${worker} heard from the owner of ${step}: ${found}`;
    told.isUsed = way.assume({ ...command, askedAtMs: way.latest(told.atMs) }, words) === undefined;
  }
  return way.belief.get('slot', slot)?.context.done.includes(step) === true;
};
