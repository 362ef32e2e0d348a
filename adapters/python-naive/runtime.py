"""A durable runtime as many people would write it: a loop over steps, and a table of their results."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
import uuid

VERSION = "0.1.0"
TABLES = """
create table runs (run text primary key, input text not null, status text not null);
create table results (id integer primary key autoincrement, run text, step text, worker text, value text);
create table approvals (run text, step text, decision text, primary key (run, step));
"""


class Step:
    """`do(key, results)` is the work; it gets a fresh idempotency key. `approval` waits; `branch(results)` gives more steps."""

    def __init__(self, name, do=None, approval=False, branch=None):
        self.name, self.do, self.approval, self.branch = name, do, approval, branch


class Runtime:
    def __init__(self, file, worker):
        self.file, self.worker, self.started = file, worker, set()

    def sql(self, text, *values):
        store = sqlite3.connect(self.file, isolation_level=None, timeout=10)
        try:
            return store.execute(text, values).fetchall()
        finally:
            store.close()

    def start(self, run, value):
        self.sql("insert or ignore into runs values (?, ?, 'running')", run, json.dumps(value))

    def decide(self, run, step, decision):
        """Writes the decision into its row. False when there is no such row."""
        return bool(
            self.sql("update approvals set decision = ? where run = ? and step = ? returning step", decision, run, step)
        )

    def resume(self, workflow):
        """Goes on with every run that is not finished, each in a thread of its own."""
        for run, value in self.sql("select run, input from runs where status = 'running'"):
            if run not in self.started:
                self.started.add(run)
                threading.Thread(target=self.finish, args=(run, workflow(run, json.loads(value))), daemon=True).start()

    def finish(self, run, steps):
        saved = self.sql("select step, value from results where run = ? order by id", run)
        try:
            self.walk(run, steps, {step: json.loads(value) for step, value in saved})
            status = "succeeded"
        except Exception as error:
            print(f"{run} failed: {error}")
            status = "failed"
        self.sql("update runs set status = ? where run = ?", status, run)

    def walk(self, run, steps, results):
        for step in steps:
            if step.branch:
                self.walk(run, step.branch(results), results)
            elif step.name not in results:
                result = step.do(str(uuid.uuid4()), results)
                if step.approval:
                    result = self.wait(run, step.name)
                text = json.dumps(result)
                self.sql(
                    "insert into results (run, step, worker, value) values (?, ?, ?, ?)", run, step.name, self.worker, text
                )
                results[step.name] = result

    def wait(self, run, step):
        self.sql("insert or ignore into approvals values (?, ?, null)", run, step)
        while True:
            ((decision,),) = self.sql("select decision from approvals where run = ? and step = ?", run, step)
            if decision is not None:
                return decision
            time.sleep(0.02)
