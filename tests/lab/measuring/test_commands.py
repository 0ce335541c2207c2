"""`hookconform lab responses` and `hookconform lab enforce` as a user calls them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hookconform.cli import cli
from hookconform.ground.errors import EXIT_FAILED, EXIT_INCOMPLETE, EXIT_OK, HookconformError
from hookconform_lab.cli.lab_commands import enforce, responses

pytestmark = pytest.mark.whole


def call(driver: Any, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Result:
    for module in (enforce, responses):
        monkeypatch.setattr(module, "split_target", lambda _: (driver, "1.0.102"))
    return CliRunner().invoke(cli, ["lab", *arguments, "--allow-network"])


def ids(path: Path) -> list[str]:
    return [row["id"] for row in json.loads(path.read_text())["rows"]]


def test_measuring_one_form_keeps_the_other_rows(
    obedient: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    out = tmp_path / "rows" / "1.0.102.json"
    for form in ("preToolUse/flat-deny-pretty", "preToolUse/exit2-silent", "preToolUse/flat-deny-pretty"):
        result = call(obedient(), monkeypatch, "responses", "copilot-cli", "--only", form, "--output", str(out))
        assert result.exit_code == EXIT_OK, result.output
    assert ids(out) == ["preToolUse/exit2-silent", "preToolUse/flat-deny-pretty"]
    assert "1 row measured, 2 in" in result.output


def test_a_form_that_could_not_be_measured_makes_it_incomplete(
    obedient: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    out = tmp_path / "rows.json"
    arguments = ("responses", "copilot-cli", "--only", "preToolUse/exit2-silent", "--output", str(out))
    result = call(obedient(obeys=False), monkeypatch, *arguments)
    assert result.exit_code == EXIT_INCOMPLETE
    assert "not measured: preToolUse/exit2-silent: its hook was never called" in result.output


def test_rows_that_cannot_be_written_are_an_error(
    obedient: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    arguments = (
        "responses",
        "x",
        "--only",
        "preToolUse/exit2-silent",
        "--output",
        str(tmp_path / "file" / "rows.json"),
    )
    result = call(obedient(), monkeypatch, *arguments)
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == "file.unwritable"


@pytest.mark.parametrize(("obeys", "code", "says"), [(True, EXIT_OK, "ok "), (False, EXIT_FAILED, "WRONG ")])
def test_enforcing_says_what_happened_and_writes_the_report(  # noqa: PLR0913, PLR0917 (fixtures and cases)
    obedient: Any,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    obeys: bool,
    code: int,
    says: str,
) -> None:
    result = call(obedient(obeys=obeys), monkeypatch, "enforce", "reference-hook", "x", "--reports", str(tmp_path))
    assert result.exit_code == code, result.output
    assert says in result.output
    assert (tmp_path / "ENFORCEMENT.md").is_file()


def test_a_report_nobody_can_read_is_an_error(obedient: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "enforcement.json").write_text("[]")
    result = call(obedient(), monkeypatch, "enforce", "reference-hook", "x", "--reports", str(tmp_path))
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == "enforce.report"
