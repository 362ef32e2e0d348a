"""Who works on a run. One worker takes its lease, keeps it by heartbeats and gives it back at a wait, or it lapses."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from .store import Lease, Outcome, Store, end, now

# Due is what was never begun or was woken, what waited for its time, and what its holder has lost.
DUE = """select * from runs where workflow in (select value from json_each(?1)) and (status = 'ready'
  or (status = 'waiting' and wake_at <= ?2) or (status = 'running' and lease_until <= ?2))
  order by lease_until limit 1"""


def take_up(store: Store, holder: str, workflows: Iterable[str], lease_s: float) -> Lease | None:
    """Takes up a run that is due and that this worker has the code for, if there is one. One of many gets it."""
    known = json.dumps(sorted(workflows))
    # A look without the write lock: an idle worker stands in nobody's way.
    if store.one(DUE, known, now()) is None:
        return None
    with store.transaction() as db:
        at = now()
        run = db.execute(DUE, (known, at)).fetchone()
        if run is None or closes(db, run):
            return None
        token = run["token"] + 1
        db.execute(
            "update runs set status = 'running', wake_at = null, token = ?, holder = ?, lease_until = ?,"
            " attempts = attempts + 1 where id = ?",
            (token, holder, at + lease_s, run["id"]),
        )
        return Lease(run["id"], token, holder, run["workflow"], json.loads(run["arguments"]))


def closes(db: sqlite3.Connection, run: sqlite3.Row) -> bool:
    """Ends a run that may not be worked on any more, and says whether it was one."""
    if run["cancelling"]:
        end(db, run["id"], "cancelled", Outcome("error", "cancelled"))
        return True
    limit = run["attempt_limit"]
    if limit is not None and run["attempts"] >= limit:
        end(
            db,
            run["id"],
            "failed",
            Outcome("error", f"taken up {limit} times, its limit, and never brought to its end"),
        )
        return True
    return False


def beat(store: Store, leases: Iterable[Lease], lease_s: float) -> None:
    """Keeps leases. One that another worker has taken over stays lost."""
    with store.transaction() as db:
        db.executemany(
            "update runs set lease_until = ? where id = ? and token = ? and status = 'running'",
            [(now() + lease_s, lease.run, lease.token) for lease in leases],
        )


def put_down(db: sqlite3.Connection, lease: Lease, wake_at: float | None) -> None:
    """Gives a lease back at a wait, until `wake_at` or until somebody wakes the run. That attempt does not count."""
    if is_cancelling(db, lease):
        end(db, lease.run, "cancelled", Outcome("error", "cancelled"))
    else:
        db.execute(
            "update runs set status = 'waiting', wake_at = ?, holder = null, lease_until = null,"
            " attempts = attempts - 1 where id = ?",
            (wake_at, lease.run),
        )


def finish(store: Store, lease: Lease, status: str, outcome: Outcome) -> None:
    """Gives a lease back at the end of its run. A cancellation that was accepted before that is the outcome."""
    with store.held(lease) as db:
        if is_cancelling(db, lease):
            end(db, lease.run, "cancelled", Outcome("error", "cancelled"))
        else:
            end(db, lease.run, status, outcome)


def is_cancelling(db: sqlite3.Connection, lease: Lease) -> bool:
    return bool(db.execute("select cancelling from runs where id = ?", (lease.run,)).fetchone()["cancelling"])
