"""Hook programs, run as users install them, and the capability `decision` that judges what they answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hookconform.attach.manifest import Manifest, load_manifest
from hookconform.checks.outcome import Outcome
from hookconform.run.engine import run
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection

BLOCK = '{"decision": "deny", "reason": "no"}'
NOTHING = ""
READS_RULES = "import pathlib, sys; assert pathlib.Path(sys.argv[1]).read_text().startswith('version:'); "


def hook(folder: Path, code: str, **more: Any) -> Manifest:
    """Write a manifest for a one-line hook program of Gemini CLI and load it."""
    (folder / "hook.py").write_text(code, encoding="utf-8")
    lines = [
        'name = "tiny"', 'version = "1"', 'language = "python"', 'vocabulary = "extended"',
        'platforms = ["gemini-cli"]', 'capabilities = ["decision"]',
        "[hook]", 'rules_path = "policy/rules.yaml"',
        'command = ["{python}", "-S", "{folder}/hook.py", "{rules}", "{platform}", "{event}"]',
        *(f"{key} = {value}" for key, value in more.items()),
    ]  # fmt: skip
    (folder / "adapter.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load_manifest(folder / "adapter.toml")


def judged(manifest: Manifest, *, deadline: float = 10, cases: str = "*0.61.0/before-tool-*shell*") -> RunRecord:
    """Run the decision checks of some shell calls of Gemini CLI."""
    return run(manifest, Selection(capabilities=("decision",), cases=(cases,)), deadline=deadline)


def answer(stdout: str, code: int = 0) -> str:
    return f"import sys; sys.stdin.read(); sys.stdout.write({stdout!r}); sys.exit({code})"


def outcomes(record: RunRecord) -> dict[Outcome, int]:
    return {outcome: number for (_, _, outcome), number in record.counts.items()}


def test_a_program_that_blocks_everything_fails_the_calls_it_must_let_run(tmp_path: Path) -> None:
    found = judged(hook(tmp_path, READS_RULES + answer(BLOCK)))
    assert outcomes(found)[Outcome.PASSED]
    assert outcomes(found)[Outcome.FAILED]
    assert all("runs as without a hook" in item.differences[0].expected for item in found.notable)


def test_a_program_that_blocks_nothing_fails_the_calls_it_must_stop(tmp_path: Path) -> None:
    found = judged(hook(tmp_path, answer(NOTHING)))
    assert outcomes(found)[Outcome.FAILED]
    assert all("because of the rule" in item.differences[0].expected for item in found.notable)


def test_a_deny_the_platform_ignores_fails_with_the_reason(tmp_path: Path) -> None:
    found = judged(hook(tmp_path, answer('{"permissionDecision": "deny"}')))
    assert any("means nothing to this platform" in item.differences[0].got for item in found.notable)


def test_bad_input_need_not_be_denied_but_must_not_be_vouched_for(tmp_path: Path) -> None:
    found = judged(hook(tmp_path, answer(NOTHING)), cases="gemini-cli/synthetic/not-json")
    assert outcomes(found) == {Outcome.PASSED: 1}


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import time; time.sleep(60)", "did not end within 0.5 s"),
        ("import os; os.kill(os.getpid(), 9)", "ended by signal 9"),
    ],
)
def test_a_program_that_hangs_or_dies_is_an_error(tmp_path: Path, code: str, says: str) -> None:
    found = judged(hook(tmp_path, code), deadline=0.5, cases="gemini-cli/synthetic/not-json")
    assert outcomes(found) == {Outcome.ERROR: 1}
    assert says in found.notable[0].message


def test_a_program_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    manifest = hook(tmp_path, "")
    manifest.raw["hook"]["command"] = ["./no-such-program"]
    found = judged(manifest, cases="gemini-cli/synthetic/not-json")
    assert "cannot be started" in found.notable[0].message


def test_the_program_gets_rules_variables_and_placeholders(tmp_path: Path) -> None:
    code = (
        "import os, pathlib, sys; "
        "seen = [pathlib.Path(sys.argv[1]).is_file(), pathlib.Path('policy/rules.yaml').is_file(), *sys.argv[2:], "
        "os.environ['POLICY_MODE']]; "
        f"pathlib.Path({str(tmp_path)!r}, 'seen').write_text(repr(seen))"
    )
    judged(hook(tmp_path, code, env='{POLICY_MODE = "on {platform}"}'), cases="gemini-cli/synthetic/not-json")
    assert (tmp_path / "seen").read_text() == repr([True, True, "gemini-cli", "BeforeTool", "on gemini-cli"])
