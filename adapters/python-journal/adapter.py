"""The runtime of this folder as a target of killpoint."""
from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from journal import VERSION, Reader, Shown, Store, Timing

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "python"))
import killpoint  # noqa: E402

README = "adapters/python-journal/README.md"
# Which section of the README promises which requirements.
PROMISES = {
    "runs": ["identity.*"],
    "leases": ["lease.*", "claim.*", "attempt.*"],
    "steps": ["recovery.*", "commit.*", "evidence.*"],
    "effects": ["effect.*"],
    "approvals": ["approval.*"],
    "cancellation": ["cancel.*"],
    "limits": ["limit.*"],
}
STEPS = ["model", "tool", "effect", "output", "approval", "timer", "parallel", "choose", "child"]
OFFERS = ["client", "start-key", "retry", "attempt-limit", "cancel", "shared-store", "sliced"]


class JournalAdapter:
    def __init__(self) -> None:
        self._program = "interpreted"
        self._readers: dict[str, Reader] = {}

    def describe(self, variant: Mapping[str, str]) -> Mapping[str, Any]:
        self._program = variant.get("program", "interpreted")
        if set(variant) - {"program"} or self._program not in ("interpreted", "native"):
            raise killpoint.Refused(f"there is no variant {json.dumps(variant)}; there is program=interpreted|native")
        lease_ms = round(Timing().lease_s * 1000)
        return {
            "name": "python-journal",
            "version": VERSION,
            "language": "Python",
            "links": [README],
            "variant": {"program": self._program},
            "can": [*STEPS, *OFFERS],
            "capabilities": [
                *(
                    {"name": name, "claim": "promised", "link": f"{README}#{section}"}
                    for section, names in PROMISES.items()
                    for name in names
                ),
                # Its README says that it tries again.
                {"name": "effect.unknown-goes-to-review", "claim": "disclaimed", "link": f"{README}#effects"},
            ],
            # A lost run is missed when its lease ends; the rest is for a machine that is busy.
            "bounds": {"takeoverMs": lease_ms + 1_900, "leaseMs": lease_ms, "idleMs": 400, "retryMs": 200},
            "keyBuiltBy": "runtime",
            "store": "files",
            "notes": [f"A lease lasts {lease_ms} ms without a heartbeat, short as tests want it."],
        }

    def open(self, setting: Mapping[str, Any]) -> tuple[str, Any]:
        file = Path(setting["folder"]) / "journal.db"
        if not setting.get("existing", False):
            for part in file.parent.glob("journal.db*"):
                part.unlink()
        store = Store(str(file))
        if not setting.get("existing", False):
            store.create()
        self._readers[str(file)] = Reader(str(file))
        store.close()
        return str(file), {"file": str(file), "program": self._program}

    def process(self, session: str, role: str) -> Mapping[str, Any]:
        return {"command": sys.executable, "arguments": [str(HERE / "worker.py")], "env": {}}

    def inspect(self, session: str, run: str) -> Mapping[str, Any]:
        shown = self._reader(session).run(run)
        return {"status": "absent", "steps": {}} if shown is None else view_of(shown)

    def close(self, session: str) -> None:
        self._reader(session).close()
        del self._readers[session]

    def _reader(self, file: str) -> Reader:
        """After a restart of this adapter, the file is all that is left of a session."""
        if file not in self._readers:
            if not Path(file).exists():
                raise killpoint.Refused(f"there is no session {file}")
            self._readers[file] = Reader(file)
        return self._readers[file]


def view_of(shown: Shown) -> Mapping[str, Any]:
    steps: dict[str, Any] = {step: {"commits": [], "effect": belief} for step, belief in shown.effects.items()}
    for outcome in shown.outcomes:
        step = steps.setdefault(outcome["step"], {"commits": []})
        if outcome["kind"] == "value":
            step["commits"].append({"by": outcome["by"], "at": str(outcome["number"]), "value": outcome["value"]})
    approvals = [{"id": one, "step": one, "status": status, "revision": ""} for one, status in shown.approvals.items()]
    status = "running" if shown.status == "ready" else shown.status
    return {"status": status, "steps": steps, "approvals": approvals, "runs": shown.siblings}


if __name__ == "__main__":
    killpoint.serve_adapter(JournalAdapter())
