/** A change of a file of a store, as the one system call that makes it. Paths are relative to the store's folder; its own is empty. */
export type Operation = {
  readonly call: string;
  readonly path: string;
  /** The new name of what is renamed or linked. */
  readonly other: string | undefined;
  readonly offset: number;
  /** Of what is written; else the length that a file is given. */
  readonly length: number;
  readonly data: Uint8Array;
  /** What it writes is on the disk when it returns: the file was opened so. */
  readonly isDurable: boolean;
  /** When it was about to begin, in milliseconds of the machine's steady clock. */
  readonly atMs: number;
};

/** What becomes of an operation: it is done, it fails with an error of the operating system, or it never returns. */
export type Word = 'go' | 'held' | { readonly errno: number };

/** What Linux says of a disk that is broken. */
export const EIO = 5;
/** What Linux says of a disk that is full. */
export const ENOSPC = 28;

/** Who decides about the operations of one process and is told what became of them. */
export interface Watching {
  /** How many of the next operations need no word; Infinity for all of them. Asked when it is watched, and after each word. */
  trusts(): number;
  /** One goes on by itself. */
  passes(operation: Operation): void;
  /** One waits for a word. */
  before(operation: Operation): Promise<Word>;
  /** It was done: its result as the operating system gives it, below 0 for an error. */
  done(operation: Operation, result: number): void;
  /** Something that no operation shows: a file `mapped` into memory, one `copied` to by the kernel, a `ring` refused. */
  odd(word: string, path: string): void;
}

/** Whether it asks for room on the disk: what a full one refuses. */
export const needsRoom = ({ call }: Operation): boolean => /^p?write|^(open|creat|mkdir|link|fallocate)/.test(call);

/** What is done to which kind of file: `pwrite64 store.db-wal`. Numbers in a name differ from run to run. */
export const labelOf = ({ call, path, other }: Operation): string =>
  [call, kindOf(path), ...(other === undefined ? [] : [kindOf(other)])].join(' ');

const kindOf = (path: string): string => (path === '' ? '.' : path.replaceAll(/[0-9a-f]{8}[0-9a-f-]*|\d+/g, '*'));
