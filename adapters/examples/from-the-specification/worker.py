"""The process that works and gets killed: it claims slots and serves them, as the specification says of a worker."""

import hashlib
import json
import os
import sys
import threading
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import killpoint  # noqa: E402
from runtime import LEASE_MS, VERSION, Refusal, Runtime  # noqa: E402


class Worker:
    def open(self, message):
        self.world, self.runtime = message["world"], Runtime(message["store"])
        return {"version": VERSION}

    def work(self):
        self.look()
        threading.Thread(target=self.keep_looking, daemon=True).start()

    def keep_looking(self):
        try:
            while True:
                self.look()
                time.sleep(0.03)
        except Exception:
            traceback.print_exc()
            os._exit(1)

    def look(self):
        self.runtime.sweep()
        for slot in self.runtime.claimable():
            try:
                attempt = self.runtime.claim(slot)
            except Refusal:
                continue  # another one was faster
            threading.Thread(target=self.serve, args=(attempt,), daemon=True).start()

    def serve(self, attempt):
        over = threading.Event()
        threading.Thread(target=self.beat, args=(attempt, over), daemon=True).start()
        try:
            run = self.runtime.start(attempt)
            while self.advance(run, attempt):
                pass
        except Refusal as refusal:
            print(f"{attempt} is over: {refusal}")
        except killpoint.WorldRefusal as error:
            self.give_up(attempt, error, True)
        except (killpoint.WorldTrouble, OSError) as error:
            self.give_up(attempt, error, False)
        finally:
            over.set()

    def give_up(self, attempt, error, is_definite):
        try:
            self.runtime.fail(attempt, str(error), is_definite)
        except Refusal as refusal:
            print(f"{attempt} was over before it failed: {refusal}")

    def beat(self, attempt, over):
        while not over.wait(LEASE_MS / 1000 / 6):
            try:
                self.runtime.heartbeat(attempt)
            except Refusal:
                return

    def advance(self, run, attempt):
        """Works on one due step. False where there is none, or the slot waits."""
        steps, results, revision = self.runtime.progress(attempt)
        if not steps:
            self.runtime.finish(attempt)
            return False
        step = steps[0]
        name = step["id"]
        if step["op"] == "effect":
            arguments = {used: results[used] for used in step["uses"] if used in results}
            key, arguments = self.runtime.intend(attempt, name, f"{run}:{name}", arguments)
            try:
                receipt = killpoint.perform(self.world, run, step, arguments, key=key)
            except killpoint.WorldRefusal as error:
                self.runtime.record(attempt, name, revision, "refused", str(error))
                return False
            self.runtime.record(attempt, name, revision, "applied", receipt)
            return True
        value = killpoint.perform(self.world, run, step, results)
        if step["op"] == "approval":
            asked = json.dumps([results.get(used) for used in step["uses"]], sort_keys=True)
            self.runtime.request_approval(attempt, name, hashlib.sha256(asked.encode()).hexdigest()[:16])
            return False
        self.runtime.commit(attempt, name, revision, value)
        return True

    def command(self, command):
        run = command.get("run")
        try:
            if command["type"] == "launch":
                inputs = {name: command.get(name) for name in ("pins", "program", "specification", "workerClass")}
                return self.runtime.launch(command["key"], run, f"slot of {run}", command["startKey"], inputs)
            if command["type"] == "decide":
                verdict = command["decision"], command["revision"]
                return self.runtime.decide(command["key"], run, command["approval"], verdict, command["actor"])
        except Refusal as refusal:
            raise killpoint.Refused(str(refusal)) from refusal
        raise killpoint.Refused("not offered")


if __name__ == "__main__":
    killpoint.serve(Worker())
