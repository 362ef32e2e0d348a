"""A process and an adapter that do what a careless one does; `killpoint.py` has to keep the protocol clean all the same."""

import subprocess
import sys
import threading
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[3] / "adapters" / "python"))
import killpoint  # noqa: E402


class OddProcess:
    def __init__(self) -> None:
        self.opened = False
        self.worked = threading.Event()
        self.met = threading.Barrier(2)

    def open(self, message):
        print("stray line of the library")
        subprocess.run(["echo", "stray line of a child"], check=True)
        self.opened = True

    def work(self):
        self.worked.wait(0.2)
        self.worked.set()

    def command(self, command):
        match command["type"]:
            case "seen":
                return {"opened": self.opened, "worked": self.worked.is_set(), "command": command}
            case "refuse":
                raise killpoint.Refused("never")
            case "fall":
                raise RuntimeError("broken")
            case "meet":
                return self.met.wait(30)
            case "hang":
                threading.Event().wait()
            case "babble":
                return {"not", "json"}


class OddAdapter:
    def describe(self, variant):
        print("stray line of the adapter")
        return {"name": "odd", "variant": dict(variant)}

    def open(self, setting):
        raise RuntimeError("no store here")

    def process(self, session, role):
        raise killpoint.Refused(f"there is no {role}")

    def inspect(self, session, run):
        return {"status": "absent", "steps": {}}

    def close(self, session):
        return None


killpoint.serve_adapter(OddAdapter()) if "adapter" in sys.argv else killpoint.serve(OddProcess())
