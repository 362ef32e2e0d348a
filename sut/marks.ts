import type Database from 'better-sqlite3';

/** The runs that a worker has marked as stranded. */
export class Marks {
  readonly #has: Database.Statement<[string], { run: string }>;
  readonly #set: Database.Statement<[string]>;
  readonly #clear: Database.Statement<[string]>;

  constructor(db: Database.Database) {
    this.#has = db.prepare('SELECT run FROM stranded WHERE run = ?');
    this.#set = db.prepare('INSERT OR IGNORE INTO stranded (run) VALUES (?)');
    this.#clear = db.prepare('DELETE FROM stranded WHERE run = ?');
  }

  has(run: string): boolean {
    return this.#has.get(run) !== undefined;
  }
  set(run: string): void {
    this.#set.run(run);
  }
  clear(run: string): void {
    this.#clear.run(run);
  }
}
