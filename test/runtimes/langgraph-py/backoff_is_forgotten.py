"""A node fails, and its retry policy says to wait a minute before the next try. The process is killed while it waits; another goes on.
Fault: the node is tried again at once, since the wait was known to the dead process alone."""

import time

from outside import confirm, kill

RETRY_AFTER_S = 60


def check(case):
    outside = case.outside
    first = case.start("start", retry_after_s=RETRY_AFTER_S)
    outside.until(lambda calls: any(call.step == "waiting" for call in calls))
    began = time.monotonic()
    kill(first)

    case.run("recover-by-tasks", retry_after_s=RETRY_AFTER_S)
    waited = time.monotonic() - began
    tries = sum(call.step == "extract" for call in outside.calls)
    because = f"the next try was to come after {RETRY_AFTER_S} s; {tries} tries were made when {waited:.1f} s had passed"
    return tries > 1 and waited < RETRY_AFTER_S, because


if __name__ == "__main__":
    confirm(check)
