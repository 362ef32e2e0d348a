import type { Transaction } from '../transaction.ts';
import type { CommandOf, Json, LaunchSpecification, Program } from '../vocabulary.ts';
import { startOf } from './names.ts';
import { pin } from './registering.ts';

/** Makes a launch specification known. Publishing an equal one again changes nothing. */
export const publish = (tx: Transaction, { tenant, specification }: CommandOf<'publish'>): boolean =>
  specification.tenant === tenant ? register(tx, specification) : tx.refuse('foreign-tenant');

/** Starts one run for one start key, with one slot; a second launch with the same inputs is answered with the first one's run. */
export const launch = (tx: Transaction, command: CommandOf<'launch'>): boolean => {
  const { tenant, run, slot, startKey, pins, program, specification, workerClass } = command;
  const key = startOf(tenant, startKey);
  // Through text, as it is stored: members that are undefined are none.
  const inputs: Json = JSON.parse(JSON.stringify({ pins, program, specification, workerClass }));
  const started = tx.get('start', key)?.context;
  if (started !== undefined)
    return tx.ask('start', key, { type: 'repeat', inputs }) && tx.answer({ run: started.run, slot: started.slot });
  return (
    pin(tx, pins) &&
    tx.create('start', key, { run, slot, inputs }) &&
    tx.create('run', run, {
      tenant,
      startKey,
      pins,
      program,
      slots: [slot],
      parent: null,
      origin: null,
      deadlineAtMs: deadlineOf(program, tx.nowMs),
    }) &&
    tx.create('slot', slot, { tenant, run, steps: program.steps, specification, workerClass, evidence: noEvidence }) &&
    register(tx, { id: specification, tenant, run, slot, workerClass }) &&
    tx.answer({ run, slot })
  );
};

/** A run that begins with nothing. */
export const noEvidence = { done: [], paths: {} };
/** Until when a program's run may start things, where it says so. */
export const deadlineOf = ({ limits }: Program, nowMs: number): number | null =>
  limits?.deadlineMs === undefined ? null : nowMs + limits.deadlineMs;

const register = (tx: Transaction, specification: LaunchSpecification): boolean =>
  tx.get('specification', specification.id) === undefined
    ? tx.create('specification', specification.id, specification)
    : tx.ask('specification', specification.id, { type: 'publish', ...specification });
