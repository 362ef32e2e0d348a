import type { Adapter, Reach, Subject } from '../../model/vocabulary.ts';
import { notExercised, probe } from '../probe.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import { buildSupervisor } from './files/build.ts';
import { FileWatcher } from './files/watcher.ts';
import type { Recording } from './recording.ts';

/** What cases of one run share where the files of their stores are watched. */
export type StoreFiles = {
  readonly watcher: FileWatcher;
  /** What an undisturbed run of each program did, by the program's id. */
  readonly recordings: Map<string, Recording>;
};

type Target = {
  readonly subject: Subject;
  readonly adapter: Pick<Adapter, 'isInProcess'>;
  readonly supervisor: Supervisor;
  readonly reach: readonly Reach[] | undefined;
  /** Ends every case: what nobody watches any more shows nothing. */
  readonly halt: AbortController;
};

/** Brings up what watches the files of a target's stores, where it is reached so far, has such, and this machine can; `remarks` say what it cannot. */
export const openStoreFiles = async ({
  subject,
  adapter,
  supervisor,
  reach,
  halt,
}: Target): Promise<{ readonly files: StoreFiles | undefined; readonly remarks: readonly string[] }> => {
  if (adapter.isInProcess === true || reach?.includes('store') !== true) return { files: undefined, remarks: [] };
  const remarks = notExercised(probe());
  const built = buildSupervisor();
  if (subject.store !== 'files' || built.status === 'missing') return { files: undefined, remarks };
  const watcher = new FileWatcher(supervisor, built.file);
  await watcher.ready();
  watcher.onLost((error) => halt.abort(error));
  return { files: { watcher, recordings: new Map() }, remarks };
};
