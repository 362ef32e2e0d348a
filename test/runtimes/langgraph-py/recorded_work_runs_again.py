"""A process is killed with SIGKILL while the second step is under way and the first one's result is in the store. A new process goes on
with the thread. Fault: it performs the first step again.

STORE=slow kills while the first one's result is NOT in the store, because the store has not answered yet. Then the first step has to be
performed again; what is shown is whether the second one began before the first was durable.
"""

import os
import sqlite3

from outside import confirm, kill


def check(case):
    from application import state_of

    outside = case.outside
    outside.holds = lambda call: call.step == "analyse"
    is_slow = os.environ.get("STORE") == "slow"
    first = case.start("start", saver="slow" if is_slow else "plain")
    if is_slow and case.durability == "sync":
        return False, "with sync the second step waits for the store, so there is nothing to kill in between"
    outside.until(lambda calls: any(call.step == "analyse" for call in calls))
    if not is_slow and case.durability != "exit":
        while "text" not in state_of(case.file)["values"]:
            pass
    kill(first)
    recorded = "text" in state_of(case.file)["values"]
    outside.holds = lambda call: False
    is_there = any(sqlite3.connect(case.file).execute("select count(*) from checkpoints").fetchone())
    case.run("recover-by-next" if is_there else "start")
    again = outside.count("extract") - 1
    seen = f'{"recorded" if recorded else "not recorded"} when the process died, and performed {again} more times after it'
    return again > 0, f"durability {case.durability}: the first step was {seen}; the thread is {state_of(case.file)}"


if __name__ == "__main__":
    confirm(check)
