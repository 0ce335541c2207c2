"""`hookconform known-failures write` lists what fails below its cause, and keeps the reasons that are there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result
from tests.support import fakes

from hookconform.attach.manifest import Manifest
from hookconform.checks.known_failures import load_known_failures
from hookconform.cli import cli
from hookconform.ground.errors import HookconformError
from hookconform.ground.plain_text import counted
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

MANIFEST = """name = "half"
version = "1"
language = "python"
protocol = 2
platforms = ["gemini-cli"]
capabilities = ["tool-name", "refusal"]
tier = "core"
{more}
[run]
python = "half:create"
path = "."
"""
# Maps one tool and not the other, and takes every payload.
CODE = """
class Adapter:
    def initialize(self, **_):
        return {{"name": "half", "version": "1", "language": "python", "protocol": 2, "platforms": ["gemini-cli"],
                "capabilities": ["tool-name", "refusal"], "tier": "core"}}
    def canonicalize(self, payload, **_):
        {before}
        call = {{"hook_event_name": "PreToolUse", "tool_name": "run_shell_command", "tool_input": {{}}}}
        return {{"events": [call]}}

create = Adapter
"""

# What stands before that in one that maps the shell in one of the cases.
RIGHT = (
    "if 'push' in payload: return {'events': [{'hook_event_name': 'PreToolUse', 'tool_name': 'Bash', "
    "'tool_input': {'platform_tool_name': 'run_shell_command'}}]}"
)

Write = Callable[..., Result]


@pytest.fixture
def half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an adapter that fails two checks of a small corpus, and return its folder."""
    root = fakes.tiny_corpus(tmp_path, "mapped-shell", "plain-push", "not-json")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    folder = tmp_path / "half"
    folder.mkdir()
    make(folder)
    return folder


def make(folder: Path, more: str = "", before: str = "pass") -> None:
    (folder / "adapter.toml").write_text(MANIFEST.format(more=more))
    (folder / "half.py").write_text(CODE.format(before=before))


def write(folder: Path, *options: str) -> Result:
    return CliRunner().invoke(cli, ["known-failures", "write", str(folder), *options])


def error(result: Result) -> HookconformError:
    assert isinstance(result.exception, HookconformError), result.output
    return result.exception


def test_what_fails_stands_below_its_cause_with_a_reason_to_fill_in(half: Path) -> None:
    result = write(half, "--output", str(half / "known.yaml"))
    assert result.exit_code == 0, result.output
    text = (half / "known.yaml").read_text()
    assert "# does not map tools of gemini-cli: run_shell_command → Bash" in text
    assert [row["reason"] for row in yaml.safe_load(text)] == ["", "", ""]
    assert {row["check"].partition("::")[2] for row in yaml.safe_load(text)} == {"tool-name", "refusal"}
    assert "3 new entries, 0 kept, 0 taken off" in result.output
    assert 'known_failures = "known.yaml"' in result.output
    with pytest.raises(HookconformError) as caught:
        load_known_failures(half / "known.yaml")
    assert (caught.value.code, "3 of 3" in caught.value.what) == ("known-failures.reason", True)


def test_a_list_with_reasons_makes_the_run_pass(half: Path) -> None:
    assert write(half, "--output", str(half / "known.yaml"), "--reason", "not before summer").exit_code == 0
    make(half, 'known_failures = "known.yaml"')
    again = CliRunner().invoke(cli, ["run", str(half)])
    assert again.exit_code == 0, again.output
    assert "3 known failures, still failing" in again.output


def test_reasons_that_are_there_stay_and_what_passes_goes(half: Path) -> None:
    write(half, "--output", str(half / "known.yaml"), "--reason", "")
    rows = yaml.safe_load((half / "known.yaml").read_text())
    rows[0]["reason"] = "by hand"
    rows += [{"check": "gemini-cli/synthetic/gone::tool-name", "reason": "long ago"}]
    (half / "known.yaml").write_text(yaml.safe_dump(rows))
    make(half, 'known_failures = "known.yaml"')
    result = write(half, "--output", str(half / "known.yaml"))
    assert "2 new entries, 1 kept, 1 taken off" in result.output
    assert 'known_failures = "' not in result.output
    text = (half / "known.yaml").read_text()
    assert text.startswith(f'# As listed before\n- check: "{rows[0]["check"]}"\n  reason: "by hand"\n# ')
    written = yaml.safe_load(text)
    assert {row["check"]: row["reason"] for row in written} == {row["check"]: row["reason"] for row in rows[:3]}


