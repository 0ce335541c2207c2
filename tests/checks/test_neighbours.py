"""`neighbours`: a hook registered for one platform is given the calls of programs that run its file."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.hooks import POLICIES, hook_manifest, red

from hookconform.attach.manifest import Manifest, load_manifest
from hookconform.run.engine import run
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection

# These start many processes.
pytestmark = pytest.mark.whole

# Denies every call, in the words of the platform named by its argument or, if it looks, of the program that called.
DENIES = """
import json, sys
call = json.loads(sys.stdin.buffer.read())
answer = {"permissionDecision": "deny", "permissionDecisionReason": "no"}
by_vs_code = "hook_event_name" in call and {"transcript_path", "tool_use_id"} & call.keys()
if by_vs_code and LOOKS:
    answer = {"hookSpecificOutput": {"hookEventName": "PreToolUse", **answer}}
if call.get("tool_name") not in ("read_file", "view"):
    print(json.dumps(answer))
"""


def registered_for_copilot(folder: Path, *, looks: bool) -> Manifest:
    code = DENIES.replace("LOOKS", str(looks))
    manifest = hook_manifest(folder, code, platforms='["copilot-cli"]')
    path = manifest.path
    text = path.read_text(encoding="utf-8").replace('"refusal"]', '"refusal", "neighbours"]')
    lines = [line for line in text.splitlines() if not line.startswith(tuple(set(POLICIES) - {"no-shell"}))]
    path.write_text("\n".join(lines), encoding="utf-8")
    return load_manifest(path)


def judged(folder: Path, *, looks: bool) -> RunRecord:
    manifest = registered_for_copilot(folder, looks=looks)
    return run(manifest, Selection(("vscode-copilot",), ("neighbours",)), deadline=60)


def test_hook_that_answers_its_own_platform_alone_is_red(tmp_path: Path) -> None:
    found = red(judged(tmp_path, looks=False)).values()
    assert found
    assert {(result.platform, result.name) for result in found} == {("vscode-copilot", "neighbours[copilot-cli]")}
    pointers = {difference.pointer for result in found for difference in result.differences}
    assert {"/answer as preToolUse", "/answer as PreToolUse"} <= pointers


def test_hook_that_looks_at_the_caller_stops_the_call(tmp_path: Path) -> None:
    stopped = [
        result
        for result in red(judged(tmp_path, looks=True)).values()
        if any("the tool is stopped" in str(difference.expected) for difference in result.differences)
    ]
    assert not stopped


def test_platform_that_is_not_claimed_has_neighbours_alone(tmp_path: Path) -> None:
    manifest = registered_for_copilot(tmp_path, looks=True)
    cases = ("vscode-copilot/captured/1.139.1/pre-tool-use-*",)
    record = run(manifest, Selection(("vscode-copilot",), (), cases), deadline=60)
    assert {capability for _, capability, _ in record.counts} == {"neighbours"}
