"""What a Python adapter of killpoint needs: both protocols, the client of the world, and the walk through a program.

Standard library only. The protocols stand in docs/protocol.md; docs/adapters.md tells how to write an adapter.
"""

from __future__ import annotations

import base64
import hashlib
import http.client
import json
import os
import secrets
import sys
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol
from urllib.parse import quote, urlencode, urlsplit

Json = Any  # whatever json.loads gives
Step = Mapping[str, Any]  # one step of a program: op, id, uses, and what its kind needs
Results = Mapping[str, Json]  # the results of the steps so far, by step id

PROTOCOL = 1  # the number of the adapter protocol that this file speaks
MISSING: Json = {"$missing": True}  # what a call carries in place of a result that its worker does not have


class Refused(Exception):
    """Definitely not done, and asking again will not help. Anything else that is thrown leaves it unknown."""


class Adapter(Protocol):
    """A runtime under test. Calls come one after the other, in one thread."""

    def describe(self, variant: Mapping[str, str]) -> Mapping[str, Json]:
        """The subject: what the runtime is, can and promises. Raises `Refused` for a variant that does not exist."""

    def open(self, setting: Mapping[str, Json]) -> tuple[str, Json]:
        """Makes the empty, complete store of one case; returns a name for it and what its processes are told of it."""

    def process(self, session: str, role: str) -> Mapping[str, Json]:
        """`command`, `arguments` and `env` of a process. Nothing of the case may stand in them."""

    def inspect(self, session: str, run: str) -> Mapping[str, Json]:
        """The durable state of one run. Reads only, also while workers are stopped."""

    def close(self, session: str) -> None: ...


class Process(Protocol):
    """A worker or a client. Every call comes in a thread of its own."""

    def open(self, message: Mapping[str, Json]) -> Json:
        """Connects to `message["store"]`. Comes once and first; may return the version and variant at work here."""

    def work(self) -> None:
        """Recovers what is unfinished, then serves; commands that come meanwhile wait until it returns."""

    def command(self, command: Mapping[str, Json]) -> Json:
        """Obeys `command["type"]`: returns when that is durable, raises `Refused` when it will not be."""


def serve_adapter(adapter: Adapter) -> None:
    """Speaks the adapter protocol on stdin and stdout until stdin ends."""
    say = _take_stdout()
    for line in sys.stdin.buffer:
        message = json.loads(line)
        say({"id": message["id"], **_answer(_adapt, adapter, message)})


def _adapt(adapter: Adapter, message: Mapping[str, Json]) -> Json:
    match message["do"]:
        case "describe":
            return {"protocol": PROTOCOL, "subject": adapter.describe(message.get("variant") or {})}
        case "open":
            session, store = adapter.open(message["setting"])
            return {"session": session, "store": store}
        case "process":
            return adapter.process(message["session"], message["role"])
        case "inspect":
            return adapter.inspect(message["session"], message["run"])
        case "close":
            return adapter.close(message["session"])
        case unknown:
            raise Refused(f"expected describe, open, process, inspect or close; found {unknown}")


def serve(process: Process) -> None:
    """Speaks the process protocol, and exits when stdin ends: then the harness is gone, and nobody would end it."""
    say = _take_stdout()
    before = threading.Event()
    before.set()
    say({"ready": True})
    for line in sys.stdin.buffer:
        message, done = json.loads(line), threading.Event()
        threading.Thread(target=_serve_one, args=(process, message, say, (before, done)), daemon=True).start()
        if message["do"] in ("open", "work"):
            before = done
    os._exit(0)


def _serve_one(
    process: Process,
    message: Mapping[str, Json],
    say: Callable[[Json], None],
    turn: tuple[threading.Event, threading.Event],
) -> None:
    before, done = turn
    before.wait()
    answer = _answer(_obey, process, message)
    done.set()
    say({"id": message["id"], **answer})


def _obey(process: Process, message: Mapping[str, Json]) -> Json:
    match message["do"]:
        case "open":
            return process.open(message)
        case "work":
            return process.work()
        case command:
            given = {name: value for name, value in message.items() if name not in ("id", "do")}
            return process.command({"type": command, **given})


