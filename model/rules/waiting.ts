import type { Transaction } from '../transaction.ts';
import { type CommandOf, insideOf, type Step } from '../vocabulary.ts';
import { working } from './acting.ts';
import { wake } from './committing.ts';
import { noEvidence } from './launching.ts';
import { childOf, childSlotOf, effectOf, timerOf } from './names.ts';
import { park } from './parking.ts';
import type { Place } from './place.ts';

/** Waits for time to pass or for an owner to call back, and gives the worker up. */
export const wait = (tx: Transaction, command: CommandOf<'wait'>): boolean =>
  working(
    tx,
    { command, ops: ['timer', 'effect'] },
    (place, step) =>
      (step.op === 'timer'
        ? tx.create('timer', timerOf(place.run, step.id), { ...place, step: step.id, dueAtMs: tx.nowMs + step.ms })
        : tx.ask('effect', effectOf(place.slot, step.id), { type: 'await' })) && park(tx, command.attempt, place),
  );

/** A timer's time has come: its slot goes on. */
export const fire = (tx: Transaction, { tenant, run, step }: CommandOf<'fire'>): boolean => {
  const id = timerOf(run, step);
  return (
    tx.ask('run', run, { type: 'belong', tenant }) &&
    tx.ask('timer', id, { type: 'fire', nowMs: tx.nowMs }) &&
    wake(tx, { run, slot: tx.get('timer', id)?.context.slot ?? '', step, by: 'timer', value: null })
  );
};

/** Starts the run of a child step, under the pins of its parent, and gives the worker up. */
export const startChild = (tx: Transaction, command: CommandOf<'start-child'>): boolean =>
  working(tx, { command, ops: ['child'] }, (place, step) => bear(tx, place, step) && park(tx, command.attempt, place));

const bear = (tx: Transaction, place: Place, child: Step): boolean => {
  const parent = tx.get('run', place.run)?.context;
  const own = tx.get('slot', place.slot)?.context;
  if (parent === undefined || own === undefined) return false;
  const run = childOf(place.run, child.id);
  const slot = childSlotOf(place.slot, child.id);
  const { tenant, pins, program } = parent;
  const steps = insideOf(child);
  const specification = childSlotOf(own.specification, child.id);
  const scope = { tenant, run, slot, workerClass: own.workerClass };
  return (
    tx.create('run', run, {
      ...{ tenant, startKey: run, pins, slots: [slot], parent: { ...place, step: child.id } },
      ...{ origin: null, deadlineAtMs: null },
      program: { ...program, id: `${program.id}/${child.id}`, steps, limits: { attempts: program.limits?.attempts } },
    }) &&
    tx.create('slot', slot, { ...scope, steps, specification, evidence: noEvidence }) &&
    tx.create('specification', specification, { id: specification, ...scope })
  );
};
