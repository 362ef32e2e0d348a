import { type CallStep, type CommandOf, callSteps, dependenciesOf, type Step, type WorkStep } from '../vocabulary.ts';
import type { Call } from './calls.ts';
import { type Exchange, isAbout } from './exchanges.ts';
import type { Reading } from './reading.ts';

/** A decision and its answer. */
export type Decision = Exchange<CommandOf<'decide'>>;

/** The decisions on a run, in the order in which they were sent. */
export const decisionsOn = (reading: Reading, run: string): readonly Decision[] =>
  reading.exchanges.filter((one) => isAbout(one, 'decide')).filter((one) => one.command.run === run);

/** The approvals of the program. */
export const waitsOf = (reading: Reading): readonly CallStep[] =>
  callSteps(reading.program).filter((step) => step.op === 'approval');

/** The wait that a decision is about. A runtime may name its waits itself; the step of such a name is what it shows. */
export const waitOf = (reading: Reading, { command }: Decision): string | undefined => {
  const shown = reading.sights
    .filter((sight) => sight.run === command.run)
    .flatMap((sight) => sight.view.approvals ?? [])
    .find((approval) => approval.id === command.approval);
  const waits = waitsOf(reading);
  const named = waits.find((wait) => wait.id === (shown?.step ?? command.approval));
  return (named ?? (waits.length === 1 ? waits[0] : undefined))?.id;
};

/** The steps that must not begin before this wait is decided. */
export const gatedBy = (reading: Reading, wait: string): readonly WorkStep[] =>
  reading.steps.filter((step) => isGated(reading, step, wait));

const isGated = (reading: Reading, step: Step, wait: string): boolean =>
  dependenciesOf(reading.program, step.id).has(wait);

/**
 * Which decision a step was handed, as far as the value says: some runtimes end a rejected run, others hand the rejection on as the
 * result of the wait, and both are what the program may want.
 */
export const handedDecision = (call: Call, wait: string): 'approve' | 'reject' | undefined => {
  const text = JSON.stringify(call.inputs[wait] ?? null).toLowerCase();
  const [isYes, isNo] = [text.includes('approve'), text.includes('reject')];
  if (isYes === isNo) return undefined;
  return isYes ? 'approve' : 'reject';
};
