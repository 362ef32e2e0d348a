"""A process is killed after a node's writes are stored and before the next checkpoint is. The documentation says of get_state().next:
"Empty () means the graph is complete". Fault: it is empty, the graph is not complete, and a recovery by it never finishes the run."""

import signal

from outside import confirm


def check(case):
    from application import state_of

    death = case.run("start", saver="dies-before-checkpoint")
    if death != -signal.SIGKILL:
        raise RuntimeError(f"expected a death by SIGKILL, found {death}")
    killed = state_of(case.file)
    before = case.outside.count("analyse")
    case.run("recover-by-next")
    recovered, by_next = state_of(case.file), case.outside.count("analyse") - before
    case.run("recover-by-tasks")
    by_tasks = case.outside.count("analyse") - before - by_next
    return (
        not killed["next"] and bool(killed["tasks"]) and by_next == 0,
        f"killed before checkpoint 1, the thread was {killed}; after a recovery by next, {recovered}; "
        f"a recovery by tasks then {'went on with it' if by_tasks else 'found nothing either'}",
    )


if __name__ == "__main__":
    confirm(check)
