import type { Image } from '../../../model/vocabulary.ts';
import type { Disk } from './disk.ts';
import type { Effect, Logged } from './effects.ts';

/** A disk sector: what a write that is cut off leaves whole. */
const SECTOR_BYTES = 512;
/** How many of the unsynced effects, from the last one back, are dropped or kept alone. */
const ONE_BY_ONE = 8;

/** Every class that can differ from the others where so many effects are unsynced. */
export const classesFor = (unsynced: number): readonly Image[] => {
  if (unsynced === 0) return [{ class: 'drop-all' }];
  const each = Array.from({ length: Math.min(unsynced, ONE_BY_ONE) }, (_, at) => at + 1);
  const ones = unsynced === 1 ? [] : each;
  return [
    { class: 'drop-all' },
    { class: 'keep-all' },
    { class: 'torn' },
    ...ones.flatMap((of): Image[] => [
      { class: 'drop-one', of },
      { class: 'keep-one', of },
    ]),
  ];
};

/** What of the effects before an operation need not be on the disk when it is about to begin. */
export const unsyncedBefore = (effects: readonly Logged[], cut: number): readonly Logged[] =>
  effects.filter(({ at, durableFrom }) => at < cut && durableFrom >= cut);

/** The disk as a power loss may leave it when an operation, the `cut`-th from 0, is about to begin. */
export const imageAt = (before: Disk, effects: readonly Logged[], { cut, as }: { cut: number; as: Image }): Disk => {
  const unsynced = unsyncedBefore(effects, cut);
  const made = new Making(before);
  const last = unsynced.findLast(({ effect }) => effect.does === 'write');
  for (const logged of effects) {
    if (logged.at >= cut) break;
    const place = unsynced.length - unsynced.indexOf(logged);
    if (!unsynced.includes(logged) || isKept(as, place))
      made.apply(as.class === 'torn' && logged === last ? torn(logged.effect) : logged.effect);
  }
  return made.disk();
};

/** `place` counts from the last unsynced effect back, from 1. */
const isKept = (as: Image, place: number): boolean => {
  switch (as.class) {
    case 'drop-all':
      return false;
    case 'keep-all':
    case 'torn':
      return true;
    case 'drop-one':
      return place !== as.of;
    case 'keep-one':
      return place === as.of;
    default:
      return as.class satisfies never;
  }
};

const torn = (effect: Effect): Effect =>
  effect.does === 'write' ? { ...effect, data: effect.data.slice(0, SECTOR_BYTES) } : effect;

/** A disk in the making: files by number, and the names that lead to them. */
class Making {
  readonly #names: Map<string, number>;
  readonly #contents = new Map<number, Content>();
  readonly #folders: Set<string>;

  constructor({ files, folders }: Disk) {
    this.#names = new Map([...files.keys()].map((path, at) => [path, at]));
    for (const [at, content] of [...files.values()].entries()) this.#contents.set(at, new Content(content));
    this.#folders = new Set(folders);
  }

  apply(effect: Effect): void {
    switch (effect.does) {
      case 'create':
      case 'link':
        this.#names.set(effect.path, effect.file);
        return;
      case 'remove':
        if (this.#names.get(effect.path) === effect.file) this.#names.delete(effect.path);
        return;
      case 'rename':
        if (this.#names.get(effect.path) === effect.file) this.#names.delete(effect.path);
        this.#names.set(effect.to, effect.file);
        return;
      case 'folder':
        this.#folders.add(effect.path);
        return;
      case 'write':
        this.#content(effect.file).write(effect.offset, effect.data);
        return;
      case 'resize':
        this.#content(effect.file).resize(effect.length);
        return;
      case 'extend':
        this.#content(effect.file).resize(Math.max(effect.length, this.#content(effect.file).length));
        return;
      default:
        effect satisfies never;
    }
  }
  disk(): Disk {
    const files = [...this.#names].map(([path, file]) => [path, this.#content(file).bytes()] as const);
    return { folders: [...this.#folders], files: new Map(files) };
  }

  #content(file: number): Content {
    const known = this.#contents.get(file) ?? new Content(new Uint8Array());
    this.#contents.set(file, known);
    return known;
  }
}

/** The content of one file, which grows as it is written. */
class Content {
  #room: Uint8Array;
  length: number;
  constructor(content: Uint8Array) {
    this.#room = Uint8Array.from(content);
    this.length = content.length;
  }
  write(offset: number, data: Uint8Array): void {
    if (offset + data.length > this.length) this.resize(offset + data.length);
    this.#room.set(data, offset);
  }
  /** What it gains is zeros, also where something had been before. */
  resize(length: number): void {
    if (length > this.#room.length) {
      const room = new Uint8Array(Math.max(length, 2 * this.#room.length));
      room.set(this.#room.subarray(0, this.length));
      this.#room = room;
    }
    if (length > this.length) this.#room.fill(0, this.length, length);
    this.length = length;
  }
  bytes(): Uint8Array {
    return this.#room.subarray(0, this.length);
  }
}
