"""Tiny cases and adapters for the engine's own tests: they answer what they are told to, or break on command."""

from __future__ import annotations

import json
import shutil
import sys
import time
from pathlib import Path
from typing import Any

from hookconform.attach.calls import Call, Response, RulePack, StrayOutput
from hookconform.attach.manifest import Manifest, read_manifest
from hookconform.cases.loading import case_with_id, content_of
from hookconform.corpus.cases import Case, case_from_dict
from hookconform.corpus.locate import data_root
from tests.support import filing
from tests.support.miniature import PLATFORM

MANIFEST: dict[str, Any] = {
    "name": "fake",
    "version": "1",
    "language": "python",
    "platforms": [PLATFORM],
    "protocol": 2,
    "capabilities": ["tool-name", "event", "input", "result", "refusal"],
    "tier": "extended",
    "run": {"command": [sys.executable, "fake.py"]},
}
EXPECTED: dict[str, Any] = {
    "event": "PreToolUse",
    "platform_event_name": "BeforeTool",
    "tool_name": "Bash",
    "platform_tool_name": "run_shell_command",
    "tool_input": {"command": "ls"},
    "matched_rules": [],
}
EVENT: dict[str, Any] = {
    "hook_event_name": "PreToolUse",
    "platform_event_name": "BeforeTool",
    "tool_name": "Bash",
    "tool_input": {"command": "ls", "platform_tool_name": "run_shell_command"},
}
PACK = RulePack(
    {"version": "1.0", "rules": [{"name": "shell", "event": "PreToolUse", "tools": ["Bash"], "action": "block"}]}
)


def manifest(folder: Path, **changes: Any) -> Manifest:
    raw = {key: value for key, value in (MANIFEST | changes).items() if value is not None}
    return read_manifest(raw, folder / "adapter.toml")


def case(name: str = "one", *, payload: Any = None, tags: tuple[str, ...] = (), **expected: Any) -> Case:
    raw: dict[str, Any] = {
        "title": "a fake case",
        "registered_event": "BeforeTool",
        "origin": {"kind": "synthetic"},
        "payload": {"say": EVENT} if payload is None else payload,
        "expected": {"error": "invalid-payload"} if "error" in expected else EXPECTED | expected,
    }
    if tags:
        raw["tags"] = list(tags)
    case_id = name if "/" in name else f"{PLATFORM}/synthetic/{name}"
    return case_from_dict(raw, case_id=case_id, path=Path(f"corpus/platforms/{PLATFORM}/cases/fakes.json"))


# A serve adapter that does what the payload says: {"say": event}, {"do": "crash" | "hang" | "babble" | "refuse" …}.
SERVE = """
import json, os, sys, time
identity = json.loads(sys.argv[1])
for line in sys.stdin:
    message = json.loads(line)
    number, method = message["id"], message["method"]
    def answer(**what):
        print(json.dumps({"jsonrpc": "2.0", "id": number, **what}), flush=True)
    if method == "initialize":
        print("welcome")
        answer(result=identity)
        continue
    if method == "shutdown":
        answer(result=None)
        break
    payload = json.loads(message["params"]["payload"])
    match payload.get("do"):
        case "crash":
            print("out of memory", file=sys.stderr, flush=True)
            os._exit(7)
        case "hang":
            time.sleep(600)
        case "babble":
            print("debug: on it")
        case "refuse":
            answer(error={"code": -32001, "message": "no"})
            continue
        case "break":
            answer(error={"code": -32603, "message": "oops"})
            continue
        case "nest":
            depth = payload["depth"]
            deep = "[" * depth + "]" * depth
            print('{"jsonrpc": "2.0", "id": %d, "result": {"events": [%s]}}' % (number, deep), flush=True)
            continue
        case "nan":
            print('{"jsonrpc": "2.0", "id": %d, "result": NaN}' % number, flush=True)
            continue
    answer(result={"events": [payload["say"]]})
"""


def serve_manifest(folder: Path, **changes: Any) -> Manifest:
    (folder / "fake.py").write_text(SERVE)
    return with_identity(folder, **changes)


def with_identity(folder: Path, *arguments: str, **changes: Any) -> Manifest:
    """Return a manifest whose program, `fake.py`, is told what to answer to `initialize`."""
    raw = MANIFEST | changes
    return manifest(folder, run={"command": [*identified(raw), *arguments]}, **changes)


def identified(raw: dict[str, Any]) -> list[str]:
    """Return the command of `fake.py` that answers `initialize` as this manifest says."""
    keys = ("protocol", "name", "version", "language", "platforms", "capabilities", "tier")
    return [sys.executable, "fake.py", json.dumps({key: raw[key] for key in keys if key in raw})]


def canonicalize(payload: Any, case_id: str) -> Call:
    params = {
        "platform": PLATFORM,
        "platform_version": None,
        "registered_event": None,
        "payload": json.dumps(payload),
    }
    return Call("canonicalize", params, case_id, "canonicalize")


class TableSession:
    """A session that answers from a table, method → answer."""

    def __init__(self, **answers: Response) -> None:
        self._answers = answers
        self.calls: list[Call] = []
        self.stray = StrayOutput()

    def responses(self, calls: Any) -> Any:
        for call in calls:
            self.calls.append(call)
            yield self._answers[call.method]

    def close(self) -> None:
        self.stray.add("closed")


def tiny_corpus(folder: Path, *stems: str) -> Path:
    """Copy the corpus's frame and a few synthetic cases of the miniature's platform, and return its root.

    Those that rows compose stand there as if written by hand.
    """
    real = data_root() / "corpus"
    root = folder / "corpus"
    for part in ("schema", "rules"):
        shutil.copytree(real / part, root / part)
    platform = Path("platforms") / PLATFORM
    (root / platform).mkdir(parents=True)
    for name in ("vocabulary.yaml", "argument-roles.yaml", "retired.yaml", platform / "platform.yaml"):
        shutil.copyfile(real / name, root / name)
    for stem in stems:
        case = case_with_id(f"{PLATFORM}/synthetic/{stem}", real)
        filing.file_by_hand(root, case.id, content_of(case, real))
    return root


def matching(case_id: str) -> Call:
    """Return a call of `match` with the fake pack."""
    call = canonicalize("x", case_id)
    return Call("match", call.params, case_id, "match", PACK)


HANGING = """
import json, os, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "initialize":
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": json.loads(sys.argv[1])}), flush=True)
    else:
        with open("pid.new", "w") as file:
            file.write(str(os.getpid()))
        os.rename("pid.new", "pid")
        time.sleep(600)
"""


def hanging_adapter(folder: Path) -> None:
    """Write a served adapter that notes its process id in `pid` and then never answers."""
    (folder / "fake.py").write_text(HANGING)
    lines = [f"{key} = {json.dumps(value)}" for key, value in MANIFEST.items() if key != "run"]
    command = json.dumps(identified(MANIFEST))
    (folder / "adapter.toml").write_text("\n".join([*lines, "[run]", f"command = {command}", ""]))


def wait_for(path: Path) -> str:
    """Return the content of a file as soon as it is there; half a minute is long enough for any machine."""
    until = time.monotonic() + 30
    while not path.exists() and time.monotonic() < until:
        time.sleep(0.02)
    return path.read_text()
