"""The process that works and gets killed. `serve` speaks the protocol on stdin and stdout: write logs to stderr only."""

import json
import os
import sqlite3
import threading
import time
import traceback

import killpoint


class Runtime:
    """A toy runtime: a worker takes up every unfinished run and goes on behind its last committed step."""

    def __init__(self, file, world, name):
        self.file, self.world, self.name = file, world, name

    def sql(self, text, *values):
        # One statement is one transaction. Every thread has a connection of its own.
        store = sqlite3.connect(self.file, isolation_level=None, timeout=10)
        try:
            return store.execute(text, values).fetchall()
        finally:
            store.close()

    def committed(self, run, step):
        rows = self.sql("select value from commits where run = ? and step = ?", run, step)
        return json.loads(rows[0][0]) if rows else None

    def commit(self, run, step, value):
        # A worker that comes back finds what its successor committed, and leaves it.
        self.sql("insert or ignore into commits values (?, ?, ?, ?)", run, step, self.name, json.dumps(value))
        return self.committed(run, step)

    def advance(self, run, program):
        # `interpret` walks through the program, into choices too, and hands each step to Idiom.call.
        killpoint.interpret(program, Idiom(self, run))
        self.sql("update runs set status = 'succeeded' where run = ?", run)


class Idiom:
    """One step in the runtime's own words: not again when it is committed; else one call on the world, then the commit."""

    def __init__(self, runtime, run):
        self.runtime, self.run = runtime, run

    def call(self, step, results):
        runtime, run = self.runtime, self.run
        if runtime.sql("select 1 from commits where run = ? and step = ?", run, step["id"]):
            return runtime.committed(run, step["id"])
        if step["op"] != "approval":
            value = killpoint.perform(runtime.world, run, step, results, key=f"{run}:{step['id']}")
            return runtime.commit(run, step["id"], value)
        killpoint.perform(runtime.world, run, step, results)  # shows the prompt
        runtime.sql("insert or ignore into approvals values (?, ?, null)", run, step["id"])
        while True:
            ((decision,),) = runtime.sql("select decision from approvals where run = ? and step = ?", run, step["id"])
            if decision is not None:
                return runtime.commit(run, step["id"], decision)
            time.sleep(0.02)


class MyProcess:
    def open(self, message):
        # Once and first. `world` is this process's own address of the world.
        self.runtime = Runtime(message["store"], message["world"], message["name"])
        # What really runs here. It is compared with what the adapter described.
        return {"version": "0.1.0"}

    def work(self):
        # Makes a worker of it; without it, it is a client that only passes commands. Returns when it serves.
        threading.Thread(target=self.poll, daemon=True).start()

    def poll(self):
        try:
            while True:
                for run, program in self.runtime.sql("select run, program from runs where status = 'running'"):
                    self.runtime.advance(run, json.loads(program))
                time.sleep(0.02)
        except Exception:
            # A worker that cannot go on dies: the next one takes the run up.
            traceback.print_exc()
            os._exit(1)

    def command(self, command):
        # An answer binds: return only when it is durable, raise Refused only when it is definitely not done.
        if command["type"] == "launch":
            # A client that got no answer asks again: the run that is there stays.
            program = json.dumps(command["program"])
            self.runtime.sql("insert or ignore into runs values (?, ?, 'running')", command["run"], program)
            return None
        if command["type"] != "decide":
            raise killpoint.Refused("not offered")
        decided = self.runtime.sql(
            "update approvals set decision = ? where run = ? and step = ? and decision is null returning step",
            command["decision"], command["run"], command["approval"],
        )
        if not decided:
            raise killpoint.Refused("no such approval is open")
        return None


if __name__ == "__main__":
    killpoint.serve(MyProcess())
