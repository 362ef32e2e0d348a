"""The document review as a person would write it with LangGraph: named nodes over a typed state."""

from typing import Any, Literal, TypedDict

from langchain_core.runnables import RunnableConfig
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt

import killpoint

STEPS = {
    "extract": {"op": "model", "id": "extract", "uses": []},
    "analyse": {"op": "model", "id": "analyse", "uses": ["extract"]},
    "approve": {"op": "approval", "id": "approve", "uses": ["analyse"]},
    "publish": {"op": "effect", "id": "publish", "uses": ["analyse", "approve"]},
}


class Review(TypedDict, total=False):
    document: str
    extract: Any
    analyse: Any
    approve: Literal["approve", "reject"]
    publish: Any


def is_review(program):
    """Whether the review below is this program: the same steps in the same order, each using the same results."""
    shapes = [[(step["op"], step["id"], step["uses"]) for step in steps] for steps in (program["steps"], STEPS.values())]
    return shapes[0] == shapes[1]


def review_graph(world, checkpointer):
    def ask(step: str, state: Review, config: RunnableConfig, key: str | None = None) -> Any:
        return killpoint.perform(world, config["configurable"]["thread_id"], STEPS[step], state, key)

    def extract_text(state: Review, config: RunnableConfig) -> Review:
        return {"extract": ask("extract", state, config)}

    def analyse_text(state: Review, config: RunnableConfig) -> Review:
        return {"analyse": ask("analyse", state, config)}

    def ask_reviewer(state: Review, config: RunnableConfig) -> Review:
        shown = ask("approve", state, config)
        return {"approve": interrupt({"step": "approve", "shown": shown})}

    def publish_review(state: Review, config: RunnableConfig) -> Review:
        return {"publish": ask("publish", state, config, f'{config["configurable"]["thread_id"]}:publish')}

    def decided(state: Review) -> Literal["publish_review", "__end__"]:
        return "publish_review" if state["approve"] == "approve" else END

    builder = StateGraph(Review)
    builder.add_node(extract_text)
    builder.add_node(analyse_text)
    builder.add_node(ask_reviewer)
    builder.add_node(publish_review)
    builder.add_edge(START, "extract_text")
    builder.add_edge("extract_text", "analyse_text")
    builder.add_edge("analyse_text", "ask_reviewer")
    builder.add_conditional_edges("ask_reviewer", decided)
    builder.add_edge("publish_review", END)
    return builder.compile(checkpointer=checkpointer)
