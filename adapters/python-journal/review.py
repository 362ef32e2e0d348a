"""The document review as a person would write it with this runtime: a function that calls its steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from journal import Context

STEPS: dict[str, dict[str, Any]] = {
    "extract": {"op": "model", "id": "extract", "uses": []},
    "analyse": {"op": "model", "id": "analyse", "uses": ["extract"]},
    "approve": {"op": "approval", "id": "approve", "uses": ["analyse"]},
    "publish": {"op": "effect", "id": "publish", "uses": ["analyse", "approve"]},
}


def review(context: Context, ask: Callable[..., Any]) -> Any:
    """`ask(step, inputs, key)` is one call on the world."""
    text = context.step("extract", lambda: ask(STEPS["extract"], {}))
    analysis = context.step("analyse", lambda: ask(STEPS["analyse"], {"extract": text}))
    decision = context.approval("approve", lambda: ask(STEPS["approve"], {"analyse": analysis}))
    finding = {"analyse": analysis, "approve": decision}
    return context.effect("publish", finding, lambda key, recorded: ask(STEPS["publish"], recorded, key))


def is_review(program: Mapping[str, Any]) -> bool:
    """Whether the function above is this program: the same steps in the same order, each using the same results."""
    return [shape(step) for step in program["steps"]] == [shape(step) for step in STEPS.values()]


def shape(step: Mapping[str, Any]) -> tuple[str, str, list[str]]:
    return (step["op"], step["id"], list(step["uses"]))
