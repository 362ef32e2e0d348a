import { decide } from '../model/runtime.ts';
import type { Settings } from '../model/transaction.ts';
import { type Command, type Program, workflowOf } from '../model/vocabulary.ts';
import { honest } from './conduct.ts';
import { evenly, type Host } from './host.ts';
import type { Mutant, Plot } from './mutants/mutant.ts';
import type { Ask, Perform, Read } from './perform.ts';
import { type Decide, Store, type StoreAnswer } from './store.ts';
import { troubleIn } from './trouble.ts';
import { Worker } from './worker.ts';

/**
 * The times of the reference: those of the specification, how often a worker looks for work, and how long a command waits for a store that
 * somebody else writes to. In milliseconds.
 */
export type RuntimeSettings = Settings & { readonly pollMs: number; readonly busyMs?: number };

export type RuntimeOptions = Host & {
  readonly file: string;
  readonly settings: RuntimeSettings;
  /** What this process is called, as a worker and as the owner of its attempts. */
  readonly name: string;
  readonly perform: Perform;
  /** Needed where a program has owners that can be asked, or artifacts. */
  readonly ask?: Ask;
  readonly read?: Read;
  /** The programs that this process has the code of, the newest first. Without them it takes any run up. */
  readonly code?: readonly Program[];
  /** The deliberate defect that this runtime has. */
  readonly mutant?: Mutant | undefined;
};

/** The reference runtime within one process: it answers commands, and works when told to. */
export class Runtime {
  readonly #options: RuntimeOptions;
  readonly #store: Store;
  readonly #plot: Plot;
  #worker: Worker | undefined;

  constructor(options: RuntimeOptions) {
    const { file, settings, atCommit, perform, complain, mutant, code = [], disk = () => '' } = options;
    const now = mutant?.followsTheClock === true ? options.now : evenly(options);
    this.#options = { ...options, now };
    this.#store = Store.open(file, { settings, now, atCommit, decide: decideOf(mutant), busyMs: settings.busyMs });
    this.#plot = mutant?.plot?.({ file, perform, complain, store: this.#store, code, disk, now: options.now }) ?? {};
  }

  /** Answers a command of somebody else. Where its file cannot be written nothing was done, and that is a refusal. */
  answer(command: Command): StoreAnswer {
    try {
      return this.#plot.answers?.(command) ?? this.#store.apply(command);
    } catch (error) {
      const reason = troubleIn(error);
      if (reason === undefined) throw error;
      return { status: 'refused', reason };
    }
  }

  /** Recovers what is unfinished, and works from then on. */
  work(): void {
    const { settings, name, ask = missing, read = missing, mutant, code } = this.#options;
    const conduct = { ...honest, ...mutant?.conduct, ...this.#plot.conduct };
    const workflows = code?.map(workflowOf);
    const own = { ask, read, store: this.#store, conduct, actor: name, leaseMs: settings.leaseMs };
    const desk = { ...this.#options, ...own, ...(workflows && { workflows }) };
    this.#plot.starts?.();
    this.#worker = new Worker(desk, settings.pollMs, this.#plot.looks);
    this.#worker.start();
  }

  /** As `close`, when it is told to: a deployment, say, that takes this process away. */
  async drain(): Promise<void> {
    this.#plot.drains?.();
    await this.close();
  }

  /** Ends the work in order and closes the store. A process that is killed does without. */
  async close(): Promise<void> {
    await this.#worker?.stop();
    this.abandon();
  }

  /** Lets go of what it holds open, and nothing else: what is left of a process that is no more. */
  abandon(): void {
    this.#plot.closes?.();
    this.#store.close();
  }
}

const missing = (): Promise<never> =>
  Promise.reject(new Error('this runtime was opened without what is asked for here'));

const decideOf = (mutant: Mutant | undefined): Decide => {
  const plain: Decide = (view, command) => decide(view, command, mutant?.defects);
  return mutant?.decide?.(plain) ?? plain;
};
