"""A plain LangGraph application, as its documentation teaches it: extract, analyse, ask a human, publish. No killpoint code."""

import os
import signal
import sqlite3
import threading
import urllib.request
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, RetryPolicy, interrupt

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
    text = call("extract")
    if "RETRY_AFTER_S" in os.environ and text.endswith("answer 1"):
        raise RuntimeError("come back later")
    return {"text": text}


def retry_policy():
    """With RETRY_AFTER_S the first answer to extract is taken for an error that may pass. LangGraph asks `retry_on` when it decides that a
    node is tried again: from then on it waits."""
    if "RETRY_AFTER_S" not in os.environ:
        return None
    seconds = float(os.environ["RETRY_AFTER_S"])
    return RetryPolicy(initial_interval=seconds, jitter=False, retry_on=lambda error: call("waiting") is not None)


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
        graph.add_node(node, retry_policy=retry_policy() if node is extract_text else None)
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


SAVERS = {"plain": SqliteSaver, "dies-before-checkpoint": DyingSaver, "slow": SlowSaver}


def main(file, command, settings):
    """What one process of the application does; `settings` are its durability, its saver, and for whom it waits before it begins."""
    graph = graph_on(saver_on(file, SAVERS[settings.get("saver", "plain")]))
    durability = settings["durability"]
    if "together" in settings:
        settings["together"].wait()
    if command == "start":
        graph.invoke({"document": "a"}, THREAD, durability=durability)
    elif command == "resume":
        graph.invoke(Command(resume="yes"), THREAD, durability=durability)
    else:
        state = graph.get_state(THREAD)
        unfinished = state.next if command == "recover-by-next" else state.tasks
        if unfinished and not state.interrupts:
            graph.invoke(None, THREAD, durability=durability)
