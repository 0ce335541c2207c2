"""The page of other people's programs says what is guarded, what is no better than doing nothing, and how to see it."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hookconform.cli import cli
from hookconform_lab.community.folders import community_names
from hookconform_lab.publish import community
from hookconform_lab.publish.community import measured_programs
from hookconform_lab.publish.markdown import markdown_reports
from hookconform_lab.publish.publication import Publication


def row(counts: dict[str, int], passed: int, judged: int, **variants: tuple[int, int, int]) -> community.Row:
    raw: dict[str, Any] = {
        "platform": "codex",
        "capability": "decision",
        "counts": counts,
        "baseline": {"passed": passed, "judged": judged},
    }
    if variants:
        raw["variants"] = {name: {"passed": one, "judged": all_} for name, (one, all_, _) in variants.items()}
        raw["baseline"]["variants"] = {name: {"passed": base, "judged": of} for name, (_, of, base) in variants.items()}
    return community._row("guard", "hook.toml", raw)


@pytest.mark.parametrize(
    ("counts", "base", "state", "words"),
    [
        ({"passed": 9}, 4, "right", "all 9"),
        ({"passed": 9}, 9, "unjudged", "all 9, as doing nothing does"),
        ({"passed": 6, "failed": 3}, 4, "known", "6 of 9"),
        ({"passed": 4, "failed": 4, "error": 1}, 4, "wrong", "4 of 9, no better than doing nothing"),
        ({"failed": 9}, 4, "wrong", "0 of 9, no better than doing nothing"),
        ({"passed": 8, "stale": 1}, 9, "wrong", "8 of 9, no better than doing nothing"),
    ],
)
def test_a_score_is_held_against_doing_nothing(counts: dict[str, int], base: int, state: str, words: str) -> None:
    found = row(counts, base, 9)
    assert (found.state, found.words, found.beside) == (state, words, f"{base} of 9")


def test_thousands_are_separated() -> None:
    found = row({"passed": 13_701, "failed": 3_120}, 10_039, 16_821)
    assert (found.words, found.beside) == ("13,701 of 16,821", "10,039 of 16,821")


def test_policies_and_verdicts_stand_one_by_one() -> None:
    standing = {
        "no-shell": ((3, 3, 1), "right", "all 3 (doing nothing 1)"),
        "no-read": ((2, 3, 0), "known", "2 of 3 (doing nothing 0)"),
        "no-task": ((0, 3, 0), "wrong", "0 of 3, no better than doing nothing"),
        "no-glob": ((1, 3, 1), "wrong", "1 of 3, no better than doing nothing"),
        "no-grep": ((3, 3, 3), "unjudged", "all 3, as doing nothing does"),
    }
    parts = row(
        {"passed": 9, "failed": 6}, 5, 15, **{name: figures for name, (figures, _, _) in standing.items()}
    ).parts
    assert [(part.name, part.state, part.words) for part in parts] == [
        (name, state, words) for name, (_, state, words) in standing.items()
    ]


def test_without_a_base_line_nothing_is_said_of_it() -> None:
    found = row({"passed": 3}, 0, 0, **{"no-shell": (3, 3, 0)})
    assert (found.state, found.words, found.beside) == ("right", "all 3", "")


def test_the_command_of_a_row_is_one_that_this_program_takes() -> None:
    words = shlex.split(row({"failed": 1}, 0, 1).command.replace("$(hookconform community path guard)", "PATH"))
    assert words == ["hookconform", "run", "PATH/hook.toml", "--platform", "codex", "--capability", "decision"]
    options = {option for item in cli.get_command(None, "run").params for option in item.opts}  # pyright: ignore[reportArgumentType, reportOptionalMemberAccess]
    assert {"--platform", "--capability"} <= options


def test_every_measured_program_is_there_and_old_figures_are_marked() -> None:
    programs = measured_programs("0" * 64)
    assert [program.name for program in programs] == community_names()
    assert {program.outdated for program in programs} == {"measured on another corpus"}
    for program in programs:
        assert all(run.rows for run in program.runs)


def test_figures_of_another_version_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    name = community_names()[0]
    monkeypatch.setattr(community, "community_names", lambda: [name])
    (program,) = measured_programs("0" * 64)
    real = community.load_program

    def newer(folder: Path) -> Any:
        found = real(folder)
        return replace(found, raw=found.raw | {"version": "99.0.0"})

    monkeypatch.setattr(community, "load_program", newer)
    (later,) = measured_programs("0" * 64)
    assert later.outdated == f"measured at {program.version}"


def test_the_page_of_the_reports_has_every_row_in_its_cells(
    publication: Publication, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "finops-mcp"
    monkeypatch.setattr(community, "community_names", lambda: [name])
    page = markdown_reports(publication)["COMMUNITY.md"]
    (program,) = measured_programs(publication.corpus.fingerprint)
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    wanted = [found for run in program.runs for found in run.rows]
    tables = [line for line in rows if not line.startswith(("| platform", "| ---"))]
    assert len(tables) == len(wanted)
    for line, found in zip(tables, wanted, strict=True):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert cells[:4] == [found.platform, found.capability, found.words, found.beside]
        assert all(f"{part.name} {part.words}" in cells[4] for part in found.parts)
    assert "**out of date: measured on another corpus**" in page


def test_without_a_measured_program_there_is_nothing_to_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(community, "load_summary", lambda _: None)
    assert measured_programs("0" * 64) == ()
