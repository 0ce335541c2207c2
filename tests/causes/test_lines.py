"""Causes in few lines: names beside names, advice that names the row, and nothing longer than a terminal is wide."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform.causes.advice import advice
from hookconform.causes.lines import cause_lines, place_in_words
from hookconform.causes.signs import About, Kind
from hookconform.run.formats.cause_text import cause_summary


def _row(kind: str = "unmapped", about: str = "tool", **more: Any) -> dict[str, Any]:
    row = {"platform": "gemini-cli", "wanted": "Edit", "got": "replace", "checks": 1, "also": 0, "following": 0}
    counts = {"platforms": {"gemini-cli": 1}, "claims": ["gemini-cli#tool:replace"], "example": {"check": "x::y"}}
    gap = kind in {"unmapped", "not-renamed", "absent"}
    return {"kind": kind, "about": about, "gap": gap, **row, **counts, **more}


def test_what_is_missing_in_one_way_stands_on_one_line_behind_what_is_wrong() -> None:
    rows = [_row(), _row(wanted="Glob", got="glob", checks=3, following=4), _row("broke", "payload", got="it ended")]
    wrong, missing = cause_lines(rows)
    assert (wrong.words, wrong.checks, wrong.names) == ("breaks: it ended", 1, [])
    assert (missing.words, missing.checks) == ("does not map tools of gemini-cli", 8)
    assert missing.names == ["replace → Edit", "glob → Glob"]


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("about", list(About))
def test_every_cause_has_words_and_advice(kind: Kind, about: About) -> None:
    row = _row(kind.value, about.value, place="response[deny]" if about is About.ANSWER else "/events/0/cwd")
    (line,) = cause_lines([row])
    for text in (line.words, advice(row)):
        assert text
        assert "{" not in text


def test_advice_names_the_row_with_its_arguments() -> None:
    assert (
        advice(_row())
        == "Add to the tools of gemini-cli: replace → Edit; for `input` also allow_multiple → replace_all."
    )
    assert "of somewhere" in advice(_row(platform="somewhere", got="x"))
    assert advice(_row("not-renamed", "argument")) == "Rename the argument replace to Edit in replace of gemini-cli."


@pytest.mark.parametrize(
    ("cause", "said"),
    [
        (
            ("refused", "payload", {"got": "-32002: unsupported platform: codex"}),
            "`hookconform init --add-platform codex`",
        ),
        (
            ("wrong", "payload", {"got": "-32002: unsupported platform: codex"}),
            "`hookconform init --add-platform codex`",
        ),
        (("wrong", "payload", {"got": "-32603: oh"}), "Refuse it with error -32001."),
        (("refused", "payload", {"got": "-32001: no"}), "Accept this payload"),
        (("broke", "method", {"got": "there is no method match"}), "docs/runner-contract.md"),
        (("wrong", "argument", {"place": "/events/0/tool_input/urls"}), "See docs/canonical-event.md, Arguments."),
        (("absent", "value", {"place": "/events/0/cwd"}), "Set cwd to the expected value."),
    ],
)
def test_advice_says_where_to_go_on(cause: tuple[str, str, dict[str, str]], said: str) -> None:
    kind, about, more = cause
    told = advice(_row(kind, about, **{"platforms": {"codex": 1}, "place": "/events/0/x", **more}))
    assert said in told
    assert ("See docs" in told) is ("See docs" in said)


@pytest.mark.parametrize(
    ("pointer", "words"),
    [
        ("/events/0/tool_input/offset", "tool_input.offset"),
        ("/events/*/cwd", "cwd"),
        ("/events/2/cwd", "event 2 cwd"),
        ("response[deny]", "response[deny]"),
    ],
)
def test_a_place_in_words(pointer: str, words: str) -> None:
    assert place_in_words(pointer) == words


def test_the_summary_fits_a_terminal_and_says_how_much_it_leaves_out() -> None:
    rows = [_row(got=f"native_tool_{number}") for number in range(30)]
    lines = cause_summary(rows, red=30)
    assert lines[0] == "30 red checks have 30 causes."
    assert all(len(line) <= 80 for line in lines)
    assert lines[-1].endswith("and 18 more")
    assert "native_tool_29" in " ".join(cause_summary(rows, red=30, whole=True))
    assert cause_summary([], red=0) == []


def test_platforms_are_named_where_a_run_has_several() -> None:
    shared = _row("broke", "payload", platform="", got="it ended", platforms={"a": 1, "b": 2})
    del shared["platform"]
    assert "breaks: it ended (a, b)" in " ".join(cause_summary([shared], red=3))
    assert "(a)" not in " ".join(cause_summary([shared | {"platforms": {"a": 1}}], red=1))


@pytest.mark.parametrize(
    ("tools", "advised"),
    [
        (["glob"], "Rename the argument dir_path to path in glob of gemini-cli."),
        (["glob", "list_directory"], "Rename the argument dir_path to path in glob, list_directory of gemini-cli."),
        (["glob", "write_file"], "Remove tool_input.dir_path."),
    ],
)
def test_argument_under_its_native_name_is_to_be_renamed(tools: list[str], advised: str) -> None:
    claims = [f"gemini-cli#tool:{tool}" for tool in tools]
    row = _row("too-much", "argument", place="/events/*/tool_input/dir_path", claims=claims)
    assert advice(row) == advised
