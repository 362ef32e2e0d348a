"""A plain LangGraph application, as its documentation teaches it: extract, analyse, ask a human, publish. No killpoint code.

  python application.py FILE start | recover-by-next | recover-by-tasks | resume

WORLD is the address of the outside; DURABILITY is async (LangGraph's default), sync or exit; WAIT=1 goes on only when a line comes on
stdin; DIE_BEFORE_CHECKPOINT=1 kills the process when the writes of `extract` are stored and the checkpoint that follows is about to
be, and STORE_IS_SLOW=1 never lets the result of `extract` reach the store.
"""

import os
import signal
import sqlite3
import sys
import threading
import urllib.request
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

THREAD = {"configurable": {"thread_id": "review-1"}}


class Review(TypedDict, total=False):
    document: str
    text: str
    analysis: str
    decision: str
    receipt: str


def call(step, key=None):
    headers = {} if key is None else {"idempotency-key": key}
    url = f'{os.environ["WORLD"]}/{os.getpid()}/{step}'
    with urllib.request.urlopen(urllib.request.Request(url, data=b"", headers=headers)) as answer:
        return answer.read().decode()


def extract_text(state: Review) -> Review:
    return {"text": call("extract")}


def analyse_text(state: Review) -> Review:
    return {"analysis": call("analyse")}


def ask_reviewer(state: Review) -> Review:
    call("prompt")
    return {"decision": interrupt("Publish it?")}


def publish_review(state: Review, config) -> Review:
    return {"receipt": call("publish", f'{config["configurable"]["thread_id"]}:publish')}


def graph_on(saver):
    graph = StateGraph(Review)
    path = [extract_text, analyse_text, ask_reviewer, publish_review]
    for node in path:
        graph.add_node(node)
    names = [START, *(node.__name__ for node in path), END]
    for start, end in zip(names, names[1:]):
        graph.add_edge(start, end)
    return graph.compile(checkpointer=saver)


def saver_on(file, kind=SqliteSaver):
    return kind(sqlite3.connect(file, check_same_thread=False))


def state_of(file):
    """What LangGraph says of the thread."""
    saver = saver_on(file)
    state = graph_on(saver).get_state(THREAD)
    saver.conn.close()
    tasks = [{"name": task.name, "waits": len(task.interrupts) > 0} for task in state.tasks]
    return {"next": list(state.next), "tasks": tasks, "values": dict(state.values)}


def holds_text(writes):
    return any(channel == "text" for channel, _ in writes)


class DyingSaver(SqliteSaver):
    """Stores everything as it is; the process dies where the checkpoint with `text` would follow the writes that it is made of."""

    def __init__(self, conn):
        super().__init__(conn)
        self.written = threading.Event()
    def put(self, config, checkpoint, metadata, new_versions):
        if "text" in checkpoint["channel_values"]:
            self.written.wait()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().put(config, checkpoint, metadata, new_versions)

    def put_writes(self, config, writes, task_id, task_path=""):
        super().put_writes(config, writes, task_id, task_path)
        if holds_text(writes):
            self.written.set()


class SlowSaver(SqliteSaver):
    """A store that is slow where the result of `extract` is to be written, and as quick as ever before."""

    def put(self, config, checkpoint, metadata, new_versions):
        if "text" in checkpoint["channel_values"]:
            threading.Event().wait()
        return super().put(config, checkpoint, metadata, new_versions)

    def put_writes(self, config, writes, task_id, task_path=""):
        if holds_text(writes):
            threading.Event().wait()
        super().put_writes(config, writes, task_id, task_path)


def main(file, command):
    kind = SqliteSaver
    if "DIE_BEFORE_CHECKPOINT" in os.environ:
        kind = DyingSaver
    if "STORE_IS_SLOW" in os.environ:
        kind = SlowSaver
    graph = graph_on(saver_on(file, kind))
    durability = os.environ.get("DURABILITY", "async")
    if "WAIT" in os.environ:
        print("ready", flush=True)
        sys.stdin.readline()
    if command == "start":
        graph.invoke({"document": "a"}, THREAD, durability=durability)
    elif command == "resume":
        graph.invoke(Command(resume="yes"), THREAD, durability=durability)
    else:
        state = graph.get_state(THREAD)
        unfinished = state.next if command == "recover-by-next" else state.tasks
        if unfinished and not state.interrupts:
            graph.invoke(None, THREAD, durability=durability)


if __name__ == "__main__":
    main(*sys.argv[1:])
