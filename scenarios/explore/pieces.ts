import type { Settings } from '../../model/transaction.ts';
import type { Contract, Step, WorkStep } from '../../model/vocabulary.ts';

/** The steps that scopes are made of. */
export const read: WorkStep = { op: 'tool', id: 'read', uses: [] };
/** A model's draft of what was read. */
export const write: WorkStep = { op: 'model', id: 'write', uses: ['read'] };
/** An approval of what is there. */
export const sign: Extract<Step, { readonly op: 'approval' }> = { op: 'approval', id: 'sign', uses: [] };
/** An action of an owner under this contract. */
export const pay = (contract: Contract): WorkStep => ({ op: 'effect', id: 'pay', uses: [], contract });

/** Without the feature `time` the clock stands still: durations are 0 then, or nothing would ever be due. */
export const still: Settings = { leaseMs: 0, graceMs: 0, backoffMs: 0, maxAttempts: 2 };
/** With it each takes a millisecond. */
export const moving: Settings = { leaseMs: 1, graceMs: 1, backoffMs: 1, maxAttempts: 2 };