def _answer(do: Callable[..., Json], *arguments: Any) -> dict[str, Json]:
    try:
        given = do(*arguments)
        # Found here, a value that is no JSON is an answer too, and ends nothing.
        json.dumps(given, allow_nan=False)
        return {"ok": given}
    except Refused as refusal:
        return {"refused": str(refusal)}
    except Exception as error:
        traceback.print_exc()
        return {"unknown": f"{type(error).__name__}: {error}"}


def _take_stdout() -> Callable[[Json], None]:
    """Keeps stdout for the protocol: whatever else is printed, by whatever library or child, goes to stderr."""
    lines, lock = os.fdopen(os.dup(1), "w", encoding="utf-8"), threading.Lock()
    os.dup2(2, 1)
    sys.stdout = sys.stderr

    def say(message: Json) -> None:
        with lock:
            lines.write(json.dumps(message, allow_nan=False) + "\n")
            lines.flush()

    return say


class WorldError(Exception):
    """What the world answered instead of a result: `status` is that of HTTP, `answer` what came with it."""

    def __init__(self, step: str, status: int, body: Json) -> None:
        super().__init__(f"the world answered {status} to {step}: {json.dumps(body)}")
        self.status = status
        self.answer = body


class WorldRefusal(WorldError):
    """A definite answer, such as an owner's 422: asking again cannot help."""


class WorldTrouble(WorldError):
    """An error that may pass, such as a 503: the step's retry policy says what to do."""


_PATHS = {"model": "model", "tool": "tool", "effect": "effects", "approval": "approvals"}


def perform(
    world: str, run: str, step: Step, results: Results, key: str | None = None, authority: Json = None
) -> Json:
    """Performs one step's call on the world at `world` and returns its result. One try, no retry.

    The values of the steps that it uses go with it, so that the world sees what was handed on; `key` is an effect's
    idempotency key, and `authority` the principal and the fencing token that an owner which guards itself asks for. The
    result of an output is the reference to what it uploaded, which is read again before it is believed, and sent again
    where it was not kept whole. Raises `WorldRefusal` on a definite refusal, `WorldTrouble` on an error that may pass, and
    `OSError` or `http.client.HTTPException` when the connection breaks: then nobody knows whether it was done.
    """
    for _ in range(_UPLOADS - 1):
        value = _perform_once(world, run, step, results, key, authority)
        if step["op"] != "output" or _is_stored(world, run, value):
            return value
    value = _perform_once(world, run, step, results, key, authority)
    if step["op"] == "output":
        read_artifact(world, run, value)
    return value


# So often an artifact is uploaded that its store does not keep whole.
_UPLOADS = 3


def _is_stored(world: str, run: str, reference: Mapping[str, Json]) -> bool:
    """Whether the store holds what was just sent to it: until it was read again only its own word says so."""
    try:
        read_artifact(world, run, reference)
        return True
    except ArtifactMissing:
        return False


def _perform_once(world: str, run: str, step: Step, results: Results, key: str | None, authority: Json) -> Json:
    inputs = {used: results.get(used, MISSING) for used in step["uses"]}
    if authority is not None:
        inputs["$authority"] = authority
    envelope = {"run": run, "inputs": inputs, "nonce": secrets.token_hex(16)}
    headers = {"content-type": "application/json", **({} if key is None else {"idempotency-key": key})}
    if step["op"] == "output":
        # An artifact's content is what its step was given: the world reads the call in it.
        content = json.dumps({**envelope, "step": step["id"]}, allow_nan=False).encode()
        digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
        place = ("PUT", f"outputs/{quote(step.get('artifact', step['id']), safe='')}")
        status, body = _request(world, place, content, {**headers, "content-digest": f"sha-256=:{digest}:"})
    else:
        place = ("POST", f"{_PATHS[step['op']]}/{quote(step['id'], safe='')}")
        status, body = _request(world, place, json.dumps(envelope, allow_nan=False).encode(), headers)
    if 200 <= status < 300:
        return _value_of(body)
    raise (WorldTrouble if _may_pass(status) else WorldRefusal)(step["id"], status, _value_of(body))


class ArtifactMissing(Exception):
    """A version that a reference names is not in the artifact store, or is not what the reference says."""


