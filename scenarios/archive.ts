import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Counterexample, type History, historySchema, type Observation } from '../model/vocabulary.ts';

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
  async saveCounterexample(counterexample: Counterexample, plan: string): Promise<string> {
    const file = join('counterexamples', `${fileName(`${counterexample.requirement}--${plan}`)}.json`);
    await writeFile(join(this.folder, file), `${JSON.stringify(counterexample, null, 2)}\n`, { mode: 0o600 });
    return file;
  }
  /** Removes what only running cases needed. */
  async tidy(): Promise<void> {
    await rm(this.#work, { recursive: true, force: true });
  }
}

/** Reads a history that `saveHistory` wrote. Throws an error that names the file when it is no such thing. */
export const readHistory = async (file: string): Promise<History> => {
  const [head, ...observations] = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  const parsed = historySchema.safeParse({ ...objectOf(head), observations: observations.map(objectOf) });
  if (!parsed.success)
    throw new Error(`expected a history of killpoint in ${file}; ${parsed.error.issues[0]?.message ?? 'it is none'}`);
  return parsed.data;
};

const objectOf = (line: string | undefined): Readonly<Record<string, unknown>> | Observation =>
  JSON.parse(line ?? '{}');
const fileName = (id: string): string => id.replaceAll(/[^\w@.+#()-]+/g, '_');
