import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { messageOf, UsageError } from '../../scenarios/index.ts';
import { type Head, unpacked } from './packing.ts';

/** Opens a bundle in a private folder that is gone when `use` has ended. Throws `UsageError` for a file that is none. */
export const withOpened = async <T>(file: string, use: (folder: string, head: Head) => Promise<T>): Promise<T> => {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new UsageError(`expected a bundle at ${file}: ${messageOf(error)}`, { cause: error });
  });
  const { head, parts } = unpacked(bytes, file);
  const folder = await mkdtemp(join(tmpdir(), 'killpoint-bundle-'));
  try {
    for (const { name, text } of parts) {
      await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
      await writeFile(join(folder, name), text, { mode: 0o600, flag: 'wx' });
    }
    return await use(folder, head);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