def read_artifact(world: str, run: str, reference: Mapping[str, Json]) -> bytes:
    """Reads the version that a reference names from the artifact store, for who is about to use it.

    Raises `ArtifactMissing` where it is not there or was altered, and as `perform` does where the store may have it later.
    """
    query = urlencode({"run": run, "version": reference["version"]})
    status, content = _request(world, ("GET", f"outputs/{quote(reference['name'], safe='')}?{query}"))
    if _may_pass(status):
        raise WorldTrouble(reference["name"], status, None)
    found = f"sha256:{hashlib.sha256(content).hexdigest()}"
    if status != 200 or found != reference["digest"]:
        wanted = f"{reference['name']} {reference['version']} with {reference['digest']}"
        raise ArtifactMissing(f"expected {wanted} in the artifact store; it answered {status} with {found}")
    return content


def references_among(results: Results, step: Step) -> list[Mapping[str, Json]]:
    """The references to artifacts among the results that a step uses."""
    given = [results.get(used) for used in step["uses"]]
    return [one for one in given if isinstance(one, dict) and set(one) == {"name", "version", "digest", "bytes"}]


def _request(
    world: str, place: tuple[str, str], body: bytes | None = None, headers: Mapping[str, str] | None = None
) -> tuple[int, bytes]:
    base, (method, path) = urlsplit(world), place
    # No timeout: the world holds a call for as long as its plan wants.
    connection = http.client.HTTPConnection(base.netloc)
    try:
        connection.request(method, f"{base.path}/{path}", body, dict(headers or {}))
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def _may_pass(status: int) -> bool:
    return status >= 500 or status in (408, 425, 429)


def _value_of(body: bytes) -> Json:
    try:
        return json.loads(body)["value"]
    except (ValueError, KeyError, TypeError):
        return body.decode(errors="replace")


class Idiom(Protocol):
    """How a runtime says each kind of step in its own words; each method returns the step's durable result.

    `call` is one durable step around one `perform`; an approval shows its prompt and waits for the decision. `timer`,
    `child` (a run of its own that does `step["steps"]`, tied to this one; returns the result of its last step) and
    `together` (starts all members at once and waits for each; threads where it is left out) are there only where the
    runtime offers them: what is left out does not stand in `can`.
    """

    def call(self, step: Step, results: Results) -> Json: ...


def interpret(program: Mapping[str, Any], idiom: Idiom, before: Results | None = None) -> dict[str, Json]:
    """Runs a program from its first step to its last in a runtime's idiom, and returns every result by step id.

    It keeps no state and makes no choice of its own, so runtimes that replay their workflows may run it inside one.
    `before` are results known already.
    """
    results = dict(before or {})
    for step in program["steps"]:
        results.update(_results_of(step, idiom, results))
    return results


def _results_of(step: Step, idiom: Idiom, results: Results) -> dict[str, Json]:
    match step["op"]:
        case "timer":
            _offered(idiom, step, "timer")(step)
            return {step["id"]: None}
        case "child":
            return {step["id"]: _offered(idiom, step, "child")(step, results)}
        case "choose":
            chosen = results.get(step["by"])
            return {**interpret({"steps": _case_of(step, chosen)}, idiom, results), step["id"]: chosen}
        case "parallel":
            together = getattr(idiom, "together", _in_threads)
            members = [(lambda member=member: idiom.call(member, results)) for member in step["members"]]
            inside = {member["id"]: given for member, given in zip(step["members"], together(members), strict=True)}
            return {**inside, step["id"]: inside}
        case _:
            return {step["id"]: idiom.call(step, results)}


def _case_of(step: Step, value: Json) -> Sequence[Step]:
    cases: Mapping[str, Sequence[Step]] = step["cases"]
    if isinstance(value, str) and value in cases:
        return cases[value]
    found = json.dumps(value)
    raise ValueError(f"expected {step['by']} to name a case of {step['id']} ({', '.join(cases)}); found {found}")


def _offered(idiom: Idiom, step: Step, name: str) -> Callable[..., Json]:
    method: Callable[..., Json] | None = getattr(idiom, name, None)
    if method is None:
        raise NotImplementedError(f"this runtime offers no {step['op']}; leave '{step['op']}' out of its 'can'")
    return method


def _in_threads(members: Sequence[Callable[[], Json]]) -> list[Json]:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(len(members)) as pool:
        return [future.result() for future in [pool.submit(member) for member in members]]
