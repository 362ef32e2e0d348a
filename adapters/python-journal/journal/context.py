"""What a workflow may do. It is a plain function that runs from its top after every interruption: what has an outcome
is recalled and not done again, so whatever it calls outside, or may come out differently, belongs into a step."""

from __future__ import annotations

import json
import secrets
import sqlite3
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .leases import put_down
from .store import Cancelled, Lease, LeaseLost, Outcome, Store, now, write_outcome


class Transient(Exception):
    """Raised by a step's own code: it did not work now, and may work later."""


class StepFailed(Exception):
    """A step ended with an error, for good. A run that does not catch it fails."""


class Parked(BaseException):
    """The run was put down at a wait: its function ends here and is run again when the wait is over."""


class Postponed(BaseException):
    """A step waits for a time that is recorded; the run is put down when nothing else of it is under way."""

    def __init__(self, due: float) -> None:
        super().__init__(due)
        self.due = due


@dataclass(frozen=True)
class Retry:
    """How often a step is tried in all when it raises `Transient`, and how long is waited before the next try."""

    attempts: int = 3
    backoff_s: float = 0.2


class Context:
    """One run in the hands of the worker that holds its lease."""

    def __init__(self, store: Store, lease: Lease) -> None:
        self._store = store
        self._lease = lease
        self._thread = threading.get_ident()
        rows = store.all("select step, kind, value from outcomes where run = ?", lease.run)
        self._known = {row["step"]: Outcome(row["kind"], json.loads(row["value"])) for row in rows}

    @property
    def run(self) -> str:
        return self._lease.run

    def step(self, name: str, act: Callable[[], Any], retry: Retry = Retry()) -> Any:
        """Does `act` until it has an outcome, which is then durable. An interruption before that repeats it."""
        if name in self._known:
            return self._recall(name)
        self._begin(name)
        return self._record(name, self._try(name, act, retry))

    def effect(self, name: str, arguments: Any, act: Callable[[str, Any], Any], retry: Retry = Retry()) -> Any:
        """Changes something outside. `act` gets an idempotency key and the arguments, the same at every try: both are
        recorded before the first."""
        if name in self._known:
            return self._recall(name)
        begun = self._begin(name, json.dumps(arguments, allow_nan=False))
        recorded = json.loads(begun["arguments"])
        return self._record(name, self._try(name, lambda: act(begun["key"], recorded), retry))

    def approval(self, name: str, show: Callable[[], Any], retry: Retry = Retry()) -> Any:
        """Shows a prompt, waits for the decision and returns it. An interruption before the wait is recorded shows the
        prompt again."""
        if name in self._known:
            return self._recall(name)
        self._begin_alone(name)
        if self._store.one("select 1 from approvals where run = ? and step = ?", self.run, name) is None:
            shown = self._try(name, show, retry)
            if shown.kind == "error":
                return self._record(name, shown)
        with self._store.held(self._lease, is_start=True) as db:
            db.execute("insert or ignore into approvals (run, step) values (?, ?)", (self.run, name))
            put_down(db, self._lease, None)
        raise Parked

    def timer(self, name: str, seconds: float) -> None:
        """Waits. The time at which it is over is recorded when the run first comes here, and holds whatever happens."""
        if name in self._known:
            return
        if self._begin_alone(name)["due"] is not None:
            self._record(name, Outcome("value", None))
            return
        with self._store.held(self._lease, is_start=True) as db:
            due = now() + seconds
            db.execute("update steps set due = ? where run = ? and step = ?", (due, self.run, name))
            put_down(db, self._lease, due)
        raise Parked

    def child(self, name: str, workflow: str, arguments: Any) -> Any:
        """Starts a run that belongs to this one and waits for its result, which is handed over with its end."""
        if name in self._known:
            return self._recall(name)
        self._begin_alone(name)
        with self._store.held(self._lease, is_start=True) as db:
            db.execute(
                "insert or ignore into runs (id, workflow, arguments, parent, parent_step, attempt_limit, status)"
                " select id || '/' || ?, ?, ?, id, ?, attempt_limit, 'ready' from runs where id = ?",
                (name, workflow, json.dumps(arguments, allow_nan=False), name, self.run),
            )
            put_down(db, self._lease, None)
        raise Parked

    def together(self, members: Sequence[Callable[[], Any]]) -> list[Any]:
        """Does steps and effects at once, each in a thread, and goes on when every one of them has ended somehow."""
        self._must_be_alone("together")
        ends: list[tuple[Any, BaseException | None]] = [(None, None)] * len(members)

        def carry_out(at: int) -> None:
            try:
                ends[at] = (members[at](), None)
            except BaseException as error:
                ends[at] = (None, error)

        threads = [threading.Thread(target=carry_out, args=(at,), daemon=True) for at in range(len(members))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        errors = [error for _, error in ends if error is not None]
        if errors:
            raise min(errors, key=gravity)
        return [value for value, _ in ends]

    def _recall(self, name: str) -> Any:
        outcome = self._known[name]
        if outcome.kind == "error":
            raise StepFailed(outcome.value)
        return outcome.value

    def _begin(self, name: str, arguments: str | None = None) -> sqlite3.Row:
        """Records that a step begins, and returns what is recorded of it, from an earlier try where there was one."""
        begun = (self.run, name, self._lease.signature, secrets.token_hex(16), arguments)
        with self._store.held(self._lease, is_start=True) as db:
            db.execute(
                "insert into steps (run, step, by, key, arguments) values (?, ?, ?, ?, ?)"
                " on conflict (run, step) do update set by = excluded.by",
                begun,
            )
            step: sqlite3.Row = db.execute("select * from steps where run = ? and step = ?", begun[:2]).fetchone()
        if step["due"] is not None and step["due"] > now():
            raise Postponed(step["due"])
        return step

    def _begin_alone(self, name: str) -> sqlite3.Row:
        """Begins a wait, which puts the whole run down: nothing else of it may be under way."""
        self._must_be_alone(name)
        return self._begin(name)

    def _must_be_alone(self, name: str) -> None:
        if threading.get_ident() != self._thread:
            raise RuntimeError(f"{name}: only steps and effects may be done together")

    def _try(self, name: str, act: Callable[[], Any], retry: Retry) -> Outcome:
        try:
            return Outcome("value", act())
        except Transient as trouble:
            due = self._postpone(name, retry)
            if due is None:
                return Outcome("error", f"{trouble}; tried {retry.attempts} times")
            raise Postponed(due) from trouble
        except Exception as error:
            return Outcome("error", f"{type(error).__name__}: {error}")

    def _postpone(self, name: str, retry: Retry) -> float | None:
        """Records a failed try and when the next one is due; nothing where none is left."""
        due = now() + retry.backoff_s
        with self._store.held(self._lease) as db:
            db.execute("update steps set tries = tries + 1, due = ? where run = ? and step = ?", (due, self.run, name))
            step = db.execute("select tries from steps where run = ? and step = ?", (self.run, name)).fetchone()
        return due if step["tries"] < retry.attempts else None

    def _record(self, name: str, outcome: Outcome) -> Any:
        with self._store.held(self._lease) as db:
            write_outcome(db, (self.run, name), outcome, self._lease.signature)
        # As it will be recalled, so that a value cannot differ after an interruption.
        self._known[name] = Outcome(outcome.kind, json.loads(json.dumps(outcome.value)))
        return self._recall(name)


def gravity(error: BaseException) -> tuple[int, float]:
    """What decides about a group of which several members did not succeed; the earliest of the postponed ones."""
    if isinstance(error, Postponed):
        return (3, error.due)
    return (0 if isinstance(error, LeaseLost) else 1 if isinstance(error, Cancelled) else 2, 0.0)
