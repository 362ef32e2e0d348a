import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Counterexample, type History, historySchema } from '../model/vocabulary.ts';
import { UsageError } from './failures.ts';

/** A file system in memory, where Linux has it. */
const MEMORY = '/dev/shm';

/** Where one run of the harness keeps what it saw. Everything in it is private to its user (mode 0700). */
export class Archive {
  readonly folder: string;
  /** Where the stores of running cases stand. */
  readonly #work: string;

  /**
   * `isInProcess`: a process that is only abandoned loses nothing that it wrote, on whatever disk. Its stores are kept in memory where this
   * machine has such a place, and nobody waits for a disk that shows nothing.
   */
  constructor(folder: string, { isInProcess = false }: { readonly isInProcess?: boolean | undefined } = {}) {
    this.folder = folder;
    const isInMemory = isInProcess && existsSync(MEMORY);
    this.#work = isInMemory ? join(MEMORY, `killpoint-${randomUUID()}`) : join(folder, 'work');
  }

  /** Makes the folder, without what an earlier run left of the same kinds. */
  async prepare(): Promise<void> {
    for (const folder of [join(this.folder, 'histories'), join(this.folder, 'counterexamples'), this.#work]) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
    }
  }
  /** A folder for one case's store. It is gone when the case is over. */
  workFolder(plan: string): string {
    return join(this.#work, fileName(plan));
  }
  /** Saves a history as JSON Lines: a head, then a line per observation. Returns its path below the folder. */
  async saveHistory(history: History): Promise<string> {
    const { observations, ...head } = history;
    const file = join('histories', `${fileName(history.plan.id)}.jsonl`);
    await writeFile(
      join(this.folder, file),
      [head, ...observations].map((line) => `${JSON.stringify(line)}\n`).join(''),
      { mode: 0o600 },
    );
    return file;
  }
  /** Reads a history that this run saved. */
  history(file: string): Promise<History> {
    return readHistory(join(this.folder, file));
  }
  async saveCounterexample(counterexample: Counterexample, plan: string): Promise<string> {
    const file = join('counterexamples', `${fileName(`${counterexample.requirement}--${plan}`)}.json`);
    await this.replaceCounterexample(file, counterexample);
    return file;
  }
  /** Puts a counterexample in the place of one of this folder's files, whole or not at all. */
  async replaceCounterexample(file: string, counterexample: Counterexample): Promise<void> {
    const place = join(this.folder, file);
    await writeFile(`${place}.new`, `${JSON.stringify(counterexample, null, 2)}\n`, { mode: 0o600 });
    await rename(`${place}.new`, place);
  }
  /** Removes what only running cases needed. */
  async tidy(): Promise<void> {
    await rm(this.#work, { recursive: true, force: true });
  }
}

/** What a run saves one file each of, and how their names end. */
const endings = { histories: '.jsonl', counterexamples: '.json' } as const;

/** The files of a kind that a run left in its folder, by their paths below it. Regular files alone: a link leads out of the folder. */
export const filesIn = async (folder: string, kind: keyof typeof endings): Promise<readonly string[]> => {
  const place = join(folder, kind);
  if (!existsSync(place)) return [];
  const entries = await readdir(place, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && entry.name.endsWith(endings[kind])).map(({ name }) => name);
  return names.sort().map((name) => join(kind, name));
};

/** The schema numbers of histories that are read: this release's, and the one before it as soon as there is one. */
const readable: readonly string[] = [historySchema.shape.schema.value];

/**
 * Reads a history that `saveHistory` wrote. Throws a `UsageError` that names the file when it is no such thing, and its schema where that
 * is another release's.
 */
export const readHistory = async (file: string): Promise<History> => {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  const [head, ...observations] = lines.map((line) => objectOf(line, file));
  const schema = schemaOf(head);
  if (!readable.includes(schema))
    throw new UsageError(
      `${file} has the schema ${schema}; this release reads ${readable.join(', ')}. Read it with the release of killpoint that wrote it`,
    );
  const parsed = historySchema.safeParse({ ...head, observations });
  if (!parsed.success)
    throw new UsageError(
      `expected a history of killpoint in ${file}; ${parsed.error.issues[0]?.message ?? 'it is none'}`,
    );
  return parsed.data;
};

const objectOf = (line: string, file: string): object => {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw new UsageError(`expected JSON Lines in ${file}; a line is cut off or something else`, { cause: error });
  }
  throw new UsageError(`expected a JSON object a line in ${file}; found ${line.slice(0, 80)}`);
};
const schemaOf = (head: object | undefined): string =>
  head !== undefined && 'schema' in head ? JSON.stringify(head.schema).replaceAll('"', '') : 'of no history';
const fileName = (id: string): string => id.replaceAll(/[^\w@.+#()-]+/g, '_');
