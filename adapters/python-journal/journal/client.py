"""What anybody may ask of a store, from any process, whether a worker lives or not."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from .store import OVER, Outcome, Refusal, Store, end, now, write_outcome


class Client:
    """Commands on the runs of one store. What returns is durable; `Refusal` says that nothing was done."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def launch(
        self, run: str, workflow: str, arguments: Any, start_key: str | None = None, attempt_limit: int | None = None
    ) -> str:
        """Starts a run and returns its id; under a start key that is known, the id of the run that was started then.

        `attempt_limit` bounds how often the run is taken up by a worker, however that ends, unless it ends in a wait.
        """
        given = json.dumps(arguments, allow_nan=False)
        with self._store.transaction() as db:
            known = db.execute(
                "select id, workflow, arguments, start_key from runs where id = ? or start_key = ?", (run, start_key)
            ).fetchone()
            if known is None:
                db.execute(
                    "insert into runs (id, workflow, arguments, start_key, attempt_limit, status)"
                    " values (?, ?, ?, ?, ?, 'ready')",
                    (run, workflow, given, start_key, attempt_limit),
                )
                return run
            if known["start_key"] != start_key:
                raise Refusal(f"{run} was started before, under another start key")
            if known["workflow"] != workflow or json.loads(known["arguments"]) != json.loads(given):
                raise Refusal(f"{start_key} started {known['id']} with another workflow or other arguments")
            return str(known["id"])

    def decide(self, run: str, step: str, decision: str) -> None:
        """Decides an open approval: the decision is the step's outcome at once, so it counts whoever goes on, and when.

        The first one stands; the same one again changes nothing. Refused before the approval is open, and once the run
        is over.
        """
        with self._store.transaction() as db:
            approval = db.execute("select * from approvals where run = ? and step = ?", (run, step)).fetchone()
            if approval is None:
                raise Refusal(f"{run} does not wait for {step}: ask again when it does")
            if approval["decision"] == decision:
                return
            if approval["decision"] is not None:
                raise Refusal(f"{step} of {run} was decided before: {approval['decision']}")
            if approval["withdrawn"]:
                raise Refusal(f"{run} is over, and {step} was never decided")
            db.execute("update approvals set decision = ? where run = ? and step = ?", (decision, run, step))
            write_outcome(db, (run, step), Outcome("value", decision), "a decision")
            db.execute("update runs set status = 'ready' where id = ? and status = 'waiting'", (run,))

    def cancel(self, run: str) -> None:
        """Cancels a run and its children: from now on nothing of them starts. What is under way may still be recorded.

        Whoever is not being worked on ends here; the others end with what they are doing, or with their lease.
        """
        with self._store.transaction() as db:
            tree = db.execute(FAMILY, (run,)).fetchall()
            if not tree:
                raise Refusal(f"there is no run {run}")
            status = tree[-1]["status"]
            if status in OVER and status != "cancelled":
                raise Refusal(f"{run} has {status}")
            for one in tree:
                db.execute("update runs set cancelling = 1 where id = ?", (one["id"],))
            for one in tree:
                if is_idle(db, one["id"]):
                    end(db, one["id"], "cancelled", Outcome("error", "cancelled"))


# A run and all runs below it, the deepest first.
FAMILY = """with recursive family (id, status, depth) as (
  select id, status, 0 from runs where id = ?
  union all select runs.id, runs.status, depth + 1 from runs join family on runs.parent = family.id
) select id, status from family order by depth desc"""


def is_idle(db: sqlite3.Connection, run: str) -> bool:
    """Whether nobody works on a run that is not over: no lease of it runs, and none of a child."""
    own = db.execute("select status, lease_until from runs where id = ?", (run,)).fetchone()
    if own["status"] in OVER or (own["status"] == "running" and own["lease_until"] > now()):
        return False
    children = db.execute("select status from runs where parent = ?", (run,)).fetchall()
    return all(child["status"] in OVER for child in children)
