import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Image } from '../../../model/vocabulary.ts';
import type { Operation } from '../../../scenarios/store/files/operation.ts';
import { type Disk, readDisk, writeDisk } from '../../../scenarios/store/images/disk.ts';
import { imageOf, lossesIn } from '../../../scenarios/store/images/loss.ts';
import type { Recording } from '../../../scenarios/store/recording.ts';

const text = (content: string): Uint8Array => Buffer.from(content);
const disk = (files: Readonly<Record<string, string>>): Disk => ({
  folders: [],
  files: new Map(Object.entries(files).map(([path, content]) => [path, text(content)])),
});
const op = (call: string, path: string, more: Partial<Operation> = {}): Operation => ({
  ...{ call, path, other: undefined, offset: 0, length: 0, data: text(''), isDurable: false, atMs: 0 },
  ...more,
});
const write = (path: string, content: string, offset = 0): Operation =>
  op('pwrite64', path, { data: text(content), length: content.length, offset });

const recording = (before: Disk, ...operations: readonly Operation[]): Recording => ({
  before,
  unseen: [],
  done: operations.map((operation, at) => ({
    operation,
    result: operation.data.length,
    nth: at + 1,
    label: `${operation.call} ${operation.path}`,
    calls: 0,
  })),
});
const left = (recorded: Recording, as: Image, cut = recorded.done.length): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...imageOf(recorded, { cut, as }).files].map(([path, content]) => [path, Buffer.from(content).toString()]),
  );

const dropAll: Image = { class: 'drop-all' };
const keepAll: Image = { class: 'keep-all' };

describe('what a loss of power leaves', () => {
  it('has what a sync of the file covered, and what it did not only where the disk kept it', () => {
    const recorded = recording(
      disk({ log: 'one ' }),
      write('log', 'two ', 4),
      op('fdatasync', 'log'),
      write('log', 'three', 8),
    );
    expect(left(recorded, dropAll)).toEqual({ log: 'one two ' });
    expect(left(recorded, keepAll)).toEqual({ log: 'one two three' });
    expect(left(recorded, dropAll, 1)).toEqual({ log: 'one ' });
  });

  it('has a new file under its name once the file or its folder was synced', () => {
    const made = [op('openat', 'new'), write('new', 'x')];
    expect(left(recording(disk({}), ...made), dropAll)).toEqual({});
    expect(left(recording(disk({}), ...made, op('fsync', 'new')), dropAll)).toEqual({ new: 'x' });
    // The folder knows the name, and nobody said that the content has to be there.
    expect(left(recording(disk({}), ...made, op('fsync', '')), dropAll)).toEqual({ new: '' });
  });

  it('has the old file until a rename is synced, and never both', () => {
    const renamed = [
      op('openat', 'a.tmp'),
      write('a.tmp', 'new'),
      op('fsync', 'a.tmp'),
      op('rename', 'a.tmp', { other: 'a' }),
    ];
    expect(left(recording(disk({ a: 'old' }), ...renamed), dropAll)).toEqual({ a: 'old', 'a.tmp': 'new' });
    expect(left(recording(disk({ a: 'old' }), ...renamed), keepAll)).toEqual({ a: 'new' });
    expect(left(recording(disk({ a: 'old' }), ...renamed, op('fsync', '')), dropAll)).toEqual({ a: 'new' });
  });

  it('has an empty file where a rename was kept and what was written before it was not', () => {
    const renamed = [op('openat', 'a.tmp'), write('a.tmp', 'new'), op('rename', 'a.tmp', { other: 'a' })];
    expect(left(recording(disk({ a: 'old' }), ...renamed), { class: 'keep-one', of: 1 })).toEqual({ a: '' });
  });

  it('has a file again whose removal was not synced', () => {
    const recorded = recording(disk({ journal: 'j' }), op('unlink', 'journal'));
    expect(left(recorded, dropAll)).toEqual({ journal: 'j' });
    expect(left(recorded, keepAll)).toEqual({});
  });

  it('has a write that was synced by the way its file was opened', () => {
    expect(left(recording(disk({ log: '' }), { ...write('log', 'x'), isDurable: true }), dropAll)).toEqual({
      log: 'x',
    });
  });

  it('has all but one write, or one alone, with a hole where the others were', () => {
    const recorded = recording(disk({ log: '' }), write('log', 'aa'), write('log', 'bb', 2), write('log', 'cc', 4));
    expect(left(recorded, { class: 'drop-one', of: 2 })).toEqual({ log: 'aa\0\0cc' });
    expect(left(recorded, { class: 'keep-one', of: 2 })).toEqual({ log: '\0\0bb' });
  });

  it('has the last write cut off after a sector', () => {
    const recorded = recording(disk({ log: '' }), write('log', 'x'.repeat(600)));
    expect(left(recorded, { class: 'torn' }).log).toHaveLength(512);
  });

  it('has no index of SQLite, which is made anew', () => {
    const recorded = recording(disk({ db: 'd', 'db-shm': 'index' }), write('db-shm', 'x'));
    expect(left(recorded, keepAll)).toEqual({ db: 'd' });
  });

  it('is counted once for each disk that differs, as the most usual class, at its last moment', () => {
    const recorded = recording(
      disk({ log: '' }),
      write('log', 'a'),
      op('fdatasync', 'log'),
      write('log', 'b', 1),
      op('fsync', 'log'),
    );
    const found = lossesIn(recorded).map(({ before: { nth }, image }) => `${image.class} ${nth}`);
    expect(found).toEqual(['drop-all 2', 'drop-all 4', 'keep-all 4']);
  });

  it('is put back as it was read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'killpoint-image-'));
    const wanted: Disk = { folders: ['sub'], files: new Map([['sub/file', text('x')]]) };
    writeDisk(folder, disk({ gone: 'soon' }));
    writeDisk(folder, wanted);
    expect(readDisk(folder)).toEqual(wanted);
    rmSync(folder, { recursive: true });
  });
});
