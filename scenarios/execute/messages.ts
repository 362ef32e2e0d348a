import { type Command, type Program, workflowOf } from '../../model/vocabulary.ts';
import { type Launched, pinsOf } from './configuration.ts';

/** The run that every program is launched as, in its tenant, with its one slot. */
export const RUN = 'run-1';
const TENANT = 'tenant-1';
const SLOT = 'slot-1';

/** The run that is launched beside it under newer code. */
export const OTHER_RUN = 'run-2';

/** The launch of a plan's program. Every launch of a case has the same start key, whatever its own key is. */
export const launchOf = (plan: Launched, key: string): Command => ({
  type: 'launch',
  ...by(key),
  run: RUN,
  slot: SLOT,
  startKey: `start-${RUN}`,
  pins: pinsOf(plan),
  program: plan.program,
  specification: 'specification-1',
  workerClass: 'standard',
});

/** The launch of another run, of a newer program. */
export const anotherLaunch = (program: Program, plan: Launched): Command => ({
  type: 'launch',
  ...by('launch-newer'),
  run: OTHER_RUN,
  slot: 'slot-2',
  startKey: `start-${OTHER_RUN}`,
  pins: { ...pinsOf(plan), workflow: workflowOf(program) },
  program,
  specification: 'specification-2',
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

const by = (key: string) => ({ tenant: TENANT, actor: 'client', key });

/** Who makes revisions known. */
export const operator = { tenant: TENANT, actor: 'operator' };
