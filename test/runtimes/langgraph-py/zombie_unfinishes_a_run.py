"""A worker is stopped while it waits for an answer. Another process resumes the thread, a human approves, the review is published and the
thread is finished. Then the first worker goes on. Fault: it changes the finished thread."""

import os
import signal

from outside import confirm, ended, stop


def check(case):
    from application import state_of

    outside = case.outside
    outside.holds = lambda call: call.step == "extract" and len(outside.calls) == 1
    zombie = case.start("start")
    outside.until(lambda calls: len(calls) == 1)
    # Not inside a write: a process that is stopped there keeps SQLite's lock, and nobody could go on.
    while state_of(case.file)["next"] != ["extract_text"]:
        pass
    stop(zombie)

    case.run("recover-by-tasks")
    case.run("resume")
    before = state_of(case.file)
    if before["tasks"] or "receipt" not in before["values"]:
        raise RuntimeError(f"expected a finished thread before the stopped worker goes on, found {before}")

    outside.calls[0].give()
    os.kill(zombie.pid, signal.SIGCONT)
    ended(zombie)
    after = state_of(case.file)
    return after != before, f"finished was {before}; after the stopped worker went on it is {after}"


if __name__ == "__main__":
    confirm(check)
