"""A thread waits at an interrupt. K processes (K=2 if it is not given) resume it at once. Fault: the gated effect is performed more than
once, and every process says that all went well.

HOLD=1 (the default) lets none go on until all have re-entered the interrupted node. HOLD=0 holds nothing: all have booted, and are told
to resume at the same moment.
"""

import os

from outside import confirm, ended


def check(case):
    from application import state_of

    many, is_held, outside = int(os.environ.get("K", "2")), os.environ.get("HOLD", "1") == "1", case.outside
    case.run("start")
    waiting = state_of(case.file)
    if not any(task["waits"] for task in waiting["tasks"]):
        raise RuntimeError(f"expected a thread that waits, found {waiting}")
    outside.holds = lambda call: is_held and call.step == "prompt"
    seen = len(outside.calls)
    together = case.processes.Barrier(many)
    resumers = [case.start("resume", together=together) for _ in range(many)]
    if is_held:
        outside.until(lambda calls: len(calls) == seen + many)
        outside.holds = lambda call: False
        for call in outside.calls[seen:]:
            call.give()
    ends = [ended(child) for child in resumers]
    published = outside.count("publish")
    return published > 1, (
        f"durability {case.durability}, {many} processes: publish was performed {published} times, by exits {ends}; "
        f"the thread is {state_of(case.file)}"
    )


if __name__ == "__main__":
    confirm(check)
