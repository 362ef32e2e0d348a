import type { Command, CommandOf, Program } from '../../model/vocabulary.ts';

/** The run that every program is launched as, in its tenant, with its one slot. */
export const RUN = 'run-1';
const TENANT = 'tenant-1';
const SLOT = 'slot-1';

/** The launch of a program. Every launch of a case has the same start key, whatever its own key is. */
export const launchOf = (program: Program, key: string): Command => ({
  type: 'launch',
  ...by(key),
  run: RUN,
  slot: SLOT,
  startKey: `start-${RUN}`,
  pins: { package: 'package@1', workflow: `${program.id}@1`, binding: 'binding@1' },
  program,
  specification: 'specification-1',
  workerClass: 'standard',
});

/** A reviewer's word on one wait. */
export const decision = (
  open: { readonly id: string; readonly revision: string },
  { key, as }: { readonly key: string; readonly as: 'approve' | 'reject' },
): Command => ({
  type: 'decide',
  ...by(key),
  actor: 'reviewer',
  run: RUN,
  approval: open.id,
  decision: as,
  revision: open.revision,
});

/** The cancellation of the run. */
export const revocation = (key: string): Command => ({ type: 'cancel', ...by(key), run: RUN });

/** A committed step is done again, because its result is not to be used. */
export const withdrawal = (step: string, key: string): Command => ({
  ...{ type: 'retry', ...by(key), run: RUN, slot: SLOT, step, reason: 'its result was withdrawn' },
});

/** What an owner that calls back says. */
export const callback = (
  word: Pick<CommandOf<'callback'>, 'run' | 'actionKey' | 'outcome' | 'receipt'>,
  key: string,
): Command => ({ type: 'callback', ...by(key), actor: 'owner', ...word });

const by = (key: string) => ({ tenant: TENANT, actor: 'client', key });
