"""A durable runtime after docs/specification.md: its lifecycles as rows of one SQLite file, each command one transaction.

Of the specification it has runs, slots, attempts with leases, outputs, idempotent effects and approvals. It has one tenant, one worker
class, and nothing that is registered.
"""

import json
import sqlite3
import time
from contextlib import contextmanager

VERSION = "0.1.0"
LEASE_MS, BACKOFF_MS = 1000, 50
TABLES = """
create table starts (key text primary key, run text, inputs text);
create table runs (run text primary key, state text, program text);
create table slots (slot text primary key, run text, state text, pending text, active text, prior text,
  attempts integer default 0, retry_at integer, done text default '[]', paths text default '{}', revision integer default 0);
create table attempts (attempt text primary key, run text, slot text, state text, worker text, lease text, until integer,
  failure text);
create table outputs (slot text, step text, by text, at text, revision integer, value text, primary key (slot, step));
create table effects (slot text, step text, state text, key text, arguments text, sender text, primary key (slot, step));
create table approvals (run text, step text, state text, revision text, decision text, by text, primary key (run, step));
create table answers (key text primary key, answer text);
"""


class Refusal(Exception):
    """The answer to a command of which nothing is written."""


def now():
    return int(time.time() * 1000)


def inside(step):
    return [one for case in step["cases"].values() for one in case] if step["op"] == "choose" else []


def due(steps, done, paths):
    """The steps that may be worked on: the next of the program; of a choice, the next of the way that it took."""
    step = next((one for one in steps if one["id"] not in done), None)
    if step is None or step["op"] != "choose":
        return [step] if step else []
    return [one for one in step["cases"].get(paths.get(step["id"]), []) if one["id"] not in done][:1]


