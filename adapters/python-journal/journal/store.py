"""The facts of all runs in one SQLite file, and the only place that writes them.

Every change is one short transaction, so that a process may die or stand still between any two of them. Whatever a
worker writes about its run is fenced: the same transaction checks that the lease under which it took the run up is
still the newest one.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

SCHEMA = """
-- One row a run. `token` counts the leases that it was worked under; `wake_at` is when a waiting run is due by itself.
create table if not exists runs (
  id text primary key, workflow text not null, arguments text not null, start_key text unique,
  parent text references runs (id), parent_step text,
  status text not null check (status in ('ready', 'running', 'waiting', 'succeeded', 'failed', 'cancelled', 'blocked')),
  wake_at real, cancelling integer not null default 0,
  token integer not null default 0, holder text, lease_until real,
  attempts integer not null default 0, attempt_limit integer, kind text, value text);
create index if not exists runs_by_parent on runs (parent);
-- How each step of each run ended, once and for good.
create table if not exists outcomes (
  number integer primary key, run text not null, step text not null,
  kind text not null check (kind in ('value', 'error')), value text not null, by text not null, unique (run, step));
-- What was begun, and by whom last: recorded before anything is done, with the key and the arguments that it is done
-- with at every try. `due` is until when it waits: a timer for its time, a failed try for the next one.
create table if not exists steps (
  run text not null, step text not null, by text not null, key text not null unique, arguments text,
  tries integer not null default 0, due real, primary key (run, step));
create table if not exists approvals (
  run text not null, step text not null, decision text, withdrawn integer not null default 0, primary key (run, step));
"""

OVER = ("succeeded", "failed", "cancelled", "blocked")


class Blocked(BaseException):
    """Something committed cannot be read, so that the run stops as it is: no step of it has failed."""


class LeaseLost(BaseException):
    """Another worker has the run, or it is over: nothing that this one says about it counts any more."""


class Cancelled(BaseException):
    """The run is being cancelled: what is under way may end, and nothing new may start."""


class Refusal(Exception):
    """A command that cannot be obeyed; nothing was changed."""


@dataclass(frozen=True)
class Lease:
    """The right to work on one run, and what was known of the run when it was given."""

    run: str
    token: int
    holder: str
    workflow: str
    arguments: Any

    @property
    def signature(self) -> str:
        return f"{self.holder}, lease {self.token}"


@dataclass(frozen=True)
class Outcome:
    """How a step ended: with a value, or with an error."""

    kind: str
    value: Any


class Store:
    """One connection to the file, for all threads of a process. What is not durable, a power loss may undo."""

    def __init__(self, file: str, is_durable: bool = True) -> None:
        self._lock = threading.RLock()
        self._db = sqlite3.connect(file, timeout=10, isolation_level=None, check_same_thread=False)
        self._db.row_factory = sqlite3.Row
        self._db.execute(f"pragma synchronous = {'full' if is_durable else 'normal'}")

    def create(self) -> None:
        """Makes the file a store. Once, before any process works on it."""
        self._db.execute("pragma journal_mode = wal")
        self._db.executescript(SCHEMA)

    def close(self) -> None:
        self._db.close()

    def all(self, sql: str, *values: Any) -> list[sqlite3.Row]:
        with self._lock:
            return self._db.execute(sql, values).fetchall()

    def one(self, sql: str, *values: Any) -> sqlite3.Row | None:
        return next(iter(self.all(sql, *values)), None)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing, and alone: the write lock is taken first, so that what is read is what is changed."""
        with self._lock:
            self._db.execute("begin immediate")
            try:
                yield self._db
                self._db.execute("commit")
            finally:
                if self._db.in_transaction:
                    self._db.execute("rollback")

    @contextmanager
    def held(self, lease: Lease, is_start: bool = False) -> Iterator[sqlite3.Connection]:
        """A transaction that only the newest lease may make; one that starts something, only if that may start."""
        with self.transaction() as db:
            check(db.execute(STANDING, (lease.run,)).fetchone(), lease, is_start)
            yield db


STANDING = "select status, token, cancelling from runs where id = ?"


def check(run: sqlite3.Row | None, lease: Lease, is_start: bool) -> None:
    if run is None or run["token"] != lease.token or run["status"] != "running":
        raise LeaseLost(f"{lease.signature} of {lease.run} is over")
    if is_start and run["cancelling"]:
        raise Cancelled(f"{lease.run} is being cancelled")


def write_outcome(db: sqlite3.Connection, place: tuple[str, str], outcome: Outcome, by: str) -> None:
    db.execute(
        "insert into outcomes (run, step, kind, value, by) values (?, ?, ?, ?, ?)",
        (*place, outcome.kind, json.dumps(outcome.value, allow_nan=False), by),
    )


def end(db: sqlite3.Connection, run: str, status: str, outcome: Outcome) -> None:
    """Ends a run, and in the same transaction hands what came of it to the run that waits for it."""
    db.execute(
        "update runs set status = ?, token = token + 1, holder = null, wake_at = null, kind = ?, value = ?"
        " where id = ?",
        (status, outcome.kind, json.dumps(outcome.value, allow_nan=False), run),
    )
    db.execute("update approvals set withdrawn = 1 where run = ? and decision is null", (run,))
    own = db.execute("select parent, parent_step from runs where id = ?", (run,)).fetchone()
    if own["parent"] is not None:
        write_outcome(db, (own["parent"], own["parent_step"]), outcome, f"{run}, {status}")
        db.execute("update runs set status = 'ready' where id = ? and status = 'waiting'", (own["parent"],))


def now() -> float:
    """Seconds, by the clock that all workers of a store share."""
    return time.time()
