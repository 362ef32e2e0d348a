"""The adapter: a fresh SQLite file for each case, and a run as its rows show it."""

import json
import sqlite3
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "python"))

import killpoint  # noqa: E402
from runtime import BACKOFF_MS, LEASE_MS, TABLES, VERSION  # noqa: E402

SPECIFICATION = "docs/specification.md"


class Adapter:
    def describe(self, variant):
        if variant:
            raise killpoint.Refused(f"there is no variant {variant}")
        return {
            "name": "from-the-specification",
            "version": VERSION,
            "language": "Python",
            "links": [SPECIFICATION],
            "variant": {},
            "can": ["model", "tool", "effect", "approval", "choose", "client", "start-key", "shared-store", "lease", "sliced"],
            "capabilities": [
                {"name": f"{area}.*", "claim": "promised", "link": f"{SPECIFICATION}#required-of-{area}"}
                for area in ("recovery", "effect", "evidence", "lease", "approval", "attempt")
            ],
            "bounds": {"takeoverMs": LEASE_MS + 1000, "leaseMs": LEASE_MS, "idleMs": 500, "retryMs": BACKOFF_MS},
            "keyBuiltBy": "runtime",
            "notes": ["The lease is one second, so that a successor need not wait long."],
        }

    def open(self, setting):
        file = Path(setting["folder"]) / "runs.db"
        file.unlink(missing_ok=True)
        store = sqlite3.connect(file)
        store.execute("pragma journal_mode = wal")
        store.executescript(TABLES)
        store.close()
        return str(file), str(file)

    def process(self, session, role):
        return {"command": sys.executable, "arguments": [str(HERE / "worker.py")], "env": {}}

    def inspect(self, session, run):
        store = sqlite3.connect(f"{Path(session).as_uri()}?mode=ro", uri=True, isolation_level=None)
        store.row_factory = sqlite3.Row
        try:
            store.execute("begin")
            return self.view(lambda sql: store.execute(sql, (run,)).fetchall())
        finally:
            store.close()

    def view(self, rows):
        found = rows("select runs.state as run, slots.state as slot from runs join slots using (run) where run = ?")
        if not found:
            return {"status": "absent", "steps": {}}
        outputs = rows("select outputs.* from outputs join slots using (slot) where run = ?")
        steps = {
            row["step"]: {"commits": [{"by": row["by"], "at": row["at"], "value": json.loads(row["value"])}]}
            for row in outputs
        }
        for row in rows("select effects.* from effects join slots using (slot) where run = ?"):
            steps.setdefault(row["step"], {"commits": []})["effect"] = row["state"]
        is_waiting = found[0]["run"] == "running" and found[0]["slot"] == "waiting"
        return {
            "status": "waiting" if is_waiting else found[0]["run"],
            "steps": steps,
            "runs": rows("select count(*) as n from starts where run = ?")[0]["n"],
            "approvals": [
                {"id": row["step"], "step": row["step"], "status": row["state"], "revision": row["revision"]}
                for row in rows("select * from approvals where run = ?")
            ],
        }

    def close(self, session):
        pass


if __name__ == "__main__":
    killpoint.serve_adapter(Adapter())