class Runtime:
    def __init__(self, file):
        self.file = file

    @contextmanager
    def command(self, key=None):
        """One transaction; the first refusal undoes it. A command that comes again under its key is answered as before."""
        db = sqlite3.connect(self.file, isolation_level=None, timeout=20)
        db.row_factory = sqlite3.Row
        db.execute("pragma synchronous = full")
        db.execute("begin immediate")
        command = Command(db)
        try:
            known = key and command.one("select answer from answers where key = ?", key)
            command.known = json.loads(known["answer"]) if known else None
            yield command
            if key and not known:
                db.execute("insert into answers values (?, ?)", (key, json.dumps(command.answer)))
            db.execute("commit")
        finally:
            db.close()  # what was not committed is undone

    # What a client asks.

    def launch(self, key, run, slot, start_key, inputs):
        with self.command(key) as tx:
            if tx.known:
                return tx.known
            started = tx.one("select * from starts where key = ?", start_key)
            if started:
                if json.loads(started["inputs"]) != inputs:
                    raise Refusal("start-key-names-other-inputs")
                tx.answer = {"run": started["run"]}
                return tx.answer
            if tx.one("select 1 from runs where run = ?", run):
                raise Refusal("already-exists")
            tx.do("insert into starts values (?, ?, ?)", start_key, run, json.dumps(inputs))
            tx.do("insert into runs values (?, 'running', ?)", run, json.dumps(inputs["program"]))
            tx.do("insert into slots (slot, run, state) values (?, ?, 'ready')", slot, run)
            tx.choose(run, slot)
            tx.answer = {"run": run}
            return tx.answer

    def decide(self, key, run, step, verdict, by):
        decision, revision = verdict
        with self.command(key) as tx:
            if tx.known:
                return tx.known
            program = tx.program(run)
            if not any(one["id"] == step and one["op"] == "approval" for one in program["steps"]):
                raise Refusal("unknown-approval")
            found = tx.one("select * from approvals where run = ? and step = ?", run, step)
            if found is None:
                tx.proceed(run)
            if found is None or found["state"] == "expected":
                if revision == "":
                    raise Refusal("other-revision")
            if found and (found["decision"], found["revision"]) == (decision, revision):
                return tx.answer
            if found and found["state"] == "cancelled":
                raise Refusal("approval-not-open")
            if found and found["decision"]:
                raise Refusal("already-decided")
            if found and found["revision"] != revision:
                raise Refusal("other-revision")
            if found is None:
                tx.do("insert into approvals values (?, ?, 'expected', ?, ?, ?)", run, step, revision, decision, by)
            else:
                state = "approved" if decision == "approve" else "rejected"
                tx.do("update approvals set state = ?, decision = ?, by = ? where run = ? and step = ?", state, decision, by, run, step)
                tx.follow(run, step)
            return tx.answer

    # What a worker asks. Whatever writes needs a live lease: the fence.

    def claimable(self):
        with self.command() as tx:
            return [row["slot"] for row in tx.all("select slots.slot from slots join runs using (run) where runs.state = 'running'"
                    " and (slots.state = 'ready' or slots.state = 'retry-wait' and coalesce(retry_at, 0) <= ?)", now())]

    def claim(self, slot):
        with self.command() as tx:
            row = tx.slot(slot)
            tx.proceed(row["run"])
            if row["state"] == "retry-wait":
                prior = tx.one("select lease from attempts where attempt = ?", row["prior"])
                if row["retry_at"] and now() < row["retry_at"]:
                    raise Refusal("retry-time-not-reached")
                if prior and prior["lease"] == "live":
                    raise Refusal("prior-lease-not-terminal")
            elif row["state"] != "ready":
                raise Refusal("slot-not-claimable")
            attempt = f"{slot}/{row['attempts'] + 1}"
            tx.do("update slots set state = 'claimed', pending = ?, attempts = attempts + 1, retry_at = null where slot = ?", attempt, slot)
            tx.do("insert into attempts values (?, ?, ?, 'claimed', 'starting', 'live', ?, null)", attempt, row["run"], slot, now() + LEASE_MS)
            return attempt

    def start(self, attempt):
        with self.command() as tx:
            row = tx.acting(attempt)
            if row["state"] != "claimed" or tx.slot(row["slot"])["pending"] != attempt:
                raise Refusal("attempt-not-claimed")
            tx.do("update attempts set state = 'running', worker = 'running' where attempt = ?", attempt)
            tx.do("update slots set state = 'active', pending = null, active = ? where slot = ?", attempt, row["slot"])
            return row["run"]

    def heartbeat(self, attempt):
        with self.command() as tx:
            tx.leased(attempt)
            tx.do("update attempts set until = ? where attempt = ?", now() + LEASE_MS, attempt)

    def progress(self, attempt):
        """The due steps of an attempt, the results so far, and the state revision that a commit builds on."""
        with self.command() as tx:
            row = tx.acting(attempt)
            slot = tx.slot(row["slot"])
            results = {one["step"]: json.loads(one["value"]) for one in tx.all("select * from outputs where slot = ?", row["slot"])}
            return due(tx.program(row["run"])["steps"], json.loads(slot["done"]), json.loads(slot["paths"])), results, slot["revision"]

    def commit(self, attempt, step, revision, value):
        with self.command() as tx:
            tx.advance(tx.working(attempt, step, ["model", "tool"]), step, revision, value)

    def intend(self, attempt, step, key, arguments):
        with self.command() as tx:
            slot = tx.working(attempt, step, ["effect"])["slot"]
            tx.do("insert or ignore into effects values (?, ?, 'intended', ?, ?, null)", slot, step, key, json.dumps(arguments))
            kept = tx.one("select * from effects where slot = ? and step = ?", slot, step)
            tx.do("update effects set state = 'dispatched', sender = ? where slot = ? and step = ?", attempt, slot, step)
            return kept["key"], json.loads(kept["arguments"])

    def record(self, attempt, step, revision, outcome, receipt):
        with self.command() as tx:
            row = tx.working(attempt, step, ["effect"])
            tx.do("update effects set state = ? where slot = ? and step = ?", outcome, row["slot"], step)
            if outcome == "refused":
                tx.fail_slot(row["run"], row["slot"])
            else:
                tx.advance(row, step, revision, receipt)

    def request_approval(self, attempt, step, revision):
        with self.command() as tx:
            row = tx.working(attempt, step, ["approval"])
            early = tx.one("select * from approvals where run = ? and step = ?", row["run"], step)
            if early and early["state"] == "expected" and early["revision"] == revision:
                state = "approved" if early["decision"] == "approve" else "rejected"
                tx.do("update approvals set state = ? where run = ? and step = ?", state, row["run"], step)
            elif early and early["state"] != "expected":
                raise Refusal("already-requested")
            else:
                tx.do("insert or replace into approvals values (?, ?, 'requested', ?, null, null)", row["run"], step, revision)
            tx.do("update slots set state = 'waiting', active = null, prior = ? where slot = ?", attempt, row["slot"])
            tx.do("update attempts set state = 'parked', lease = 'released', worker = 'exited' where attempt = ?", attempt)
            tx.follow(row["run"], step)

    def fail(self, attempt, error, is_definite):
        """A try failed. After a definite refusal the slot can never be done."""
        with self.command() as tx:
            row = tx.leased(attempt)
            if is_definite:
                tx.fail_slot(row["run"], row["slot"])
            else:
                tx.lose(row, "failed", error)
                tx.do("update attempts set lease = 'released', worker = 'exited' where attempt = ?", attempt)

    def finish(self, attempt):
        with self.command() as tx:
            row = tx.acting(attempt)
            slot = tx.slot(row["slot"])
            if due(tx.program(row["run"])["steps"], json.loads(slot["done"]), json.loads(slot["paths"])):
                raise Refusal("steps-unfinished")
            tx.do("update slots set state = 'succeeded', active = null, prior = ? where slot = ?", attempt, row["slot"])
            tx.do("update attempts set state = 'succeeded', lease = 'released', worker = 'exited' where attempt = ?", attempt)
            tx.do("update runs set state = 'succeeded' where run = ?", row["run"])

    def sweep(self):
        """What time brings: leases that are due expire."""
        with self.command() as tx:
            for row in tx.all("select * from attempts where lease = 'live' and until <= ?", now()):
                tx.do("update attempts set lease = 'expired', worker = 'lost' where attempt = ?", row["attempt"])
                tx.lose(row, "lost", "its lease expired")


