import { createReference } from '../adapters/reference/index.ts';
import type { Report } from '../model/vocabulary.ts';
import { Archive, type Correct, keepBeside, messageOf } from '../scenarios/index.ts';
import { counterexamplesIn } from './evidence.ts';
import { isReference } from './targets.ts';

/** The reference in this process, in virtual time: a plan takes it well under a second, however long its target took. */
export const correctRuntime = (folder: string, signal: AbortSignal): Correct => {
  const adapter = createReference({ isInProcess: true });
  return { adapter, archive: new Archive(folder, adapter), signal };
};

/**
 * Runs the plan of each counterexample that a run wrote on the reference, and keeps what that did in its file: a reader wants to see what
 * would have been right. What goes wrong with that is one remark more in the report, which is as good without.
 */
export const heldBesideReference = async (
  report: Report,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): Promise<Report> => {
  const files = counterexamplesIn(report);
  if (files.length === 0 || isReference(report.target.address) || signal.aborted) return report;
  try {
    await keepBeside(files, correctRuntime(folder, signal));
    return report;
  } catch (error) {
    const remark = `not every counterexample could be held beside the reference: ${messageOf(error)}`;
    return { ...report, remarks: [...report.remarks, remark] };
  }
};
