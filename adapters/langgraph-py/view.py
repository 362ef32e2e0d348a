"""One thread as LangGraph's two tables show it, read without LangGraph's graph, whose own reading may write."""

from steps import all_steps, inside

_CHECKPOINTS = """select checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint from checkpoints
  where thread_id = ? order by checkpoint_id"""
_WRITES = """select checkpoint_ns, checkpoint_id, task_id, channel, type, value from writes
  where thread_id = ? order by checkpoint_id, task_id, idx"""


def view_of(db, serde, run, program):
    """Both tables in one transaction, so that the view is of one moment."""
    db.execute("begin")
    try:
        checkpoints, writes = db.execute(_CHECKPOINTS, [run]).fetchall(), db.execute(_WRITES, [run]).fetchall()
    finally:
        db.execute("rollback")
    spaces = {}
    for space, *row in checkpoints:
        spaces.setdefault(space, _Space()).checkpoints.append(_Checkpoint(serde, *row))
    for space, checkpoint, task, channel, kind, value in writes:
        spaces.setdefault(space, _Space()).writes.append(_Write(checkpoint, task, channel, serde.loads_typed((kind, value))))
    root = spaces.get("", _Space())
    if not root.checkpoints:
        return {"status": "absent", "steps": {}}
    steps = {}
    for step, space in _places(program["steps"]):
        within = [found for name, found in spaces.items() if name.split(":")[0] == space]
        shown = [view for view in (found.step(step) for found in within) if view is not None]
        if shown:
            commits = sorted((commit for view in shown for commit in view["commits"]), key=lambda commit: commit["at"])
            steps[step] = {**shown[-1], "commits": commits}
    return {**_standing(root, program, steps), "steps": steps}


def _places(steps):
    """Each step with the beginning of the namespace that holds its channel: a child's steps are in their subgraph's."""
    for step in steps:
        yield step["id"], ""
        for inner in inside(step):
            yield inner["id"], f'do {step["id"]}' if step["op"] == "child" else ""


def _standing(root, program, steps):
    """
    A node is due while its trigger channel is set in the newest checkpoint. That is what `get_state().tasks` shows, and unlike
    `get_state().next` it is empty only at the end. A graph that ended because its reviewer rejected did not do its program. A task's error
    stands where `get_state().tasks` shows it, and stays there when the node is run again, until that has a result.
    """
    newest = root.checkpoints[-1]
    if not any(channel == "__start__" or channel.startswith("branch:to:") for channel in newest.values):
        approvals = [step["id"] for step in all_steps(program["steps"]) if step["op"] == "approval"]
        rejected = any(steps.get(step, {}).get("inForce", "approve") != "approve" for step in approvals)
        return {"status": "failed" if rejected else "succeeded", "approvals": []}
    on_newest = [write for write in root.writes if write.checkpoint == newest.id]
    done = {write.task for write in on_newest if not write.channel.startswith("__")}
    waits = [
        interrupt.value["step"]
        for write in on_newest
        if write.channel == "__interrupt__" and write.task not in done
        for interrupt in write.value
    ]
    approvals = [{"id": step, "step": step, "status": "requested", "revision": newest.id} for step in waits]
    is_failed = any(write.channel == "__error__" and write.task not in done for write in on_newest)
    return {"status": "waiting" if approvals else "failed" if is_failed else "running", "approvals": approvals}


class _Checkpoint:
    def __init__(self, serde, identity, parent, kind, body):
        self.id, self.parent = identity, parent
        read = serde.loads_typed((kind, body))
        self.values, self.versions = read["channel_values"], read["channel_versions"]


class _Write:
    def __init__(self, checkpoint, task, channel, value):
        self.checkpoint, self.task, self.channel, self.value = checkpoint, task, channel, value


class _Space:
    """One namespace: the thread's own, or that of one call of a subgraph."""

    def __init__(self):
        self.checkpoints, self.writes = [], []

    def step(self, channel):
        if not self.checkpoints:
            return None
        newest = self.checkpoints[-1]
        found = [commit for parent in (None, *self.checkpoints) for commit in self._commits_on(channel, parent)]
        commits = [commit for _, commit in sorted(found, key=lambda pair: pair[0])]
        pending = self._pending(channel, newest)
        if pending is not None:
            return {"commits": commits, "inForce": pending.value, "pending": True}
        if channel in newest.values:
            return {"commits": commits, "inForce": newest.values[channel]}
        return {"commits": commits} if commits else None

    def _pending(self, channel, checkpoint):
        found = (w for w in self.writes if checkpoint and w.checkpoint == checkpoint.id and w.channel == channel)
        return next(found, None)

    def _commits_on(self, channel, parent):
        """
        A node that ran on checkpoint P leaves its result twice: as a pending write on P, then as a new version of its channel in a
        child of P. These are one commit. Every further child of P with a new version is another writer's, also where the value is
        equal: LangGraph names a task by P and its node, not by its process, and keeps only the first pending write.
        """
        version = parent.versions.get(channel) if parent else None
        of = parent.id if parent else None
        ids = {checkpoint.id for checkpoint in self.checkpoints}
        children = [
            child
            for child in self.checkpoints
            if (child.parent if child.parent in ids else None) == of and child.versions.get(channel) != version
        ]
        pending = self._pending(channel, parent)
        matching = [child for child in children if pending is None or child.values.get(channel) == pending.value]
        first = matching[0] if matching else None
        by = pending.task if pending else "a task that left no pending write"
        for child in children:
            if child is not first:
                yield child.id, {"by": by, "at": child.id, "value": child.values.get(channel)}
        if pending or first:
            value = pending.value if pending else first.values.get(channel)
            at = of or first.id
            yield (first.id if first else f"{at}~"), {"by": by, "at": at, "value": value}
