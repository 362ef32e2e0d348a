"""The runtime as a process of killpoint: a worker when it is told to work, and else a client."""

from __future__ import annotations

import http.client
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from journal import VERSION, Blocked, Client, Context, Refusal, Retry, Store, Transient, Worker
from review import is_review, review

sys.path.append(str(Path(__file__).resolve().parent.parent / "python"))
import killpoint


class JournalProcess:
    def open(self, message: Mapping[str, Any]) -> Any:
        store, base = message["store"], message["world"]
        self._workflow = "review" if store["program"] == "native" and is_review(message["program"]) else "program"
        self._client = Client(Store(store["file"]))
        workflows = {
            "program": lambda context, given: program(context, given, asker(base, given["run"])),
            "review": lambda context, given: review(context, asker(base, given["run"])),
        }
        self._worker = Worker(store["file"], workflows, message["name"])
        return {"version": VERSION}

    def work(self) -> None:
        self._worker.start()

    def command(self, command: Mapping[str, Any]) -> Any:
        try:
            return self._obey(command)
        except Refusal as refusal:
            raise killpoint.Refused(str(refusal)) from refusal

    def _obey(self, command: Mapping[str, Any]) -> Any:
        match command["type"]:
            case "launch":
                given = {"run": command["run"], "program": command["program"]}
                limit = command["program"].get("limits", {}).get("attempts")
                return self._client.launch(command["run"], self._workflow, given, command["startKey"], limit)
            case "decide":
                return self._client.decide(command["run"], command["approval"], command["decision"])
            case "cancel":
                return self._client.cancel(command["run"])
            case other:
                raise Refusal(f"this runtime has no {other}")


def asker(base: str, run: str) -> Callable[..., Any]:
    """Calls of one run on the world. An error that may pass is the runtime's to retry; any other ends its step. An artifact
    that is not in the store when a step needs it stops the run."""

    def ask(step: killpoint.Step, results: killpoint.Results, key: str | None = None) -> Any:
        try:
            for reference in killpoint.references_among(results, step):
                killpoint.read_artifact(base, run, reference)
            return killpoint.perform(base, run, step, results, key)
        except (killpoint.WorldTrouble, OSError, http.client.HTTPException) as trouble:
            raise Transient(str(trouble)) from trouble
        except killpoint.ArtifactMissing as missing:
            raise Blocked(str(missing)) from missing

    return ask


def program(context: Context, given: Mapping[str, Any], ask: Callable[..., Any]) -> Any:
    """Any program of killpoint as a workflow; the result is that of its last step."""
    steps = given["program"]["steps"]
    return killpoint.interpret(given["program"], Idiom(context, given, ask), given.get("results"))[steps[-1]["id"]]


class Idiom:
    """Each kind of step in this runtime's words."""

    def __init__(self, context: Context, given: Mapping[str, Any], ask: Callable[..., Any]) -> None:
        self._context, self._given, self._ask = context, given, ask
        self.together = context.together

    def call(self, step: killpoint.Step, results: killpoint.Results) -> Any:
        name, policy = step["id"], step.get("retry")
        retry = Retry() if policy is None else Retry(policy["attempts"], policy["backoffMs"] / 1000)
        match step["op"]:
            case "approval":
                return self._context.approval(name, lambda: self._ask(step, results), retry)
            case "effect":
                used = {one: results[one] for one in step["uses"] if one in results}
                return self._context.effect(name, used, lambda key, recorded: self._ask(step, recorded, key), retry)
            case _:
                return self._context.step(name, lambda: self._ask(step, results), retry)

    def timer(self, step: killpoint.Step) -> None:
        self._context.timer(step["id"], step["ms"] / 1000)

    def child(self, step: killpoint.Step, results: killpoint.Results) -> Any:
        given = {"run": self._given["run"], "program": {"steps": step["steps"]}, "results": dict(results)}
        return self._context.child(step["id"], "program", given)


if __name__ == "__main__":
    killpoint.serve(JournalProcess())
