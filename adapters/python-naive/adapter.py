"""The adapter of the naive runtime: one SQLite file a case."""

import json
import sqlite3
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "python"))

import killpoint  # noqa: E402
from runtime import TABLES, VERSION  # noqa: E402

README = "adapters/python-naive/README.md"


class NaiveAdapter:
    def describe(self, variant):
        self.native = variant == {"program": "native"}
        if variant and not self.native:
            raise killpoint.Refused(f"there is no variant {variant}")
        return {
            "name": "python-naive",
            "version": VERSION,
            "language": "Python",
            "links": [README],
            "variant": variant,
            "can": ["model", "tool", "effect", "approval", "choose", "client", "sliced"],
            "capabilities": [
                {"name": "recovery.*", "claim": "promised", "link": f"{README}#durable"},
                {"name": "commit.output-durable-before-progress", "claim": "promised", "link": f"{README}#durable"},
                {"name": "effect.applied-once", "claim": "promised", "link": f"{README}#safe-effects"},
                {"name": "approval.request-is-durable", "claim": "promised", "link": f"{README}#approvals"},
                {"name": "approval.decision-survives-no-worker", "claim": "promised", "link": f"{README}#approvals"},
            ],
            "bounds": {"takeoverMs": 1000, "leaseMs": 0, "idleMs": 400, "retryMs": 0},
            "keyBuiltBy": "runtime",
            "notes": [
                "A worker that starts goes on with every run whose status is running, and looks again every 20 ms; there is no lease.",
                "The runtime gives each try of a step a fresh uuid4 as its idempotency key.",
                "A step that raises fails its run; there is no retry.",
            ],
        }

    def open(self, setting):
        file = Path(setting["folder"]) / "runs.db"
        file.unlink(missing_ok=True)
        with sqlite3.connect(file) as store:
            store.executescript(TABLES)
        store.close()
        return str(file), {"file": str(file), "native": self.native}

    def process(self, session, role):
        return {"command": sys.executable, "arguments": [str(HERE / "worker.py")], "env": {}}

    def inspect(self, session, run):
        store = sqlite3.connect(f"{Path(session).as_uri()}?mode=ro", uri=True, isolation_level=None)
        try:
            store.execute("begin")
            row = store.execute("select status from runs where run = ?", (run,)).fetchone()
            saved = store.execute(
                "select step, worker, id, value from results where run = ? order by id", (run,)
            ).fetchall()
            asked = store.execute("select step, decision from approvals where run = ?", (run,)).fetchall()
        finally:
            store.close()
        if row is None:
            return {"status": "absent", "steps": {}}
        steps = {}
        for step, worker, at, value in saved:
            commits = steps.setdefault(step, {"commits": []})["commits"]
            commits.append({"by": worker, "at": str(at), "value": json.loads(value)})
        open_ones = [step for step, decision in asked if decision is None]
        approvals = [{"id": step, "step": step, "status": "requested", "revision": ""} for step in open_ones]
        return {
            "status": "waiting" if row[0] == "running" and open_ones else row[0],
            "steps": steps,
            "approvals": approvals,
        }

    def close(self, session):
        pass


if __name__ == "__main__":
    killpoint.serve_adapter(NaiveAdapter())
