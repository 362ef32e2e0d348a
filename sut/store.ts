import type { Entity, Kind } from '../model/kinds.ts';
import { type Answer, type Decision, decide } from '../model/runtime.ts';
import { hasTag } from '../model/step.ts';
import type { Settings, View, Write } from '../model/transaction.ts';
import { type Command, type Json, type RunView, sameJson } from '../model/vocabulary.ts';
import type { AtCommit } from './host.ts';
import type { Found, Looking } from './looking.ts';
import { type Extent, Rows } from './rows.ts';
import { entityOf, RowsView } from './rows-view.ts';
import { runViewOf } from './run-view.ts';

/** What the store answers: the specification's answer, or that a command key was used for two different commands. */
export type StoreAnswer = Answer | { readonly status: 'refused'; readonly reason: 'key-names-another-command' };

/** What a command does to what a view shows. It is the specification's `decide`; only a mutant has another one. */
export type Decide = (view: View, command: Command) => Decision;

export type StoreOptions = {
  readonly settings: Settings;
  /** The runtime's clock, in milliseconds. */
  readonly now: () => number;
  readonly decide?: Decide;
  readonly atCommit?: AtCommit | undefined;
};

/**
 * The specification made durable. A command is one transaction: the rows that it reads, what `decide` makes of them, the rows that it
 * writes, each over the revision that was read, and its line in the history. The store adds no rule of its own but one: a command
 * that was accepted is answered as before when it comes again under its key, and does nothing.
 */
export class Store implements Looking {
  readonly #rows: Rows;
  readonly #settings: Settings;
  readonly #now: () => number;
  readonly #decide: Decide;

  private constructor(rows: Rows, { settings, now, decide: given = decide }: StoreOptions) {
    this.#rows = rows;
    this.#settings = settings;
    this.#now = now;
    this.#decide = given;
  }

  /** Opens the store in this file for commands, and creates it where there is none. */
  static open(file: string, options: StoreOptions): Store {
    return new Store(Rows.open(file, options.atCommit), options);
  }

  /** Opens an existing store to look at it. It never writes, and waits for no worker. */
  static openReadOnly(file: string, options: StoreOptions): Store {
    return new Store(Rows.openReadOnly(file), options);
  }

  /** Does one command, wholly or not at all. Throws where the file cannot be written; then it is unknown whether it was done. */
  apply(command: Command): StoreAnswer {
    return this.#rows.write(() => this.#repeated(command) ?? this.#anew(command));
  }

  /** Whether a command would be accepted now. Asking leaves no trace. */
  accepts(command: Command): boolean {
    return this.#decide(new RowsView(this.#rows, this.#settings, this.#now()), command).answer.status === 'ok';
  }

  /** Does something and takes all of it back, for who only wants to see what would come of it. */
  undone<T>(work: () => T): T {
    return this.#rows.undone(work);
  }

  /** How much stands in it: by this it shows whether a command wrote more than it should have. */
  extent(): Extent {
    return this.#rows.extent();
  }

  /** Differs from what it was before whenever anything may have changed since, but for the time. */
  version(): string {
    return this.#rows.version();
  }

  get<K extends Kind>(kind: K, id: string): Entity<K> | undefined {
    const row = this.#rows.entity(kind, id);
    return row === undefined ? undefined : entityOf(kind, row);
  }

  /** All entities of a kind that are in no terminal state, in the order of their creation. */
  unfinished<K extends Kind>(kind: K): readonly Found<K>[] {
    return this.#rows
      .entitiesOfKind(kind)
      .map((row) => ({ id: row.id, entity: entityOf(kind, row) }))
      .filter(({ entity }) => !isTerminal(entity));
  }

  ofRun<K extends Kind>(kind: K, run: string): readonly Found<K>[] {
    return this.#rows.entitiesOfRun(kind, run).map((row) => ({ id: row.id, entity: entityOf(kind, row) }));
  }

  all<K extends Kind>(kind: K): readonly Found<K>[] {
    return this.#rows.entitiesOfKind(kind).map((row) => ({ id: row.id, entity: entityOf(kind, row) }));
  }

  /** The accepted commands of one type on a run, in the order in which they were done. */
  history(run: string, type: Command['type']): readonly { readonly key: string; readonly command: Command }[] {
    return this.#rows.eventsOfRun(run, type).map(({ key, command }) => ({ key, command: JSON.parse(command) }));
  }

  /** What there is to see of a run, as of one moment. */
  read(run: string): RunView {
    return this.#rows.read(() => runViewOf(this, run));
  }

  close(): void {
    this.#rows.close();
  }

  #repeated(command: Command): StoreAnswer | undefined {
    const event = this.#rows.eventByKey(command.tenant, command.key);
    if (event === undefined) return undefined;
    const first: Json = JSON.parse(event.command);
    const again: Json = JSON.parse(JSON.stringify(command));
    return sameJson(first, again)
      ? JSON.parse(event.answer)
      : { status: 'refused', reason: 'key-names-another-command' };
  }

  #anew(command: Command): Answer {
    const view = new RowsView(this.#rows, this.#settings, this.#now());
    const { answer, writes } = this.#decide(view, command);
    // With a refusal only a mutant writes something.
    for (const write of writes) this.#write(write, view.revisionOf(write.kind, write.id));
    if (answer.status === 'refused') return answer;
    const { tenant, key, actor, type } = command;
    this.#rows.log({
      ...{ atMs: view.nowMs, tenant, key, actor, type },
      run: view.runOf(command),
      command: JSON.stringify(command),
      answer: JSON.stringify(answer),
    });
    return answer;
  }

  #write({ kind, id, entity }: Write, revision: number | undefined): void {
    const row = {
      kind,
      id,
      run: ownerOf(kind, id, entity.context),
      leaf: entity.leaf,
      context: JSON.stringify(entity.context),
    };
    if (revision === undefined) this.#rows.insert(row);
    else this.#rows.update({ ...row, revision });
  }
}

/** By the machine's own word, which is the same for a state whatever its context is, and is asked for once. */
const isTerminal = (entity: Entity): boolean => {
  const state = `${entity.kind}:${entity.leaf}`;
  const known = terminal.get(state) ?? hasTag(entity, 'terminal');
  terminal.set(state, known);
  return known;
};
const terminal = new Map<string, boolean>();

const ownerOf = (kind: Kind, id: string, context: object): string | null => {
  if (kind === 'run') return id;
  return 'run' in context && typeof context.run === 'string' ? context.run : null;
};
