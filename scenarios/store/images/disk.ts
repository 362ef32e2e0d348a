import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a folder holds: its folders, and its files by their paths in it. */
export type Disk = { readonly folders: readonly string[]; readonly files: ReadonlyMap<string, Uint8Array> };

/** Reads a folder as it stands. */
export const readDisk = (folder: string): Disk => {
  const folders: string[] = [];
  const files = new Map<string, Uint8Array>();
  const walk = (at: string): void => {
    for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) {
        folders.push(path);
        walk(path);
      } else if (entry.isFile()) files.set(path, readFileSync(join(folder, path)));
    }
  };
  walk('');
  return { folders, files };
};

/** Makes a folder hold exactly this. */
export const writeDisk = (folder: string, { folders, files }: Disk): void => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  for (const path of folders) mkdirSync(join(folder, path), { recursive: true, mode: 0o700 });
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, path), content, { mode: 0o600 });
  }
};
