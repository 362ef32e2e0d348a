import { readdirSync, readFileSync } from 'node:fs';

/** The variable by which every descendant of a process of ours is found again, also one that left its process group. */
export const MARK = 'KILLPOINT_PROCESS';

/** Whether a process stands still or is dead. Where the system does not say, it is believed to. */
export const isStopped = (pid: number | undefined): boolean => {
  if (process.platform !== 'linux') return true;
  const stat = read(`/proc/${pid}/stat`);
  return stat === '' || /^[TtZ]/.test(stat.slice(stat.lastIndexOf(')') + 2));
};

/** Whether a process holds the write lock of any file. */
export const holdsWriteLock = (pid: number | undefined): boolean =>
  read('/proc/locks')
    .split('\n')
    .some((line) => / WRITE /.test(line) && line.split(/\s+/).includes(String(pid)));

/** The processes that live and carry a mark in their environment, by whomever they were started. */
export const processesMarked = (mark: string): readonly number[] => {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(`/proc/${name}/environ`).includes(`${MARK}=${mark}`))
    .map(Number);
};

/** Sends a signal to a process, or to a group where `pid` is negative. One that is gone already needs none. */
export const signalQuietly = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
};

/** A file of /proc may vanish between two looks: then its process is gone, and there is nothing to read. */
const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
