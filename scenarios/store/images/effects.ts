import { dirname } from 'node:path';
import type { Operation } from '../files/operation.ts';
import type { Disk } from './disk.ts';

/** An operation that was done, with its result: bytes written, or 0. */
export type Done = { readonly operation: Operation; readonly result: number };

/** What an operation does to a disk, on a file or a name, apart from whether it is on the disk yet. Files are numbered: a name may move. */
export type Effect =
  | { readonly does: 'create' | 'remove' | 'link'; readonly path: string; readonly file: number }
  | { readonly does: 'rename'; readonly path: string; readonly to: string; readonly file: number }
  | { readonly does: 'folder'; readonly path: string; readonly file: number }
  | { readonly does: 'write'; readonly file: number; readonly offset: number; readonly data: Uint8Array }
  | { readonly does: 'resize' | 'extend'; readonly file: number; readonly length: number };

/** An effect, of which operation, and from which operation on it is on the disk whatever happens; Infinity for one that never is. */
export type Logged = { readonly effect: Effect; readonly at: number; durableFrom: number };

/** The effects of operations on a disk, in their order. A file that was on it has the number of its place there. */
export const effectsOf = (before: Disk, done: readonly Done[]): readonly Logged[] => {
  const log = new Log(before);
  for (const [at, one] of done.entries()) if (one.result >= 0) log.add(one, at);
  return log.effects;
};

class Log {
  readonly effects: Logged[] = [];
  /** The names that a running process sees, whatever is on the disk. */
  readonly #names: Map<string, number>;
  #files: number;

  constructor({ files }: Disk) {
    this.#names = new Map([...files.keys()].map((path, at) => [path, at]));
    this.#files = files.size;
  }

  add({ operation, result }: Done, at: number): void {
    const { call, path } = operation;
    if (/sync/.test(call)) {
      this.#sync(operation, at);
      return;
    }
    for (const effect of this.#effectsOf(operation, result))
      this.effects.push({ effect, at, durableFrom: operation.isDurable ? at : Infinity });
    if (/^rename|^(unlink|rmdir)/.test(call)) this.#names.delete(path);
  }

  #effectsOf(operation: Operation, result: number): readonly Effect[] {
    const { call, path, other = '', offset, length, data } = operation;
    const file = this.#names.get(path);
    if (/^(open|creat)/.test(call))
      return file === undefined ? [this.#create(path)] : [{ does: 'resize', file, length: 0 }];
    if (/^mkdir/.test(call)) return [{ does: 'folder', path, file: -1 }];
    // What has no name any more is on no image.
    if (file === undefined) return [];
    if (/^p?write/.test(call)) return [{ does: 'write', file, offset, data: data.slice(0, result) }];
    if (/truncate/.test(call)) return [{ does: 'resize', file, length }];
    if (call === 'fallocate') return [{ does: 'extend', file, length: offset + length }];
    if (/^(unlink|rmdir)/.test(call)) return [{ does: 'remove', path, file }];
    this.#names.set(other, file);
    return [call.startsWith('link') ? { does: 'link', path: other, file } : { does: 'rename', path, to: other, file }];
  }
  #create(path: string): Effect {
    const file = this.#files++;
    this.#names.set(path, file);
    return { does: 'create', path, file };
  }

  /**
   * A file's own sync makes its content durable and the name that it has, as the usual file systems of Linux do; a folder's sync makes durable
   * what happened to the names in it.
   */
  #sync({ call, path }: Operation, at: number): void {
    const file = this.#names.get(path);
    const isAll = call === 'sync' || call === 'syncfs';
    for (const logged of this.effects) {
      const { effect } = logged;
      const isOwn = file !== undefined && effect.file === file && effect.does !== 'remove';
      if (isAll || isOwn || foldersOf(effect).includes(path)) logged.durableFrom = Math.min(logged.durableFrom, at);
    }
  }
}

/** The folders whose names an effect changes. */
const foldersOf = (effect: Effect): readonly string[] => {
  const paths = 'path' in effect ? [effect.path, ...('to' in effect ? [effect.to] : [])] : [];
  return paths.map((path) => (dirname(path) === '.' ? '' : dirname(path)));
};
