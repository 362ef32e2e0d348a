import Database from 'better-sqlite3';
import type { AtCommit } from './host.ts';
import { schema } from './schema.ts';

/** One lifecycle as it stands in its row. `context` is JSON text. */
export type EntityRow = {
  readonly kind: string;
  readonly id: string;
  readonly run: string | null;
  readonly leaf: string;
  readonly context: string;
  readonly revision: number;
};

/** One accepted command as it stands in the history. `command` and `answer` are JSON text. */
export type EventRow = {
  readonly seq: number;
  readonly atMs: number;
  readonly tenant: string;
  readonly key: string;
  readonly actor: string;
  readonly run: string | null;
  readonly type: string;
  readonly command: string;
  readonly answer: string;
};

/** How much stands in a store. */
export type Extent = { readonly entities: number; readonly writes: number; readonly events: number };

/** How long a writer waits for another one. A transaction takes about a millisecond, so this is only reached when one hangs. */
const BUSY_MS = 5_000;

/** A row was no longer at the revision that was read. Within one immediate transaction that cannot happen, so it is a bug of ours. */
export class RevisionConflict extends Error {}

/** The tables of one store file, by prepared statements. Knows rows, and nothing of what they mean. */
export class Rows {
  readonly #db: Database.Database;
  readonly #statements: Statements;
  readonly #atCommit: AtCommit;
  /** Transactions that may have written, and rows that were written. */
  #writes = 0;
  #written = 0;
  #depth = 0;

  private constructor(db: Database.Database, atCommit: AtCommit = () => undefined) {
    this.#db = db;
    this.#statements = prepare(db);
    this.#atCommit = atCommit;
  }

  /** Opens a store for writing, and creates it where there is none. */
  static open(file: string, atCommit?: AtCommit): Rows {
    const db = new Database(file, { timeout: BUSY_MS });
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.exec(schema);
    return new Rows(db, atCommit);
  }

  /** Opens an existing store that can only be read. In WAL mode a reader waits for no writer, not even for a stopped one. */
  static openReadOnly(file: string): Rows {
    return new Rows(new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_MS }));
  }

  /** Runs `work` as one transaction that takes the write lock first; a throw undoes all of it. One that writes nothing is no commit. */
  write<T>(work: () => T): T {
    this.#writes += 1;
    const before = this.#written;
    const done = this.#db
      .transaction(() => {
        const made = work();
        if (this.#written > before) this.#atCommit('before');
        return made;
      })
      .immediate();
    if (this.#written > before) this.#atCommit('after');
    return done;
  }

  /** Runs `work` and takes all of it back, within whatever is under way: a savepoint. */
  undone<T>(work: () => T): T {
    const savepoint = `savepoint_${this.#depth}`;
    this.#db.exec(this.#depth === 0 ? 'BEGIN IMMEDIATE' : `SAVEPOINT ${savepoint}`);
    this.#depth += 1;
    try {
      return work();
    } finally {
      this.#depth -= 1;
      this.#writes += 1;
      this.#db.exec(this.#depth === 0 ? 'ROLLBACK' : `ROLLBACK TO ${savepoint}; RELEASE ${savepoint}`);
    }
  }

  /** How many entities there are, how often any was written, and how many commands were accepted. */
  extent(): Extent {
    return this.#statements.extent.get() ?? { entities: 0, writes: 0, events: 0 };
  }

  /** Differs from what it was before whenever anything may have been written since, here or by another process. */
  version(): string {
    return `${this.#statements.version.get()}/${this.#writes}`;
  }

  /** Runs `work` on one snapshot. */
  read<T>(work: () => T): T {
    return this.#db.transaction(work).deferred();
  }

  entity(kind: string, id: string): EntityRow | undefined {
    return this.#statements.entity.get(kind, id);
  }

  entitiesOfRun(kind: string, run: string): readonly EntityRow[] {
    return this.#statements.entitiesOfRun.all(kind, run);
  }

  entitiesOfKind(kind: string): readonly EntityRow[] {
    return this.#statements.entitiesOfKind.all(kind);
  }

  insert(row: Omit<EntityRow, 'revision'>): void {
    this.#written += 1;
    this.#statements.insert.run(row.kind, row.id, row.run, row.leaf, row.context);
  }

  /** Writes over exactly the revision that was read. Throws `RevisionConflict` where the row has moved on. */
  update(row: EntityRow): void {
    this.#written += 1;
    const { changes } = this.#statements.update.run(row.leaf, row.context, row.kind, row.id, row.revision);
    if (changes !== 1)
      throw new RevisionConflict(
        `expected ${row.kind} ${row.id} at revision ${row.revision}, found another; read it again within the transaction`,
      );
  }

  log(event: Omit<EventRow, 'seq'>): void {
    const { atMs, tenant, key, actor, run, type, command, answer } = event;
    this.#written += 1;
    this.#statements.log.run(atMs, tenant, key, actor, run, type, command, answer);
  }

  eventByKey(tenant: string, key: string): EventRow | undefined {
    return this.#statements.eventByKey.get(tenant, key);
  }

  /** The accepted commands of one type on one run, in order. */
  eventsOfRun(run: string, type: string): readonly EventRow[] {
    return this.#statements.eventsOfRun.all(run, type);
  }

  close(): void {
    this.#db.close();
  }
}

type Statements = ReturnType<typeof prepare>;

const prepare = (db: Database.Database) => ({
  extent: db.prepare<[], Extent>(
    'SELECT count(*) AS entities, coalesce(sum(revision), 0) AS writes, (SELECT count(*) FROM event) AS events FROM entity',
  ),
  version: db.prepare<[], number>('PRAGMA data_version').pluck(),
  entity: db.prepare<[string, string], EntityRow>('SELECT * FROM entity WHERE kind = ? AND id = ?'),
  entitiesOfRun: db.prepare<[string, string], EntityRow>(
    'SELECT * FROM entity WHERE kind = ? AND run = ? ORDER BY rowid',
  ),
  entitiesOfKind: db.prepare<[string], EntityRow>('SELECT * FROM entity WHERE kind = ? ORDER BY rowid'),
  insert: db.prepare<[string, string, string | null, string, string]>(
    'INSERT INTO entity (kind, id, run, leaf, context, revision) VALUES (?, ?, ?, ?, ?, 1)',
  ),
  update: db.prepare<[string, string, string, string, number]>(
    'UPDATE entity SET leaf = ?, context = ?, revision = revision + 1 WHERE kind = ? AND id = ? AND revision = ?',
  ),
  log: db.prepare<[number, string, string, string, string | null, string, string, string]>(
    'INSERT INTO event (atMs, tenant, key, actor, run, type, command, answer) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  ),
  eventByKey: db.prepare<[string, string], EventRow>('SELECT * FROM event WHERE tenant = ? AND key = ?'),
  eventsOfRun: db.prepare<[string, string], EventRow>('SELECT * FROM event WHERE run = ? AND type = ? ORDER BY seq'),
});
