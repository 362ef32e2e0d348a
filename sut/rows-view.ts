import type { Entity, Kind } from '../model/kinds.ts';
import type { Settings, View } from '../model/transaction.ts';
import type { Command } from '../model/vocabulary.ts';
import type { EntityRow, Rows } from './rows.ts';

/** The rows as one command sees them. Each is read once, and its revision is kept to write over exactly that. */
export class RowsView implements View {
  readonly nowMs: number;
  readonly settings: Settings;
  readonly #rows: Rows;
  readonly #read = new Map<string, EntityRow | undefined>();

  constructor(rows: Rows, settings: Settings, nowMs: number) {
    this.#rows = rows;
    this.settings = settings;
    this.nowMs = nowMs;
  }

  get<K extends Kind>(kind: K, id: string): Entity<K> | undefined {
    const row = this.#row(kind, id);
    return row === undefined ? undefined : entityOf(kind, row);
  }

  specifications(run: string, slot: string): readonly string[] {
    return this.#rows
      .entitiesOfRun('specification', run)
      .filter((row) => entityOf('specification', row).context.slot === slot)
      .map(({ id }) => id);
  }

  revisionOf(kind: Kind, id: string): number | undefined {
    return this.#row(kind, id)?.revision;
  }

  /** The run that a command is about, for the history; a command of an attempt names it by its attempt. */
  runOf(command: Command): string | null {
    if ('run' in command) return command.run;
    return 'attempt' in command ? (this.get('attempt', command.attempt)?.context.run ?? null) : null;
  }

  #row(kind: Kind, id: string): EntityRow | undefined {
    const ref = `${kind}:${id}`;
    if (!this.#read.has(ref)) this.#read.set(ref, this.#rows.entity(kind, id));
    return this.#read.get(ref);
  }
}

/** A row as the lifecycle that it is. */
export const entityOf = <K extends Kind>(kind: K, row: EntityRow): Entity<K> => ({
  kind,
  leaf: row.leaf,
  context: JSON.parse(row.context),
});
