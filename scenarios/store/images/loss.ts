import { createHash } from 'node:crypto';
import type { Image } from '../../../model/vocabulary.ts';
import type { Recorded, Recording } from '../recording.ts';
import type { Disk } from './disk.ts';
import { effectsOf, type Logged } from './effects.ts';
import { classesFor, imageAt, unsyncedBefore } from './image.ts';

/** A moment at which power may be lost, and what the disk then kept. */
export type Loss = { readonly before: Recorded & { readonly nth: number }; readonly image: Image };

/** SQLite's index of its log lives in memory that is mapped: it is made anew after a crash, and a lost power leaves none that counts. */
const isIndex = (path: string): boolean => path.endsWith('-shm');

/** What changed without a call, so that no image could be right; nothing where all was seen. */
export const unseenIn = ({ unseen }: Recording): readonly string[] => unseen.filter((path) => !isIndex(path));

/** The disk that is left when power is lost before the `cut`-th operation that was done, from 0. */
export const imageOf = (recording: Recording, at: { readonly cut: number; readonly as: Image }): Disk =>
  withoutIndex(imageAt(recording.before, effectsOf(recording.before, recording.done), at));

/**
 * Every loss of power that leaves a disk of its own, before any operation of a worker: two moments at which an equal disk is left are one, unless
 * the world had seen another call between them. The later one of equal moments stands, since by then the most may rest on what is lost.
 */
export const lossesIn = (recording: Recording): readonly Loss[] => {
  const effects = effectsOf(recording.before, recording.done);
  const found = new Map<string, Loss>();
  for (const [cut, before] of recording.done.entries()) {
    const { nth } = before;
    if (nth === undefined) continue;
    for (const as of classesFor(sizeOf(effects, cut))) {
      const key = `${before.calls} ${digestOf(withoutIndex(imageAt(recording.before, effects, { cut, as })))}`;
      const known = found.get(key);
      if (known === undefined || realism.indexOf(as.class) <= realism.indexOf(known.image.class))
        found.set(key, { before: { ...before, nth }, image: as });
    }
  }
  return [...found.values()];
};

/** What any disk may leave stands for an equal image of a class that few leave. */
const realism: readonly Image['class'][] = ['drop-all', 'keep-all', 'torn', 'drop-one', 'keep-one'];

const sizeOf = (effects: readonly Logged[], cut: number): number => unsyncedBefore(effects, cut).length;

const withoutIndex = ({ folders, files }: Disk): Disk => ({
  folders,
  files: new Map([...files].filter(([path]) => !isIndex(path))),
});

const digestOf = ({ folders, files }: Disk): string => {
  const hash = createHash('sha256').update(JSON.stringify([...folders].sort()));
  for (const path of [...files.keys()].sort()) hash.update(`${path}\n`).update(files.get(path) ?? '');
  return hash.digest('hex');
};
