"""The application that LangGraph, a library, is part of: what starts threads, resumes them and looks for unfinished ones."""

import os
import sqlite3
import sys
import threading
import traceback
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "python"))

from langgraph.checkpoint.sqlite import SqliteSaver  # noqa: E402
from langgraph.types import Command  # noqa: E402

import killpoint  # noqa: E402
from graph import INPUT, program_graph  # noqa: E402
from review import is_review, review_graph  # noqa: E402

LOOK_AGAIN_S = 0.002
"""Between two looks for the first checkpoint of a new thread: LangGraph tells nobody when one is durable."""


class Application:
    def open(self, message):
        store = message["store"]
        self.durability, self.unfinished = store["durability"], store["unfinished"]
        self.saver = SqliteSaver(sqlite3.connect(store["file"], check_same_thread=False))
        program, world = message["program"], message["world"]
        is_native = store["program"] == "native" and is_review(program)
        self.graph = review_graph(world, self.saver) if is_native else program_graph(program, world, self.saver)
        variant = {name: store[name] for name in ("durability", "unfinished", "program")}
        return {"version": version("langgraph"), "variant": variant}

    def work(self):
        """Goes on with every thread that is unfinished and waits for nobody, each once."""
        for run in sorted({found.config["configurable"]["thread_id"] for found in self.saver.list(None)}):
            try:
                self._go_on(run)
            except Exception:
                traceback.print_exc()

    def command(self, command):
        match command["type"]:
            case "launch":
                self._launch(command["run"], command["program"]["id"])
            case "decide":
                self._decide(command["run"], command["approval"], command["decision"])
            case other:
                raise killpoint.Refused(f"LangGraph has no {other}")

    def _launch(self, run, document):
        """Accepted once the thread is stored. On a thread that exists there is nothing to start: going on is the scan's."""
        if self._is_stored(run):
            return
        ended = threading.Event()
        failures = []

        def invoke():
            try:
                self.graph.invoke({INPUT: document}, _thread(run), durability=self.durability)
            except Exception as error:
                traceback.print_exc()
                failures.append(error)
            ended.set()

        threading.Thread(target=invoke, daemon=True).start()
        while not ended.wait(LOOK_AGAIN_S) and not self._is_stored(run):
            pass
        if failures and not self._is_stored(run):
            raise failures[0]

    def _decide(self, run, approval, decision):
        waits = _waits_for(self.graph.get_state(_thread(run)))
        if approval not in waits:
            raise killpoint.Refused(f'{run} waits for {", ".join(waits) or "nothing"}, not {approval}')
        self.graph.invoke(Command(resume=decision), _thread(run), durability=self.durability)

    def _go_on(self, run):
        state = self.graph.get_state(_thread(run))
        if getattr(state, self.unfinished) and not _waits_for(state):
            self.graph.invoke(None, _thread(run), durability=self.durability)

    def _is_stored(self, run):
        return self.saver.get_tuple(_thread(run)) is not None


def _thread(run):
    return {"configurable": {"thread_id": run}}


def _waits_for(state):
    """The steps of a thread's pending interrupts."""
    return [interrupt.value["step"] for interrupt in state.interrupts]


if __name__ == "__main__":
    killpoint.serve(Application())
