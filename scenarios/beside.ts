import { join } from 'node:path';
import type { Adapter, Beside, Plan } from '../model/vocabulary.ts';
import type { Archive } from './archive.ts';
import { readCounterexample } from './counterexample.ts';
import { execute } from './execute.ts';
import { messageOf } from './failures.ts';
import { openGround } from './ground.ts';
import { reachOf } from './reach.ts';
import { missingFor } from './selection.ts';

/** A correct runtime to run plans on, and what ends that. Its cases leave nothing behind: `archive` lends them a place to work. */
export type Correct = { readonly adapter: Adapter; readonly archive: Archive; readonly signal: AbortSignal };

/**
 * Runs a plan once on a correct runtime. It never throws: what keeps the plan from being run there is said in the place of a history, since
 * whoever asks has a finding in hand that must not be lost for want of something to hold beside it.
 */
export const beside = async (plan: Plan, correct: Correct): Promise<Beside> => {
  try {
    return correct.signal.aborted ? notRun('the run was ended before it came to that') : await ran(plan, correct);
  } catch (error) {
    return notRun(messageOf(error));
  }
};

/**
 * Runs the plan of each of these counterexample files on a correct runtime, a plan that several share once, and keeps what that did in the
 * file. Throws where a file cannot be written; each is whole then, with or without it.
 */
export const keepBeside = async (files: readonly string[], correct: Correct): Promise<void> => {
  const known = new Map<string, Promise<Beside>>();
  for (const file of files) {
    const counterexample = await readCounterexample(join(correct.archive.folder, file));
    const { plan } = counterexample;
    const reference = known.get(plan.id) ?? beside(plan, correct);
    known.set(plan.id, reference);
    await correct.archive.replaceCounterexample(file, { ...counterexample, reference: await reference });
  }
};

const ran = async (plan: Plan, { adapter, archive, signal }: Correct): Promise<Beside> => {
  const ground = await openGround(adapter, { workers: 1, signal, folder: archive.folder, reach: [reachOf(plan)] });
  try {
    const missing = missingFor(plan, ground.subject);
    if (missing.length > 0) return notRun(`${ground.subject.name} does not offer ${missing.join(', ')}`);
    const history = await execute(ground, plan, { folder: archive.workFolder(`beside-${plan.id}`), path: undefined });
    return history.ended === 'aborted' ? notRun('it was broken off') : { status: 'ran', history };
  } finally {
    await ground.close();
    await archive.tidy();
  }
};

const notRun = (because: string): Beside => ({ status: 'not run', because });