class Command:
    """The questions of one command, in one transaction."""

    def __init__(self, db):
        self.db, self.answer, self.known = db, True, None

    def all(self, sql, *values):
        return self.db.execute(sql, values).fetchall()

    def one(self, sql, *values):
        return self.db.execute(sql, values).fetchone()

    def do(self, sql, *values):
        self.db.execute(sql, values)

    def slot(self, slot):
        return self.one("select * from slots where slot = ?", slot)

    def program(self, run):
        row = self.one("select program from runs where run = ?", run)
        if row is None:
            raise Refusal("unknown-run")
        return json.loads(row["program"])

    def proceed(self, run):
        if self.one("select state from runs where run = ?", run)["state"] != "running":
            raise Refusal("run-is-terminal")

    def leased(self, attempt):
        row = self.one("select * from attempts where attempt = ?", attempt)
        if row is None:
            raise Refusal("unknown-attempt")
        if row["lease"] != "live":
            raise Refusal("lease-is-terminal")
        return row

    def acting(self, attempt):
        row = self.leased(attempt)
        self.proceed(row["run"])
        return row

    def working(self, attempt, step, ops):
        row = self.acting(attempt)
        slot = self.slot(row["slot"])
        if row["state"] != "running" or slot["active"] != attempt:
            raise Refusal("attempt-is-not-current")
        steps = due(self.program(row["run"])["steps"], json.loads(slot["done"]), json.loads(slot["paths"]))
        if not any(one["id"] == step and one["op"] in ops for one in steps):
            raise Refusal("step-is-not-next")
        return row

    def advance(self, row, step, revision, value):
        if self.slot(row["slot"])["revision"] != revision:
            raise Refusal("revision-is-stale")
        self.keep(row["run"], row["slot"], step, row["attempt"], value)

    def keep(self, run, slot, step, by, value):
        """The one result of a step, with that of the choice which ends with it; the choice that is next takes its way."""
        row = self.slot(slot)
        done, paths = [*json.loads(row["done"]), step], json.loads(row["paths"])
        self.do("insert into outputs values (?, ?, ?, ?, ?, ?)", slot, step, by, str(now()), row["revision"] + 1, json.dumps(value))
        for one in self.program(run)["steps"]:
            way = one["cases"].get(paths.get(one["id"])) if one["op"] == "choose" else None
            if way and one["id"] not in done and all(inner["id"] in done for inner in way):
                done.append(one["id"])
                self.do("insert into outputs select slot, ?, by, at, revision, value from outputs where slot = ? and step = ?", one["id"], slot, one["by"])
        self.do("update slots set done = ?, revision = revision + 1 where slot = ?", json.dumps(done), slot)
        self.choose(run, slot)

    def choose(self, run, slot):
        row = self.slot(slot)
        done, paths = json.loads(row["done"]), json.loads(row["paths"])
        step = next((one for one in self.program(run)["steps"] if one["id"] not in done), None)
        if step is None or step["op"] != "choose" or step["id"] in paths:
            return
        value = json.loads(self.one("select value from outputs where slot = ? and step = ?", slot, step["by"])["value"])
        if not isinstance(value, str) or value not in step["cases"]:
            return self.fail_slot(run, slot)
        self.do("update slots set paths = ? where slot = ?", json.dumps({**paths, step["id"]: value}), slot)

    def follow(self, run, step):
        """Spending a decision and going on from it are one fact."""
        found = self.one("select * from approvals where run = ? and step = ?", run, step)
        slot = self.one("select * from slots where run = ?", run)["slot"]
        if found["state"] == "rejected":
            self.fail_slot(run, slot)
        if found["state"] == "approved":
            self.do("update slots set state = 'ready' where slot = ?", slot)
            value = {"decision": found["decision"], "revision": found["revision"]}
            self.keep(run, slot, step, f"decision of {found['by']}", value)

    def fail_slot(self, run, slot):
        active = self.slot(slot)["active"]
        self.do("update attempts set state = 'failed', lease = 'released', worker = 'exited' where attempt = ?", active)
        self.do("update slots set state = 'failed', active = null, prior = coalesce(?, prior) where slot = ?", active, slot)
        self.do("update approvals set state = 'cancelled' where run = ? and state in ('expected', 'requested')", run)
        self.do("update runs set state = 'failed' where run = ?", run)

    def lose(self, row, state, failure):
        """An attempt is over without a result: what it sent is in doubt, and its slot waits for a retry."""
        attempt, slot = row["attempt"], self.slot(row["slot"])
        self.do("update attempts set state = ?, failure = ? where attempt = ? and state in ('claimed', 'running')", state, failure, attempt)
        for sent in self.all("select step from effects where sender = ? and state = 'dispatched'", attempt):
            steps = self.program(row["run"])["steps"]
            contract = next(one["contract"] for top in steps for one in [top, *inside(top)] if one["id"] == sent["step"])
            # What can neither be repeated nor asked about goes to a person, and its run stops for that.
            in_doubt = "ambiguous" if contract == "idempotent" else "review"
            self.do("update effects set state = ? where slot = ? and step = ?", in_doubt, row["slot"], sent["step"])
            if in_doubt == "review":
                self.do("update runs set state = 'review' where run = ?", row["run"])
        if attempt in (slot["pending"], slot["active"]):
            self.do("update slots set state = 'retry-wait', pending = null, active = null, prior = ?, retry_at = ? where slot = ?",
                    attempt, now() + BACKOFF_MS, row["slot"])
