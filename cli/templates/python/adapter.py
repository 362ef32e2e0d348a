"""The adapter: says what the runtime is, opens a store for each case, names the process to spawn, reads a run's durable state.

It does no work itself. The runtime of this template keeps each case in one SQLite file; put yours in its place.
"""

import json
import sqlite3
import sys
from pathlib import Path

import killpoint

HERE = Path(__file__).resolve().parent
# One row per run, one per committed step: the primary key lets the first commit stand.
TABLES = """
create table runs (run text primary key, program text not null, status text not null);
create table commits (run text, step text, by text, value text, primary key (run, step));
create table approvals (run text, step text, decision text, primary key (run, step));
"""


class MyAdapter:
    def describe(self, variant):
        if variant:
            raise killpoint.Refused(f"there is no variant {variant}")
        return {
            "name": "my-runtime",
            "version": "0.1.0",  # the runtime's own, read from what is installed
            "language": "Python",
            "links": ["https://example.com/docs"],
            # The settings that decide a verdict, as they are at work; every setting that was asked for is named here.
            "variant": {},
            # What the runtime itself offers. A plan that needs more is not run.
            "can": ["model", "tool", "effect", "approval", "choose", "client", "sliced"],
            # What its documentation says, each with a link to the sentence. What is not named is silent.
            "capabilities": [
                {"name": "recovery.*", "claim": "promised", "link": "https://example.com/docs#recovery"}
            ],
            # The times that the harness waits by, in milliseconds.
            "bounds": {"takeoverMs": 1000, "leaseMs": 0, "idleMs": 400, "retryMs": 0},
            # Who makes an effect's idempotency key. Here worker.py does, which plays the application.
            "keyBuiltBy": "application",
            "notes": ["A worker that starts takes up every run that is unfinished; there is no lease."],
        }

    def open(self, setting):
        file = Path(setting["folder"]) / "runs.db"
        file.unlink(missing_ok=True)  # a first try may have left half of it
        with sqlite3.connect(file) as store:
            store.executescript(TABLES)  # whole before any process starts
        store.close()
        # The session's id, by which this or a restarted adapter finds the store; and what each process is told of it.
        return str(file), str(file)

    def process(self, session, role):
        # Equal specifications are pooled: nothing of the case may stand here.
        return {"command": sys.executable, "arguments": [str(HERE / "worker.py")], "env": {}}

    def inspect(self, session, run):
        # Read-only, in one transaction.
        store = sqlite3.connect(f"{Path(session).as_uri()}?mode=ro", uri=True, isolation_level=None)
        try:
            store.execute("begin")
            row = store.execute("select status from runs where run = ?", (run,)).fetchone()
            commits = store.execute("select step, by, rowid, value from commits where run = ?", (run,)).fetchall()
            asked = store.execute("select step, decision from approvals where run = ?", (run,)).fetchall()
        finally:
            store.close()
        if row is None:
            return {"status": "absent", "steps": {}}
        # Every commit of a step: who wrote it and when, in the runtime's own words. Equal values would hide an overwrite.
        steps = {
            step: {"commits": [{"by": by, "at": str(at), "value": json.loads(value)}]} for step, by, at, value in commits
        }
        open_ones = [step for step, decision in asked if decision is None]
        approvals = [{"id": step, "step": step, "status": "requested", "revision": ""} for step in open_ones]
        status = "waiting" if row[0] == "running" and open_ones else row[0]
        return {"status": status, "steps": steps, "approvals": approvals}

    def close(self, session):
        pass


if __name__ == "__main__":
    killpoint.serve_adapter(MyAdapter())
