"""A program as a LangGraph graph: one node and one state channel for each step."""

from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.types import RetryPolicy, interrupt

import killpoint
from steps import all_steps, inside

INPUT = "document"
"""The channel of what a run was launched with; every other one is named for the step whose result it holds."""


def program_graph(program, world, checkpointer):
    steps = list(all_steps(program["steps"]))
    channels = [INPUT, *(step["id"] for step in steps)]
    if len(set(channels)) < len(channels):
        raise ValueError(f'a step of {program["id"]} is named twice, or "{INPUT}", which this adapter keeps for itself')
    return _Builder(channels, world).graph(program["steps"]).compile(checkpointer=checkpointer)


def node_of(step):
    """A node may not be named like a channel."""
    return f'do {step["id"]}'


class _Builder:
    """Each step begins at the entries of the step before it and ends at one node, after which the next step's begin."""

    def __init__(self, channels, world):
        self.state = TypedDict("State", {channel: Any for channel in channels}, total=False)
        self.world = world

    def graph(self, steps):
        graph = StateGraph(self.state)
        for step in steps:
            self._add(graph, step)
        for after, step in enumerate(steps):
            self._connect(graph, steps[after - 1] if after else None, step)
        if steps:
            self._lead(graph, steps[-1], None)
        return graph

    def _add(self, graph, step):
        op = step["op"]
        for inner in [] if op == "child" else inside(step):
            graph.add_node(node_of(inner), self._call(inner), retry_policy=_policy_of(inner))
        work = {"parallel": _join, "choose": _chosen, "child": self._child}.get(op, self._call)(step)
        graph.add_node(node_of(step), work, retry_policy=_policy_of(step))

    def _connect(self, graph, before, step):
        """From the end of `before` to the beginning of `step`, and inside `step` from there to its own end."""
        if step["op"] == "choose":
            self._branch(graph, before, step)
            for case in step["cases"].values():
                path = [*map(node_of, case), node_of(step)]
                for start, end in zip(path, path[1:]):
                    graph.add_edge(start, end)
            return
        self._lead(graph, before, step)
        for member in step.get("members", []):
            graph.add_edge(node_of(member), node_of(step))

    def _lead(self, graph, before, step):
        """After an approval the graph goes on only where it was approved, as the documentation's approve-or-reject does."""
        targets = [END] if step is None else [node_of(entry) for entry in step.get("members", [step])]
        if before is not None and before["op"] == "approval":
            approval = before["id"]
            graph.add_conditional_edges(
                node_of(before), lambda state: targets if state[approval] == "approve" else END, [*targets, END]
            )
            return
        for target in targets:
            graph.add_edge(START if before is None else node_of(before), target)

    def _branch(self, graph, before, step):
        entries = {name: node_of(case[0]) for name, case in step["cases"].items()}

        def route(state):
            if before is not None and before["op"] == "approval" and state[before["id"]] != "approve":
                return END
            chosen = state.get(step["by"])
            if chosen not in entries:
                raise ValueError(f'expected the result of {step["by"]} to name a case of {step["id"]}; it is {chosen!r}')
            return entries[chosen]

        graph.add_conditional_edges(START if before is None else node_of(before), route, [*entries.values(), END])

    def _call(self, step):
        """A resumed node runs again from its top, so a prompt is shown twice; the key names the action, not the try."""

        def run(state, config):
            thread = config["configurable"]["thread_id"]
            key = f'{thread}:{step["id"]}' if step["op"] == "effect" else None
            result = killpoint.perform(self.world, thread, step, state, key)
            return {step["id"]: interrupt({"step": step["id"], "shown": result}) if step["op"] == "approval" else result}

        return run

    def _child(self, step):
        """A subgraph called inside a node. It has no checkpointer of its own and so uses its parent's."""
        subgraph = self.graph(step["steps"]).compile()

        def run(state):
            return {step["id"]: subgraph.invoke(dict(state)).get(step["steps"][-1]["id"])}

        return run


def _join(step):
    return lambda state: {step["id"]: {member["id"]: state.get(member["id"]) for member in step["members"]}}


def _chosen(step):
    return lambda state: {step["id"]: state.get(step["by"])}


def _policy_of(step):
    """LangGraph's own retry, with what the program says of attempts and waiting; nothing is retried where it says nothing."""
    retry = step.get("retry")
    if retry is None:
        return None
    return RetryPolicy(
        max_attempts=retry["attempts"],
        initial_interval=retry["backoffMs"] / 1000,
        backoff_factor=1.0,
        jitter=False,
        retry_on=killpoint.WorldTrouble,
    )
