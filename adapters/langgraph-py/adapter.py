"""Python LangGraph on its SQLite checkpointer. This process only describes, opens and reads; worker.py works."""

import json
import os
import sqlite3
import sys
from importlib.metadata import version
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, "python"))

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer  # noqa: E402
from langgraph.checkpoint.sqlite import SqliteSaver  # noqa: E402

import killpoint  # noqa: E402
from subject import subject_of, variant_of  # noqa: E402
from view import view_of  # noqa: E402


class LangGraph:
    def __init__(self):
        self.variant = variant_of({})
        self.stores = {}

    def describe(self, variant):
        self.variant = variant_of(variant)
        return subject_of(version("langgraph"), self.variant)

    def open(self, setting):
        """Two processes that both set up a new file meet SQLITE_BUSY, so the store is made whole before there is any process."""
        file = os.path.join(setting["folder"], "langgraph.db")
        for left in (file, f"{file}-wal", f"{file}-shm"):
            if os.path.exists(left):
                os.remove(left)
        with SqliteSaver.from_conn_string(file) as saver:
            saver.setup()
        session = json.dumps({"file": file, "program": setting["program"]})
        return session, {"file": file, **self.variant}

    def process(self, session, role):
        env = {"LANGSMITH_TRACING": "false", "LANGCHAIN_TRACING_V2": "false"}
        return {"command": sys.executable, "arguments": [os.path.join(HERE, "worker.py")], "env": env}

    def inspect(self, session, run):
        if session not in self.stores:
            self.stores[session] = _Store(**json.loads(session))
        return self.stores[session].view(run)

    def close(self, session):
        store = self.stores.pop(session, None)
        if store:
            store.db.close()


class _Store:
    def __init__(self, file, program):
        self.program = program
        # A case's folder is named for its plan, and a plan's name may hold what ends the path of an address.
        self.db = sqlite3.connect(f"file:{quote(file)}?mode=ro", uri=True, isolation_level=None)
        self.serde = JsonPlusSerializer()
        self.seen = {}

    def view(self, run):
        now = self.db.execute("pragma data_version").fetchone()
        if self.seen.get(run, (None,))[0] != now:
            self.seen[run] = (now, view_of(self.db, self.serde, run, self.program))
        return self.seen[run][1]


if __name__ == "__main__":
    killpoint.serve_adapter(LangGraph())
