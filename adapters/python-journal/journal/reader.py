"""Runs as their store shows them, to whoever only looks."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .store import OVER

FAMILY = """with recursive family (id) as (
  select ? union all select runs.id from runs join family on runs.parent = family.id)"""
EFFECTS = """select steps.step, steps.tries, runs.status, outcomes.kind from steps join runs on runs.id = steps.run
  left join outcomes using (run, step) where steps.arguments is not null and steps.run in family"""


@dataclass(frozen=True)
class Shown:
    """One run with its children, as of one moment."""

    status: str
    """`ready`, `running`, `waiting`, `succeeded`, `failed` or `cancelled`."""
    error: str | None
    siblings: int
    """How many runs there are under its start key, itself among them."""
    outcomes: list[dict[str, Any]]
    """What ended, in this order: `step`, `kind` (`value` or `error`), `value`, `by`, `number`."""
    effects: dict[str, str]
    """What was begun: `dispatched`, `applied`, `refused`, or `ambiguous` where nobody goes on to find out."""
    approvals: dict[str, str]
    """What was asked for: `requested`, `withdrawn`, or the decision."""


class Reader:
    """Reads a store and writes nothing. Begin it while the store is open elsewhere: it cannot make a log anew."""

    def __init__(self, file: str) -> None:
        self._db = sqlite3.connect(f"{Path(file).as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=10)
        self._db.row_factory = sqlite3.Row
        self._db.execute("select count(*) from runs").fetchone()

    def close(self) -> None:
        self._db.close()

    def run(self, run: str) -> Shown | None:
        """The run of that id, if there is one."""
        self._db.execute("begin")
        try:
            own = self._db.execute("select status, start_key, kind, value from runs where id = ?", (run,)).fetchone()
            return None if own is None else self._shown(run, own)
        finally:
            self._db.execute("rollback")

    def _shown(self, run: str, own: sqlite3.Row) -> Shown:
        siblings = "select count(*) as count from runs where id = ? or start_key = ?"
        outcomes = self._rows(f"{FAMILY} select * from outcomes where run in family order by number", run)
        approvals = self._rows("select step, decision, withdrawn from approvals where run = ?", run)
        return Shown(
            status=own["status"],
            error=json.loads(own["value"]) if own["kind"] == "error" else None,
            siblings=self._rows(siblings, run, own["start_key"])[0]["count"],
            outcomes=[{**row, "value": json.loads(row["value"])} for row in outcomes],
            effects={row["step"]: belief(row) for row in self._rows(f"{FAMILY} {EFFECTS}", run)},
            approvals={row["step"]: standing(row) for row in approvals},
        )

    def _rows(self, sql: str, *values: Any) -> list[dict[str, Any]]:
        return [dict(row) for row in self._db.execute(sql, values)]


def belief(effect: dict[str, Any]) -> str:
    if effect["kind"] == "value":
        return "applied"
    if effect["kind"] == "error":
        return "refused" if effect["tries"] == 0 else "ambiguous"
    return "ambiguous" if effect["status"] in OVER else "dispatched"


def standing(approval: dict[str, Any]) -> str:
    if approval["decision"] is not None:
        return str(approval["decision"])
    return "withdrawn" if approval["withdrawn"] else "requested"
