"""`hookconform strength` as it is called: wrong use costs nothing, and a terminal shows what is under way."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support.terminals import shown_on_terminal

from hookconform.cli import cli
from hookconform.ground.errors import HookconformError
from hookconform_lab.mutation import measuring

# The command on a target of one file, with a judge that lets one fault pass.
TOY = """
import sys
from pathlib import Path
from hookconform.cli import cli
from hookconform_lab.mutation import listed, measuring, targets
from hookconform_lab.mutation.verdict import Verdict

folder = Path(sys.argv[1])
(folder / "one.py").write_text("TABLE = {1: a, b: c}\\n")
targets.targets = lambda: {"toy": targets.Target("toy", folder, ("one.py",))}
listed.load_entries = tuple
measuring.check_unharmed = lambda target: target
measuring.judge = lambda _, mutant: Verdict("survived" if mutant.kind == "value" else "caught")
cli(["strength", "toy", "--whole"])
"""
SURVIVED = "SURVIVED  one.py:1 value\n  TABLE = {1: a, b: c}\n  TABLE = {2: a, b: c}\n"
FIGURES = "toy: 2 of 3 noticed (66.7 %).\n3 mutants in all.\n"


@pytest.fixture
def unmeasured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "check_unharmed", lambda _: pytest.fail("this was to be refused first"))


@pytest.mark.usefixtures("unmeasured")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--whole", "--sample", "5"], "Give --sample or --whole, not both."),
        (["--whole", "--sample", "60"], "Give --sample or --whole, not both."),
        (["--kind", ""], "leave it out for all"),
        (["--file", ""], "leave it out for all"),
        (["--kind", "row", "--output", "out"], "leave out --output"),
        (["--file", "codex.py", "--output", "out"], "leave out --output"),
        (["--sample", "0"], "0 is not in the range"),
        (["--jobs", "0"], "0 is not in the range"),
        (["--seed", "-1"], "-1 is not in the range"),
        (["run", "lint"], "unexpected extra argument"),
    ],
)
def test_wrong_use_is_refused(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(cli, ["strength", *arguments])
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


@pytest.mark.usefixtures("unmeasured")
def test_a_place_for_the_page_that_is_none_is_refused_first(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(cli, ["strength", "--output", str(tmp_path / "file" / "out")])
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == "report.unwritable"


def test_a_terminal_shows_what_is_under_way_and_then_the_report(tmp_path: Path) -> None:
    code, shown, _ = shown_on_terminal([sys.executable, "-c", TOY, tmp_path])
    # What is reported meanwhile begins a line of its own.
    assert b" \rSURVIVED  one.py:1 value\r\n" in shown
    text = shown.decode().replace("\r\n", "\n")
    assert code == 0
    assert "3 of 3 mutants judged, 1 survived" in text
    assert SURVIVED in text
    assert text.endswith(FIGURES)


def test_the_report_goes_to_its_file_though_a_terminal_shows_what_is_under_way(tmp_path: Path) -> None:
    code, shown, report = shown_on_terminal([sys.executable, "-c", TOY, tmp_path], report=False)
    assert (code, report.decode()) == (0, SURVIVED + FIGURES)
    assert b"SURVIVED" not in shown
    assert b"3 of 3 mutants judged" in shown
