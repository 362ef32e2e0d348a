import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The supervisor as a program of this machine, or why there is none. */
export type Built =
  | { readonly status: 'built'; readonly file: string }
  | { readonly status: 'missing'; readonly because: string };

/** Builds the supervisor of storage system calls with the system's compiler, once for each of its versions, and tries whether it works here. */
export const buildSupervisor = (compiler: string = process.env.CC ?? 'cc'): Built => {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return missing(`it is written for Linux on x64, and this is ${process.platform} on ${process.arch}`);
  const file = join(cache(), `supervise-${versionOf(compiler)}`);
  if (!existsSync(file)) {
    mkdirSync(cache(), { recursive: true, mode: 0o700 });
    // Two runs may build it at once: each builds aside, and either's is as good.
    const aside = `${file}.${process.pid}`;
    const built = spawnSync(compiler, ['-std=c11', '-O2', '-o', aside, ...sources()], { encoding: 'utf8' });
    if (built.error !== undefined) return missing(`there is no C compiler: ${built.error.message}`);
    if (built.status !== 0) return missing(`its C sources do not compile: ${built.stderr.slice(0, 400)}`);
    renameSync(aside, file);
  }
  const tried = spawnSync(file, ['probe'], { encoding: 'utf8' });
  return tried.status === 0 ? { status: 'built', file } : missing(tried.stderr.trim() || `${file} does not run`);
};

const missing = (because: string): Built => ({ status: 'missing', because });

/** A folder of the user's own: a killpoint that was installed for all may be read-only. */
const cache = (): string => join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'killpoint');

/** The C sources stand beside this file, or, where it runs from a build, beside what it was built from. */
export const nativeFolder = (): string => {
  const places = ['native/', '../../../../scenarios/store/files/native/'];
  const found = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((place) => existsSync(place));
  if (found === undefined)
    throw new Error('expected the C sources of the supervisor beside scenarios/store/files; install killpoint again');
  return found;
};

const sources = (): readonly string[] =>
  readdirSync(nativeFolder())
    .filter((name) => name.endsWith('.c'))
    .map((name) => join(nativeFolder(), name));

const versionOf = (compiler: string): string => {
  const hash = createHash('sha256').update(compiler);
  for (const name of readdirSync(nativeFolder()).sort()) hash.update(readFileSync(join(nativeFolder(), name)));
  return hash.digest('hex').slice(0, 16);
};
