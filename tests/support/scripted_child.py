"""A program that a served session talks to, without a process: it does what a script says, in the script's time."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from hookconform.attach import serve
from hookconform.attach.calls import Call
from hookconform.attach.launch import Launch
from hookconform.attach.serve import ServeSession
from tests.support import fakes

# Nothing here is waited for so often; a session that does goes round in circles.
_MOST_WAITS = 2000


class Stage:
    """The children that a session has started, one after the other, and the clock that only waiting moves on."""

    def __init__(self, script: Callable[[ScriptedChild, dict[str, Any]], None]) -> None:
        self.script = script
        self.now = 0.0
        self.children: list[ScriptedChild] = []
        self.waits: list[float] = []
        self.naps: list[float] = []
        # What happens at each wait; returns the seconds that pass if there is nothing to read, None for all of them.
        self.on_wait: Callable[[], float | None] = lambda: None
        # What a start comes to, in order; `True` once there are no more.
        self.starts: deque[OSError | bool] = deque()

    def start(self, *_: Any) -> ScriptedChild:
        """Stand for `Child`."""
        found = self.starts.popleft() if self.starts else True
        if isinstance(found, OSError):
            raise found
        self.children.append(ScriptedChild(self))
        return self.children[-1]


class ScriptedChild:
    """Stands for one `Child`; `say`, `answer` and `end` are for scripts."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.answers = SimpleNamespace(lines=deque[bytes]())
        self.printed = SimpleNamespace(lines=deque[bytes]())
        # What it prints when it is told to stop.
        self.last_words: list[bytes] = []
        self.errors = SimpleNamespace(lines=lambda: self.said)
        self.said: list[str] = []
        self.sent: list[dict[str, Any]] = []
        self.stops: list[float] = []
        self.ended = False
        self.outgoing_bytes = 0

    def say(self, *lines: str | bytes | dict[str, Any]) -> None:
        """Write lines to where answers go."""
        for line in lines:
            text = json.dumps(line) if isinstance(line, dict) else line
            self.answers.lines.append(text.encode() if isinstance(text, str) else text)

    def answer(self, request: dict[str, Any], result: Any) -> None:
        """Answer a request."""
        self.say({"jsonrpc": "2.0", "id": request["id"], "result": result})

    def end(self, *said: str) -> None:
        """End, with these lines on standard error."""
        self.ended = True
        self.said += said

    def send(self, data: bytes) -> None:
        """Take requests, and do with each what the script says."""
        for line in data.splitlines():
            self.sent.append(json.loads(line))
            self._stage.script(self, self.sent[-1])

    def pump(self, timeout: float) -> None:
        """Let what is there be read; where there is nothing, the time passes."""
        self._stage.waits.append(timeout)
        assert len(self._stage.waits) < _MOST_WAITS
        passed = self._stage.on_wait()
        if passed is not None:
            self._stage.now += passed
        elif not self.answers.lines and not self.ended:
            self._stage.now += timeout

    def stop(self, grace: float) -> None:
        """Note the order to stop."""
        self.ended = True
        self.stops.append(grace)
        self.printed.lines.extend(self.last_words)

    def obituary(self) -> str:
        """Say how it ended."""
        return "was ended by the script"


def silent(_child: ScriptedChild, _request: dict[str, Any]) -> None:
    """Answer nothing."""


def by_name(child: ScriptedChild, request: dict[str, Any]) -> None:
    """Answer a call with its payload; `end…` ends the program, `hang…` is not answered."""
    name = name_of(request) if request["method"] == "canonicalize" else ""
    if child.ended:
        return
    if name.startswith("end"):
        child.end("out of memory", "really")
    elif not name.startswith("hang"):
        child.answer(request, name)


def name_of(request: dict[str, Any]) -> str:
    """Return the payload of a request that `named` made."""
    return json.loads(request["params"]["payload"])


def named(*names: str) -> list[Call]:
    """Return calls with these payloads, each of a case called so."""
    return [fakes.canonicalize(name, f"case {name}") for name in names]


def asked(stage: Stage) -> list[list[str]]:
    """Return what each program was asked, `initialize` left out."""
    return [[name_of(item) for item in child.sent if item["method"] == "canonicalize"] for child in stage.children]


def staged(
    monkeypatch: pytest.MonkeyPatch,
    folder: Any,
    script: Callable[[ScriptedChild, dict[str, Any]], None],
    **changes: Any,
) -> tuple[ServeSession, Stage]:
    """Return a session with a deadline of 5 s whose programs are scripted; `initialize` is always answered rightly."""
    manifest = fakes.manifest(folder, **changes)
    identity = {key: value for key, value in (fakes.MANIFEST | changes).items() if key != "run"}

    def whole(child: ScriptedChild, request: dict[str, Any]) -> None:
        if request["method"] == "initialize":
            child.answer(request, identity)
        else:
            script(child, request)

    stage = Stage(whole)
    monkeypatch.setattr(serve, "Child", stage.start)
    monkeypatch.setattr(serve, "time", SimpleNamespace(monotonic=lambda: stage.now, sleep=stage.naps.append))
    return ServeSession(manifest, Launch(["x"], folder, {}, "Check it."), deadline=5), stage
