import type { Adapter, History, Plan } from '../model/vocabulary.ts';
import type { Archive } from './archive.ts';
import { execute } from './execute.ts';
import { UsageError } from './failures.ts';
import { openGround } from './ground.ts';
import type { OnInvite } from './processes/door.ts';
import { mustOffer } from './selection.ts';

/** One plan whose workers a person starts, under a debugger. */
export type AttachWish = {
  readonly adapter: Adapter;
  readonly plan: Plan;
  readonly archive: Archive;
  readonly signal: AbortSignal;
  readonly onInvite: OnInvite;
};

/** The history of such a plan, and where it was saved below the archive's folder. */
export type AttachedCase = { readonly history: History; readonly file: string };

/**
 * Runs such a plan to its end, however long that takes; nothing where its user ended it while a process was still waited for. Throws
 * `UsageError` where the target cannot be attached to.
 */
export const attachedCase = async (wish: AttachWish): Promise<AttachedCase | undefined> => {
  const { adapter, plan, archive, signal, onInvite } = wish;
  if (adapter.isInProcess === true)
    throw new UsageError(
      'this target lives within killpoint: there is no worker to start. Run killpoint itself under the debugger',
    );
  await archive.prepare();
  const ground = await openGround(adapter, { workers: 1, signal, folder: archive.folder, onInvite });
  try {
    mustOffer(ground.subject, plan);
    const history = await execute(ground, plan, { folder: archive.workFolder(plan.id), path: undefined });
    return { history, file: await archive.saveHistory(history) };
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    await ground.close();
    await archive.tidy();
  }
};
