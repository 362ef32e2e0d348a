import Database from 'better-sqlite3';

/** How long a keeper waits for a transaction of the runtime's to end. */
const BUSY_MS = 5_000;
/** The sizes of what fills a store up, in bytes: the last ones fit where hardly anything does. */
const fillings = [2_000, 300, 40, 1];

/**
 * Somebody beside the runtime who has its store file in hand: who locks it, as a backup does, or lets it grow no further, as a quota does.
 * What the runtime meets then are SQLite's own errors. Readers are not kept out: in WAL mode they never wait.
 */
export class Keeper {
  readonly #db: Database.Database;

  constructor(file: string) {
    this.#db = new Database(file, { timeout: BUSY_MS, fileMustExist: true });
    // What it writes itself is no part of what has to survive.
    this.#db.pragma('synchronous = OFF');
  }

  /** Nobody writes until `release`. */
  lock(): void {
    this.#db.exec('BEGIN IMMEDIATE');
  }

  /** Sets the quota to what the file has, and fills what is left of that. */
  fill(): void {
    const pages = Number(this.#db.pragma('page_count', { simple: true }));
    this.#db.pragma(`user_version = ${pages}`);
    this.#db.pragma(`max_page_count = ${pages}`);
    for (const bytes of fillings) for (let n = 0; this.#adds(`${bytes}/${n}`, bytes); n++);
  }

  /** Gives the file back, and takes out what filled it. */
  release(): void {
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
    if (this.#db.pragma('user_version', { simple: true }) === 0) return;
    this.#db.pragma('user_version = 0');
    this.#db.exec("DELETE FROM entity WHERE kind = 'ballast'; DELETE FROM event WHERE type = 'ballast'");
  }

  close(): void {
    this.#db.close();
  }

  /** Whether there was room for one more row in either table. */
  #adds(id: string, bytes: number): boolean {
    const added = [
      () => this.#db.prepare(entity).run(id, 'x'.repeat(bytes)),
      () => this.#db.prepare(event).run(id, 'x'.repeat(bytes)),
    ].map((add) => fits(add));
    return added.includes(true);
  }
}

const entity = "INSERT OR IGNORE INTO entity (kind, id, leaf, context, revision) VALUES ('ballast', ?, '', ?, 1)";
const event =
  "INSERT OR IGNORE INTO event (atMs, tenant, key, actor, type, command, answer) VALUES (0, '', ?, '', 'ballast', ?, '')";

const fits = (add: () => Database.RunResult): boolean => {
  try {
    return add().changes > 0;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_FULL') return false;
    throw error;
  }
};
