"""The process that works and gets killed: it turns a program into steps of the naive runtime."""

import os
import sys
import threading
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

import killpoint  # noqa: E402
from runtime import VERSION, Runtime, Step  # noqa: E402


def steps_of(world, run, steps):
    def one(step):
        if step["op"] == "choose":
            return Step(step["id"], branch=lambda results: steps_of(world, run, step["cases"][results[step["by"]]]))
        effect = step["op"] == "effect"
        return Step(
            step["id"],
            lambda key, results: killpoint.perform(world, run, step, results, key=key if effect else None),
            approval=step["op"] == "approval",
        )

    return [one(step) for step in steps]


def document_review(world, run):
    """The document review as a user of the runtime would write it."""

    def ask(op, name, *uses):
        step = {"op": op, "id": name, "uses": uses}
        return lambda key, results: killpoint.perform(world, run, step, results, key=key if op == "effect" else None)

    return [
        Step("extract", ask("model", "extract")),
        Step("analyse", ask("model", "analyse", "extract")),
        Step("approve", ask("approval", "approve", "analyse"), approval=True),
        Step("publish", ask("effect", "publish", "analyse", "approve")),
    ]


class NaiveProcess:
    def open(self, message):
        self.world = message["world"]
        self.native = message["store"]["native"]
        self.runtime = Runtime(message["store"]["file"], message["name"])
        return {"version": VERSION}

    def workflow(self, run, program):
        if self.native and program["id"] == "document-review":
            return document_review(self.world, run)
        return steps_of(self.world, run, program["steps"])

    def work(self):
        self.runtime.resume(self.workflow)
        threading.Thread(target=self.poll, daemon=True).start()

    def poll(self):
        try:
            while True:
                self.runtime.resume(self.workflow)
                time.sleep(0.02)
        except Exception:
            traceback.print_exc()
            os._exit(1)

    def command(self, command):
        match command["type"]:
            case "launch":
                self.runtime.start(command["run"], command["program"])
            case "decide":
                if not self.runtime.decide(command["run"], command["approval"], command["decision"]):
                    raise killpoint.Refused("there is no such approval")
            case _:
                raise killpoint.Refused("not offered")


if __name__ == "__main__":
    killpoint.serve(NaiveProcess())
