import Database from 'better-sqlite3';
import { type Command, commandSchema } from '../../model/vocabulary.ts';

/**
 * A place where one process leaves a command for another, beside the store and without its promises. Some mutants pass on
 * here what they should have made durable. It is a file of its own, so that no lock of it touches the store.
 */
export class Mailbox {
  readonly #db: Database.Database;

  constructor(storeFile: string) {
    this.#db = new Database(`${storeFile}-mailbox`, { timeout: 5_000 });
    this.#db.pragma('journal_mode = WAL');
    this.#db.exec('CREATE TABLE IF NOT EXISTS letter (seq INTEGER PRIMARY KEY, command TEXT NOT NULL) STRICT');
  }

  post(command: Command): void {
    this.#db.prepare('INSERT INTO letter (command) VALUES (?)').run(JSON.stringify(command));
  }

  /** Takes out all that lies there, oldest first; nobody else gets it. */
  take(): readonly Command[] {
    const isEmpty = this.#db.prepare('SELECT 1 FROM letter LIMIT 1').get() === undefined;
    if (isEmpty) return [];
    const letters = this.#db.prepare<[], { seq: number; command: string }>('DELETE FROM letter RETURNING seq, command');
    return letters
      .all()
      .sort((a, b) => a.seq - b.seq)
      .map(({ command }) => commandSchema.parse(JSON.parse(command)));
  }

  close(): void {
    this.#db.close();
  }
}
