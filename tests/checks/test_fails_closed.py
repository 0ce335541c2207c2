"""`fails-closed`: every failure is brought about, and only a denial passes."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.hooks import guard, hook_manifest
from tests.support.miniature import PLATFORM

from hookconform.attach.failures import FAILURES
from hookconform.attach.manifest import Manifest, load_manifest
from hookconform.attach.registry import find_adapter
from hookconform.checks.outcome import Outcome
from hookconform.run.engine import run
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

# Denies by exit code 2 whatever happens.
CLOSED = """
import os, signal, stat, sys
def end(*_):
    os.write(2, b"denied")
    os._exit(2)
signal.signal(signal.SIGTERM, end)
def run():
    import json
    if not stat.S_ISREG(os.stat("policy.txt").st_mode):
        return 2
    text = open("policy.txt", encoding="ascii").read()
    if not text.strip() or text.startswith("{"):
        return 2
    call = json.loads(sys.stdin.buffer.read())
    return 2 if call["tool_name"] in text.split() else 0
try:
    code = run()
except BaseException:
    code = 2
try:
    if code:
        os.write(2, b"denied")
except OSError:
    os.write(1, b'{"decision": "deny", "reason": "x"}')
    code = 0
os._exit(code)
"""


def promising(folder: Path, code: str, *tables: str) -> Manifest:
    path = hook_manifest(folder, code, *tables).path
    path.write_text(path.read_text(encoding="utf-8").replace('"refusal"]', '"refusal", "fails-closed"]'), "utf-8")
    return load_manifest(path)


def judged(manifest: Manifest, *names: str) -> RunRecord:
    asked = tuple(f"fails-closed[{name}]" for name in names) or ("fails-closed",)
    return run(manifest, Selection((PLATFORM,), asked), deadline=20)


def failed(record: RunRecord) -> set[str]:
    assert all(result.outcome is Outcome.FAILED for result in record.notable)
    return {result.variant for result in record.notable}


def test_program_that_catches_everything_passes_all_but_little_memory(tmp_path: Path) -> None:
    record = judged(promising(tmp_path, CLOSED))
    # Half of a list of words is a list of words, and Python itself may not start in so little memory.
    assert failed(record) <= {"rules-cut", "little-memory"}
    assert record.total(Outcome.PASSED) >= len(FAILURES) - 3


def test_program_that_catches_nothing_fails_where_it_crashes(tmp_path: Path) -> None:
    names = ("payload-not-json", "payload-cut", "rules-missing", "rules-folder", "terminated", "input-closed")
    record = judged(promising(tmp_path, guard()), *names, "no-home", "no-path")
    assert failed(record) == set(names)


def test_program_without_policy_files_is_not_asked_about_them(tmp_path: Path) -> None:
    triggers = ("[hook.triggers]", 'Bash = { block = "rm -rf x", allow = "ls" }')
    record = judged(promising(tmp_path, guard(denies='"rm -rf" in str(call)'), *triggers))
    names = {variant for _, _, variant, _ in record.variants}
    assert "payload-empty" in names
    assert not any(name.startswith("rules-") for name in names)


def test_failure_that_no_answer_survives_is_named_and_not_asked() -> None:
    manifest = find_adapter("reference-hook")
    record = run(manifest, Selection(("cline",), ("fails-closed[output-closed]",)), deadline=60)
    assert not record.counts
    assert record.unmeasured["cline", "fails-closed"] == {"output-closed", "output-full", "little-memory"}


@pytest.mark.parametrize("name", FAILURES)
def test_failure_changes_one_thing(name: str) -> None:
    failure = FAILURES[name]
    changes = [failure.payload, failure.policy, failure.script, failure.variables, failure.ends]
    assert sum(map(bool, changes)) == 1
