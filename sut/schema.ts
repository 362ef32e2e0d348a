/**
 * The tables of the reference store.
 *
 * `entity` holds one row per lifecycle of the specification: its state (`leaf`), its context as JSON, and how often it was written
 * (`revision`). `run` repeats the run that it belongs to, so that no question about a run has to look inside the context: SQLite's own
 * JSON functions refuse values nested deeper than 1000 levels, and a step's result may be.
 *
 * `event` is the history: one row per accepted command, never changed. Who wrote which value when is read from here, so a
 * value that was overwritten shows twice. A refused command leaves no row, because it changed nothing and may be accepted later.
 * The pair (tenant, key) is how a repeated command is known again.
 *
 * `stranded` names the runs that a worker has found waiting for longer than a lease, with no code at hand that they began under.
 */
export const schema = `
  CREATE TABLE IF NOT EXISTS entity (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    run TEXT,
    leaf TEXT NOT NULL,
    context TEXT NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS entity_by_run ON entity (run, kind);
  CREATE INDEX IF NOT EXISTS entity_by_leaf ON entity (kind, leaf);

  CREATE TABLE IF NOT EXISTS event (
    seq INTEGER PRIMARY KEY,
    atMs INTEGER NOT NULL,
    tenant TEXT NOT NULL,
    key TEXT NOT NULL,
    actor TEXT NOT NULL,
    run TEXT,
    type TEXT NOT NULL,
    command TEXT NOT NULL,
    answer TEXT NOT NULL,
    UNIQUE (tenant, key)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS event_by_run ON event (run, type);

  CREATE TABLE IF NOT EXISTS stranded (run TEXT PRIMARY KEY) STRICT;
`;