@pytest.mark.parametrize("maps_one", [False, True])
def test_a_pattern_stays_until_something_that_it_is_about_passes(half: Path, maps_one: bool) -> None:
    pattern = "gemini-cli/synthetic/*::tool-name"
    (half / "known.yaml").write_text(f"- {{check: '{pattern}', reason: by hand}}\n")
    make(half, 'known_failures = "known.yaml"', RIGHT if maps_one else "pass")
    assert write(half, "--output", str(half / "known.yaml")).exit_code == 0
    written = {row["check"]: row["reason"] for row in yaml.safe_load((half / "known.yaml").read_text())}
    kept = "gemini-cli/synthetic/mapped-shell::tool-name" if maps_one else pattern
    assert {check for check, reason in written.items() if reason} == {kept}
    assert written[kept] == "by hand"


def test_a_run_that_did_not_come_to_its_end_makes_no_list(half: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(manifest: Manifest, selection: Selection, **_: object) -> RunRecord:
        return RunRecord(manifest, selection, interrupted="it was ended")

    monkeypatch.setattr("hookconform.run.known_list.run", interrupted)
    failure = error(write(half, "--output", str(half / "known.yaml")))
    assert (failure.code, failure.exit_code) == ("known-failures.incomplete", 3)
    assert "it was ended" in failure.what
    assert not (half / "known.yaml").exists()


def test_a_list_that_is_named_but_not_there_is_made(half: Path) -> None:
    make(half, 'known_failures = "known.yaml"')
    assert write(half, "--output", str(half / "known.yaml")).exit_code == 0
    assert (half / "known.yaml").exists()


def test_another_file_is_not_written_over(half: Path) -> None:
    (half / "notes.yaml").write_text("mine\n")
    assert error(write(half, "--output", str(half / "notes.yaml"))).code == "file.exists"
    assert (half / "notes.yaml").read_text() == "mine\n"


def test_errors_go_on_no_list(half: Path) -> None:
    make(half, before='raise RuntimeError("no")')
    result = write(half)
    assert "errors: no list covers them" in result.output
    assert "0 new entries" in result.output
    assert result.stdout == "[]\n"


def test_a_trigger_of_a_program_can_be_on_the_list(tmp_path: Path) -> None:
    (tmp_path / "list.yaml").write_text("- {check: 'gemini-cli/synthetic/x::decision[Bash]', reason: not yet}\n")
    assert load_known_failures(tmp_path / "list.yaml").entries[0].check.endswith("[Bash]")


def test_one_entry_stands_for_all_failing_checks_of_a_claim(half: Path) -> None:
    path = half / "known.yaml"
    done = CliRunner().invoke(
        cli, ["known-failures", "write", str(half), "--by-claim", "--reason", "not yet", "--output", str(path)]
    )
    assert done.exit_code == 0, done.output
    entries = yaml.safe_load(path.read_text())
    assert [row["check"] for row in entries if "#" in row["check"]] == ["gemini-cli#tool:run_shell_command"]
    assert f"{counted(len(entries), 'new entry', 'new entries')}, 0 kept" in done.output
    manifest = half / "adapter.toml"
    manifest.write_text(manifest.read_text().replace('tier = "core"', 'tier = "core"\nknown_failures = "known.yaml"'))
    ran = CliRunner().invoke(cli, ["run", str(half), "--no-baseline"])
    assert ran.exit_code == 0, ran.output
    # Written again, it keeps the entry and its reason.
    CliRunner().invoke(cli, ["known-failures", "write", str(half), "--output", str(path)])
    again = yaml.safe_load(path.read_text())
    assert sorted(again, key=str) == sorted(entries, key=str)
