import type Database from 'better-sqlite3';

/** As many pages as SQLite can count. */
const NO_LIMIT = 4_294_967_294;

/**
 * How many pages a store file may have: whoever keeps the file writes that into its header, where nothing stands as long as there is no
 * limit. SQLite itself holds a connection to it, which has to be told.
 */
export class Quota {
  readonly #db: Database.Database;
  readonly #told: Database.Statement<[], number>;
  #pages = 0;

  constructor(db: Database.Database) {
    this.#db = db;
    this.#told = db.prepare<[], number>('PRAGMA user_version').pluck();
  }

  /** From now on the connection is held to what the header says now. */
  keep(): void {
    const pages = this.#told.get() ?? 0;
    if (pages === this.#pages) return;
    this.#pages = pages;
    this.#db.pragma(`max_page_count = ${pages === 0 ? NO_LIMIT : pages}`);
  }
}
