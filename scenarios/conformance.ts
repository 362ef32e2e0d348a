import type { Plan, Report } from '../model/vocabulary.ts';
import type { Assignment } from './assignment.ts';
import { confirmEach } from './confirmation.ts';
import { openGround } from './ground.ts';
import { usualReach } from './reach.ts';
import { reportOf } from './report.ts';
import { type SelfChecked, selfChecked } from './self-check.ts';
import { type Saved, Suite } from './suite.ts';

/** A finished run of the harness: its report, what is kept of each case, and what broke it off, if anything did. */
export type Conformance = { readonly report: Report; readonly saved: readonly Saved[]; readonly failure: unknown };

/**
 * The whole flow: describe the target, run it undisturbed, plan an interruption at every boundary that it came to, run the plans, save
 * each history, judge them, run a sample of the passes and each failure again, and report. What is finished stays finished: a failure on the way ends in a
 * partial report that says so.
 */
export const conformance = async (assignment: Assignment): Promise<Conformance> => {
  const started = Date.now();
  await assignment.archive.prepare();
  const ground = await openGround(assignment.adapter, groundWish(assignment));
  const suite = new Suite(assignment, ground);
  const { verdicts, remarks, failure } = await verdictsOf(suite);
  await ground.close();
  await assignment.archive.tidy();
  const report = reportOf({
    address: assignment.address,
    subject: ground.subject,
    binaries: ground.binaries,
    verdicts,
    remarks: [...ground.remarks, ...suite.remarks, ...remarks],
    digests: suite.saved,
    controls: suite.controls,
    interruptions: assignment.interruptions,
    leftOut: suite.leftOut,
    killpoint: assignment.killpoint,
    requirements: assignment.requirements,
    isPartial: failure !== undefined || assignment.signal.aborted || suite.isHopeless,
    started,
  });
  return { report, saved: suite.saved, failure };
};

const groundWish = ({ workers, signal, archive, reach = usualReach }: Assignment) => ({
  ...{ workers, signal, reach },
  folder: archive.folder,
});

/** The plans that a run would have, and how long one took on average undisturbed. */
export const dryRun = async (
  assignment: Assignment,
): Promise<{ readonly plans: readonly Plan[]; readonly eachMs: number }> => {
  await assignment.archive.prepare();
  const ground = await openGround(assignment.adapter, groundWish(assignment));
  const suite = new Suite(assignment, ground);
  const began = performance.now();
  try {
    const plans = await suite.survey();
    return { plans, eachMs: (performance.now() - began) / Math.max(1, suite.saved.length) };
  } finally {
    await ground.close();
    await assignment.archive.tidy();
  }
};

const verdictsOf = async (suite: Suite): Promise<SelfChecked & { readonly failure: unknown }> => {
  try {
    await suite.run();
    suite.ground.signal.throwIfAborted();
    const { verdicts, remarks } = await selfChecked(suite.verdicts(), suite);
    return { verdicts: await confirmEach(verdicts, suite), remarks, failure: undefined };
  } catch (error) {
    return { verdicts: suite.verdicts(), remarks: [], failure: suite.assignment.signal.aborted ? undefined : error };
  }
};
