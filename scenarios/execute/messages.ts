import { type Command, type CommandOf, type Program, workflowOf } from '../../model/vocabulary.ts';
import { type Launched, pinsOf } from './configuration.ts';

/** The run that every plan launches. */
export const RUN = 'run-1';
const TENANT = 'tenant-1';

/** The name of the n-th run of a case. Its slot, start key and specification are named after it. */
export const runNamed = (nth: number): string => `run-${nth}`;
/** The one slot of a run. */
export const slotOf = (run: string): string => run.replace(/^run/, 'slot');

const by = (key: string) => ({ tenant: TENANT, actor: 'client', key });
/** Who makes revisions known. */
export const operator = { tenant: TENANT, actor: 'operator' };
/** Whose a command is, and that it is about the run that every plan launches. */
export const onRun = (key: string) => ({ ...by(key), run: RUN });
/** The same, about its slot. */
export const onSlot = (key: string) => ({ ...onRun(key), slot: slotOf(RUN) });
/** Whose a command is that is about an attempt. */
export const onAttempt = (key: string, attempt: string) => ({ ...by(key), attempt });

/** The launch of a plan's program. Every launch of one run has the same start key, whatever its own key is. */
export const launchOf = (plan: Launched, run: string, key: string): Command => ({
  type: 'launch',
  ...by(key),
  run,
  slot: slotOf(run),
  startKey: `start-${run}`,
  pins: pinsOf(plan),
  program: plan.program,
  specification: run.replace(/^run/, 'specification'),
  workerClass: 'standard',
});

/** The run that is launched beside it under newer code. */
export const OTHER_RUN = runNamed(2);

/** The launch of another run, of a newer program. */
export const anotherLaunch = (program: Program, plan: Launched): Command => ({
  ...launchOf({ ...plan, program }, OTHER_RUN, 'launch-newer'),
  ...{ pins: { ...pinsOf(plan), workflow: workflowOf(program) } },
});

/** What a reviewer is shown of a wait: whose it is, its name, and what it is about. */
export type Wait = { readonly run: string; readonly id: string; readonly revision: string };

/** A reviewer's word on one wait. */
export const decision = (
  { run, id, revision }: Wait,
  { key, as }: { readonly key: string; readonly as: 'approve' | 'reject' },
): Command => ({
  ...{ type: 'decide', ...by(key), actor: 'reviewer', run, approval: id, decision: as, revision },
});

/** The cancellation of the run that every plan launches. */
export const revocation = (key: string): Command => ({ type: 'cancel', ...onRun(key) });

/** A committed step is done again, because its result is not to be used. */
export const withdrawal = (step: string, key: string): Command => ({
  ...{ type: 'retry', ...onSlot(key), step, reason: 'its result was withdrawn' },
});

/** What an owner that calls back says. */
export const callback = (
  word: Pick<CommandOf<'callback'>, 'run' | 'actionKey' | 'outcome' | 'receipt'>,
  key: string,
): Command => ({ type: 'callback', ...by(key), actor: 'owner', ...word });
