"""What this adapter says of LangGraph, and what LangGraph's documentation says of the requirements."""

import killpoint

ALLOWED = {
    # How far a run may get ahead of its stored checkpoints. `async` is LangGraph's own default.
    "durability": ["async", "sync", "exit"],
    # The question by which the application finds unfinished threads. `next` is the one that the documentation teaches.
    "unfinished": ["next", "tasks"],
    # Whether the document review runs in the interpreter or hand-written in LangGraph's own idiom.
    "program": ["interpreted", "native"],
}
"""The settings that decide a verdict; the first value of each is its default."""

_DOCS = "https://docs.langchain.com/oss/python/langgraph"
_PAGES = {
    "durable": f"{_DOCS}/durable-execution",
    "modes": f"{_DOCS}/durable-execution#durability-modes",
    "resuming": f"{_DOCS}/durable-execution#resuming-workflows",
    "starting": f"{_DOCS}/durable-execution#starting-points-for-resuming-workflows",
    "replay": f"{_DOCS}/durable-execution#determinism-and-consistent-replay",
    "threads": f"{_DOCS}/checkpointers#threads",
    "snapshot": f"{_DOCS}/checkpointers#statesnapshot-fields",
    "pending": f"{_DOCS}/checkpointers#pending-writes",
    "libraries": f"{_DOCS}/checkpointers#checkpointer-libraries",
    "interrupts": f"{_DOCS}/interrupts",
    "retries": f"{_DOCS}/fault-tolerance#retries",
    "double": "https://docs.langchain.com/langsmith/double-texting",
}

_QUESTIONS = {
    "next": f'The documentation says of it: "Empty () means the graph is complete" ({_PAGES["snapshot"]}).',
    "tasks": f'The documentation calls tasks those "to execute at this step" and teaches next ({_PAGES["snapshot"]}).',
}


def variant_of(asked):
    """Fills in what was not asked for; refuses what does not exist, and says what does."""
    if any(name not in ALLOWED or value not in ALLOWED[name] for name, value in asked.items()):
        choices = ", ".join(f'{name}={"|".join(values)}' for name, values in ALLOWED.items())
        raise killpoint.Refused(f"langgraph-py has no variant {asked}. Use any of {choices}.")
    return {name: asked.get(name, values[0]) for name, values in ALLOWED.items()}


def subject_of(version, variant):
    durability, unfinished = variant["durability"], variant["unfinished"]
    is_default = ", the default of LangGraph" if durability == "async" else ""
    is_native = "written by hand in LangGraph's own idiom" if variant["program"] == "native" else "interpreted"
    return {
        "name": "langgraph-py",
        "version": version,
        "language": "Python",
        "links": [_PAGES["durable"], _PAGES["libraries"], _PAGES["interrupts"], _PAGES["snapshot"]],
        "variant": variant,
        "can": ["model", "tool", "effect", "approval", "parallel", "choose", "child", "retry", "sliced"],
        "capabilities": _capabilities(durability),
        "bounds": {"takeoverMs": 6000, "leaseMs": 0, "idleMs": 1000, "retryMs": 0},
        "keyBuiltBy": "application",
        "recoveryBy": "application",
        "notes": [
            f"Recovery is the application's: a starting worker invokes every thread with None where get_state().{unfinished} is "
            f"not empty and no interrupt is pending, each once. {_QUESTIONS[unfinished]}",
            f"durability is {durability}{is_default}.",
            f"The document review is {is_native}.",
            "Nothing is shortened: LangGraph has no lease, no poll and no backoff of its own; a node has a retry policy where its "
            "step says so.",
        ],
    }


def _capabilities(durability):
    """What the documentation promises or disclaims; what is not named here it is silent about."""
    if durability == "exit":
        return [*_say("disclaimed", "modes", "recovery.*", "commit.*"), *_everywhere()]
    return [
        *_say(
            "promised",
            "durable",
            "recovery.run-finishes-after-any-interruption",
            "recovery.committed-step-runs-once",
        ),
        *_say("promised", "resuming", "recovery.survives-repeated-crashes"),
        *_say("promised", "replay", "recovery.later-steps-see-the-committed-output", "recovery.takes-one-path"),
        *_say("promised", "starting", "recovery.attempts-may-differ", "recovery.child-keeps-its-parent"),
        *_say("promised", "pending", "recovery.parallel-runs-only-the-missing"),
        *_say("promised" if durability == "sync" else "disclaimed", "modes", "commit.output-durable-before-progress"),
        *_everywhere(),
    ]


def _everywhere():
    return [
        *_say(
            "promised",
            "threads",
            "identity.run-survives-replacement",
            "identity.state-outlives-workers",
            "identity.runs-share-nothing",
        ),
        *_say("promised", "snapshot", "evidence.success-needs-its-proof"),
        *_say("promised", "interrupts", "approval.request-is-durable", "approval.wait-frees-capacity"),
        # About two people who answer one interrupt, at once or one after the other, the pages say nothing. The nearest is double
        # texting, which the open source framework does not offer; but that is about a new input for a thread that is busy.
        *_say("silent", "double", "approval.concurrent-resumes-act-once"),
        # "Users may invoke the graph a second time before the first run has finished": that is what a second worker's scan does.
        *_say(
            "disclaimed",
            "double",
            "attempt.no-second-while-one-lives",
            "claim.one-of-many-wins",
            "lease.live-holder-keeps-it",
        ),
        # A retry policy counts "attempts, including the first"; of a process that dies between two of them the page says nothing.
        *_say("silent", "retries", "limit.attempts-are-bounded", "limit.backoff-survives-restarts"),
    ]


def _say(claim, page, *names):
    return [{"name": name, "claim": claim, "link": _PAGES[page]} for name in names]
