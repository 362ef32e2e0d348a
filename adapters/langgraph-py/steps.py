"""What stands in what, in a program."""


def all_steps(steps):
    """Every step at any depth, each before those inside it."""
    for step in steps:
        yield step
        yield from inside(step)


def inside(step):
    """The steps directly inside another one."""
    cases = step.get("cases", {}).values()
    return [*step.get("members", []), *step.get("steps", []), *(inner for case in cases for inner in case)]
