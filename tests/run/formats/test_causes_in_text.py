"""What a cause says in a terminal: a command that can be pasted, and as many differences as a person reads."""

from __future__ import annotations

import io
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support import fakes

from hookconform.attach.registry import find_adapter
from hookconform.checks.outcome import CheckResult, Difference, Outcome
from hookconform.run.formats import open_report
from hookconform.run.formats.cause_text import named
from hookconform.run.formats.result_rows import result_as_json
from hookconform.run.formats.text import variant_table
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection

NAME = Difference("/events/0/tool_name", "Bash", "shell")


def red(case: str, *differences: Difference, capability: str = "tool-name", variant: str = "") -> CheckResult:
    claim = "gemini-cli#tool:shell"
    return CheckResult(
        f"gemini-cli/synthetic/{case}",
        capability,
        "gemini-cli",
        Outcome.FAILED,
        differences=differences,
        claim=claim,
        variant=variant,
    )


def text(*results: CheckResult, folder: Path) -> str:
    record = RunRecord(replace(fakes.manifest(folder), path=folder / "adapter.toml"), Selection(), cases=len(results))
    for result in results:
        record.add(result)
    stream = io.StringIO()
    open_report("text", stream).finish(record)
    return stream.getvalue()


def test_the_command_runs_that_check_of_that_adapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "my adapter"
    folder.mkdir()
    (line,) = (line for line in text(red("a", NAME), folder=folder).splitlines() if line.startswith("  see "))
    assert shlex.split(line)[1:] == [
        "hookconform",
        "run",
        "./my adapter",
        "--case",
        "gemini-cli/synthetic/a::tool-name",
    ]


def test_an_adapter_is_named_as_one_would_type_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = fakes.manifest(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert named(replace(manifest, path=tmp_path / "adapter.toml")) == "."
    assert named(replace(manifest, path=tmp_path / "other.toml")) == "./other.toml"
    assert named(replace(manifest, path=tmp_path / "x" / "adapter.toml")) == "./x"
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert named(replace(manifest, path=tmp_path / "adapter.toml")) == str(tmp_path)
    assert named(find_adapter("reference")) == "reference"


@pytest.mark.parametrize(("number", "more"), [(2, 0), (3, 0), (4, 1), (6, 3)])
def test_of_many_differences_beside_other_causes_three_are_shown(number: int, more: int, tmp_path: Path) -> None:
    others = [Difference(f"/events/0/tool_input/a{index}", index, index + 1) for index in range(number)]
    shown = text(red("a", *others, capability="input"), red("b", NAME), folder=tmp_path)
    # Each difference is a cause; the first one's example is the whole check.
    first = shown.partition("  see ")[0]
    assert first.count("\n  at ") == number - more
    assert ("more differences" in first) is bool(more)
    if more:
        assert f"and       {more} more differences" in first


def test_a_cause_that_stands_alone_shows_every_difference(tmp_path: Path) -> None:
    listed = [Difference(f"/events/{index}/tool_input/a", 1, 2) for index in range(5)]
    same = [replace(item, pointer=f"/events/{index}/platform_event_name") for index, item in enumerate(listed)]
    shown = text(red("a", *same, capability="event"), folder=tmp_path)
    assert "1 red check has 1 cause." in shown
    assert shown.count("\n  at ") == 5


def test_a_table_by_verdict_stands_where_one_is_not_passed() -> None:
    def table(*outcomes: Outcome) -> str:
        record = RunRecord(fakes.manifest(Path()), Selection())
        for number, outcome in enumerate(outcomes):
            result = red(f"c{number}", capability="response", variant="deny")
            record.add(replace(result, outcome=outcome))
        return variant_table(record, "response")

    assert table(Outcome.PASSED) == ""
    assert table() == ""
    assert table(Outcome.UNSUPPORTED) == ""
    assert "deny" in table(Outcome.FAILED)
    assert "1/2" in table(Outcome.PASSED, Outcome.FAILED)


def test_a_row_says_that_a_check_is_judged_by_another_version() -> None:
    assert "inferred" not in result_as_json(red("a", NAME))
    assert result_as_json(replace(red("a", NAME), inferred=True))["inferred"] is True
