import { dueSteps, nextStep, pathFor } from '../machines/progress.ts';
import { is } from '../step.ts';
import type { Transaction } from '../transaction.ts';
import { type CommandOf, type Json, referenceIn, type Step } from '../vocabulary.ts';
import { working } from './acting.ts';
import { failSlot } from './closing.ts';
import { rootOf } from './family.ts';
import { artifactOf, outputOf } from './names.ts';
import type { Place } from './place.ts';

/** Makes the result of a model, tool or output step durable. It answers with the new state revision. */
export const commit = (tx: Transaction, command: CommandOf<'commit'>): boolean =>
  working(
    tx,
    { command, ops: ['model', 'tool', 'output'] },
    (place, step) => (step.op !== 'output' || isStored(tx, command)) && advance(tx, { ...command, ...place }),
  );

/** What an output names must be whole in the artifact store, and be what its attempt uploaded. */
const isStored = (tx: Transaction, { attempt, step, value }: CommandOf<'commit'>): boolean =>
  tx.ask('artifact', artifactOf(attempt, step), { type: 'commit', reference: referenceIn(value) ?? null });

type Advance = Place & {
  readonly value: Json;
  readonly attempt: string;
  readonly step: string;
  readonly revision: number;
};

/** A step of an attempt has its result: the slot goes on. */
export const advance = (tx: Transaction, { attempt, revision, ...result }: Advance): boolean =>
  tx.ask('slot', result.slot, { type: 'advance', attempt, step: result.step, revision }) &&
  keep(tx, { ...result, by: attempt }) &&
  goOn(tx, { ...result, by: attempt }) &&
  tx.answer({ revision: tx.get('slot', result.slot)?.context.revision ?? 0 });

/** What a slot waited for is there: it may be claimed again, and goes on. */
export const wake = (tx: Transaction, result: Result): boolean =>
  tx.ask('slot', result.slot, { type: 'wake', step: result.step }) && keep(tx, result) && goOn(tx, result);

/** A step has its result, and no attempt brought it. */
export const settle = (tx: Transaction, result: Result): boolean =>
  tx.ask('slot', result.slot, { type: 'settle', step: result.step }) && keep(tx, result) && goOn(tx, result);

type Result = Place & { readonly step: string; readonly by: string; readonly value: Json };

/** Writes the one result of a step. */
const keep = (tx: Transaction, { run, slot, step, by, value }: Result): boolean => {
  const id = outputOf(slot, step);
  return (
    (tx.get('output', id) !== undefined || tx.create('output', id, { run, slot, step })) &&
    tx.ask('output', id, {
      ...{ type: 'commit', by, atMs: tx.nowMs, value },
      revision: tx.get('slot', slot)?.context.revision ?? 0,
      source: sourceOf(tx, run, step),
    })
  );
};

/** A branch takes a result over: as its parent committed it, or as it was changed. */
export const adopt = (tx: Transaction, { run, slot, step }: Taken, from: string | Given): boolean => {
  const given = typeof from === 'string' ? tx.get('output', from)?.context.commits.at(-1) : from;
  const id = outputOf(slot, step);
  const own = { atMs: tx.nowMs, source: sourceOf(tx, run, step) };
  return (
    given !== undefined &&
    tx.create('output', id, { run, slot, step }) &&
    tx.ask('output', id, { type: 'commit', ...own, ...given, revision: 0 })
  );
};
type Taken = Place & { readonly step: string };
type Given = { readonly by: string; readonly value: Json };

/** The agent revision that the pinned binding names for a step, or else the workflow revision. */
const sourceOf = (tx: Transaction, run: string, step: string): string => {
  const pins = tx.get('run', rootOf(tx, run))?.context.pins;
  const nodes = tx.get('revision', pins?.binding ?? '')?.context.nodes;
  return nodes?.[step]?.agent ?? pins?.workflow ?? '';
};

/** Joins the group or choice that ended with the last result, and lets the choice that is next take the way that its value names. */
export const goOn = (tx: Transaction, place: Ended): boolean => {
  const context = tx.get('slot', place.slot)?.context;
  if (context === undefined) return true;
  const joined = context.steps.filter(
    (step) =>
      isHolder(step) &&
      context.done.includes(step.id) &&
      !is(tx.get('output', outputOf(place.slot, step.id)), 'committed'),
  );
  return joined.every((step) => join(tx, place, step)) && choose(tx, place);
};

type Ended = Place & { readonly by: string };
const isHolder = ({ op }: Step): boolean => op === 'parallel' || op === 'choose';

const join = (tx: Transaction, ended: Ended, step: Step): boolean =>
  keep(tx, { ...ended, step: step.id, value: joinedValue(tx, ended.slot, step) });

const joinedValue = (tx: Transaction, slot: string, step: Step): Json => {
  if (step.op === 'choose') return resultOf(tx, slot, step.by);
  const members = step.op === 'parallel' ? step.members : [];
  return Object.fromEntries(members.map(({ id }) => [id, resultOf(tx, slot, id)]));
};

const choose = (tx: Transaction, place: Place): boolean => {
  const context = tx.get('slot', place.slot)?.context;
  const next = context === undefined ? undefined : nextStep(context);
  if (context === undefined || next?.op !== 'choose' || dueSteps(context).length > 0) return true;
  const path = pathFor(next, resultOf(tx, place.slot, next.by));
  // A value that names no way can lead nowhere, however often it is looked at.
  return path === undefined ? failSlot(tx, place) : tx.ask('slot', place.slot, { type: 'choose', step: next.id, path });
};

/** The committed value of a step. */
export const resultOf = (tx: Transaction, slot: string, step: string): Json =>
  tx.get('output', outputOf(slot, step))?.context.commits.at(-1)?.value ?? null;
