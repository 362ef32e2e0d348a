import type { Command, Program } from '../../model/vocabulary.ts';

/** The run that every program is launched as, in its tenant, with its one slot. */
export const RUN = 'run-1';
const TENANT = 'tenant-1';

/** What a runs' ids are made of: the n-th run of a case is `run-n` with the slot `slot-n`. */
export const runNamed = (nth: number): string => `run-${nth}`;
const slotOf = (run: string): string => run.replace(/^run/, 'slot');

/** The launch of a program. Every launch of one run has the same start key, whatever its own key is. */
export const launchOf = (program: Program, run: string, key: string): Command => ({
  type: 'launch',
  ...by(key),
  run,
  slot: slotOf(run),
  startKey: `start-${run}`,
  pins: { package: 'package@1', workflow: `${program.id}@1`, binding: 'binding@1' },
  program,
  specification: run.replace(/^run/, 'specification'),
  workerClass: 'standard',
});

/** What a reviewer is shown of a wait: its name, and what it is about. */
export type Wait = { readonly run: string; readonly id: string; readonly revision: string };

/** A reviewer's word on one wait. */
export const decision = (
  { run, id, revision }: Wait,
  { key, as }: { readonly key: string; readonly as: 'approve' | 'reject' },
): Command => ({
  ...{ type: 'decide', ...by(key), actor: 'reviewer', run, approval: id, decision: as, revision },
});

/** The cancellation of the run. */
export const revocation = (key: string): Command => ({ type: 'cancel', ...by(key), run: RUN });

const by = (key: string) => ({ tenant: TENANT, actor: 'client', key });
