"""pi's extension by itself, in Node: whatever happens inside, it never throws into pi, which would stop the tool."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hookconform_lab.recorder import installing
from hookconform_lab.redaction.prose import holds_elision

pytestmark = pytest.mark.needs("node")
# Calls the extension the way pi does; prints the events that it listens to and what its functions returned.
HOST = """
import extension from "./extension.mjs"
import { rmSync } from "node:fs"
const functions = {}
extension({ on: (event, handle) => (functions[event] = handle) })
const context = { cwd: "/home/ann/kite" }
const circle = {}; circle.self = circle
const trap = { get toolName() { throw new Error("mine") } }
const given = [
  ["tool_call", { type: "tool_call", toolName: "bash", toolCallId: "c1", input: { command: "ls" } }, context],
  ["tool_call", { type: "tool_call", toolName: "bash", toolCallId: "c2", input: circle }, context],
  ["tool_call", { type: "tool_call", toolName: "bash", toolCallId: "c3", input: { big: 10n } }, context],
  ["tool_call", trap, context],
  ["tool_call", { type: "tool_call", toolName: "x", input: "y".repeat(9e6) }, context],
  ["tool_call", undefined, undefined],
  ["tool_call", { toolName: "grep", input: { context: 1, message: "m", in: { model: "x" } } }, context],
  ["agent_end", { type: "agent_end", messages: [{ text: "all that was said" }] }, context],
]
const returned = given.map(([event, ...call]) => functions[event](...call))
if (process.env.GONE) rmSync(process.env.GONE, { recursive: true })
returned.push(functions.tool_call({ type: "tool_call", toolName: "last" }, context))
const answers = returned.filter((value) => value !== undefined)
console.log(JSON.stringify({ events: Object.keys(functions), returned: answers }))
"""


@pytest.fixture
def call(private: Path, project: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that installs the extension and calls it; gives the rows kept, in order, and the log."""
    monkeypatch.undo()

    def run(*, gone: bool = False) -> tuple[dict[str, Any], list[dict[str, Any]], str]:
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("HOME", str(project.parent / "home"))
            patched.setenv("XDG_DATA_HOME", str(private.parent))
            (installation,) = installing.install("pi", "project", project)
        (project / "extension.mjs").write_bytes(Path(installation.file).read_bytes())
        (project / "host.mjs").write_text(HOST)
        folder = private / "recordings" / "pi"
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("PI_CODING_AGENT", "true")
            patched.setenv("PI_SECRET", "hunter2")
            patched.setenv("GONE", str(folder) if gone else "")
            done = subprocess.run(["node", "host.mjs"], cwd=project, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        rows = [json.loads(path.read_text()) for path in sorted(folder.iterdir())] if folder.is_dir() else []
        log = private / "recorder" / "errors.log"
        return json.loads(done.stdout), rows, log.read_text() if log.exists() else ""

    return run


def test_what_it_is_told_is_kept_without_the_conversation_and_nothing_is_answered(call: Any) -> None:
    said, rows, log = call()
    assert said["returned"] == []
    assert {"tool_call", "tool_result", "input", "session_start"} <= set(said["events"])
    first = rows[0]
    assert (first["platform"], first["registered_event"], first["hook"]) == ("pi", "tool_call", "tool_call")
    assert first["input"] == {"type": "tool_call", "toolName": "bash", "toolCallId": "c1", "input": {"command": "ls"}}
    assert first["directory"] == "/home/ann/kite"
    # Names, never values; without them it could not be told who called.
    assert {"PI_CODING_AGENT", "PI_SECRET"} <= set(first["hook_env_names"])
    text = json.dumps(rows)
    assert "hunter2" not in text
    assert "all that was said" not in text
    assert [row["hook"] for row in rows] == ["tool_call", "tool_call", "tool_call", "agent_end", "tool_call"]
    assert holds_elision(rows[3]["input"]["messages"])
    kinds = [line.split()[2] for line in log.splitlines()]
    assert kinds == ["TypeError", "TypeError", "Error", "RangeError"]
    assert "mine" not in log


def test_arguments_named_as_what_is_left_out_stay(call: Any) -> None:
    _, rows, _ = call()
    assert rows[2]["input"]["input"] == {"context": 1, "message": "m", "in": {"model": "x"}}


def test_a_folder_that_is_gone_is_swallowed_and_logged(call: Any) -> None:
    said, rows, log = call(gone=True)
    assert (said["returned"], rows) == ([], [])
    assert log.splitlines()[-1].endswith("Error ENOENT")
