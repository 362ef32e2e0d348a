"""A worker: takes up runs that are due, keeps their leases, and carries each out in a thread of its own."""

from __future__ import annotations

import secrets
import sqlite3
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .context import Context, Parked, Postponed
from .leases import beat, finish, put_down, take_up
from .store import Blocked, Cancelled, Lease, LeaseLost, Outcome, Store

Workflow = Callable[[Context, Any], Any]


@dataclass(frozen=True)
class Timing:
    """How long a lease lasts without a heartbeat, how often the heart beats, how often an idle worker looks."""

    lease_s: float = 0.6
    beat_s: float = 0.15
    poll_s: float = 0.02


class Worker:
    """Works on the runs of one store for as long as its process lives. `capacity` bounds how many it has at once."""

    def __init__(self, file: str, workflows: Mapping[str, Workflow], name: str, timing: Timing = Timing()) -> None:
        self._file = file
        self._store = Store(file)
        self._workflows = workflows
        self._holder = f"{name}-{secrets.token_hex(3)}"
        self._timing = timing
        self._leases: dict[tuple[str, int], Lease] = {}
        self.capacity = 16

    def start(self) -> None:
        """Takes up what is due now, then goes on in the background."""
        threading.Thread(target=self._beat_on, daemon=True).start()
        while self._takes_one_up():
            pass
        threading.Thread(target=self._look_on, daemon=True).start()

    def _look_on(self) -> None:
        while True:
            try:
                if self._takes_one_up():
                    continue
            except sqlite3.Error:
                traceback.print_exc()
            time.sleep(self._timing.poll_s)

    def _beat_on(self) -> None:
        # A connection of its own, which does not wait for the disk: nobody misses a heartbeat that a power loss undid.
        store = Store(self._file, is_durable=False)
        while True:
            time.sleep(self._timing.beat_s)
            try:
                if leases := list(self._leases.values()):
                    beat(store, leases, self._timing.lease_s)
            except sqlite3.Error:
                traceback.print_exc()

    def _takes_one_up(self) -> bool:
        if len(self._leases) >= self.capacity:
            return False
        lease = take_up(self._store, self._holder, self._workflows, self._timing.lease_s)
        if lease is None:
            return False
        self._leases[lease.run, lease.token] = lease
        threading.Thread(target=self._carry_out, args=(lease,), daemon=True).start()
        return True

    def _carry_out(self, lease: Lease) -> None:
        try:
            self._bring_to_rest(lease)
        except (LeaseLost, Parked):
            pass
        except sqlite3.Error:
            # The store is away. Nothing is known to be lost: the lease lapses, and the run is taken up again.
            traceback.print_exc()
        finally:
            del self._leases[lease.run, lease.token]

    def _bring_to_rest(self, lease: Lease) -> None:
        try:
            value = self._workflows[lease.workflow](Context(self._store, lease), lease.arguments)
        except Postponed as postponed:
            with self._store.held(lease) as db:
                put_down(db, lease, postponed.due)
        except Cancelled:
            finish(self._store, lease, "cancelled", Outcome("error", "cancelled"))
        except Blocked as blocked:
            finish(self._store, lease, "blocked", Outcome("error", str(blocked)))
        except sqlite3.Error:
            raise
        except Exception as error:
            traceback.print_exc()
            finish(self._store, lease, "failed", Outcome("error", f"{type(error).__name__}: {error}"))
        else:
            finish(self._store, lease, "succeeded", Outcome("value", value))
