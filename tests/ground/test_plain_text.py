from __future__ import annotations

import pytest

from hookconform.ground.plain_text import WIDTH, column_widths, columns, counted, folded, paragraph

ROWS = [("name", "calls", ""), ("Bash", "12", "late"), ("a long name", "3", "")]


def test_columns_are_as_wide_as_their_widest_cell_and_lines_end_without_spaces() -> None:
    assert columns(ROWS) == ["name         calls", "Bash         12     late", "a long name  3"]
    assert column_widths(ROWS) == [11, 5, 4]


def test_columns_can_stand_to_the_right_and_have_a_least_width() -> None:
    assert columns(ROWS, gap=1, least=(0, 6), right_from=1) == [
        "name         calls",
        "Bash            12   late",
        "a long name      3",
    ]


def test_a_cell_wider_than_a_column_may_be_sticks_out_of_its_own_line_only() -> None:
    assert columns([("name", "n"), ("a long name", "1")], widest=5) == ["name   n", "a long name  1"]


def test_nothing_has_no_lines() -> None:
    assert columns([]) == []


def test_rows_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="argument"):
        columns([("a", "b"), ("c",)])


def test_a_paragraph_is_indented_and_leaves_names_whole() -> None:
    name = "gemini-cli/captured/0.61.0/" + "x" * 70
    lines = paragraph("   ", f"{'word ' * 20}{name} end")
    assert f"   {name}" in lines
    assert all(line.startswith("   ") for line in lines)
    assert all(len(line) <= WIDTH for line in lines if name not in line)
    assert paragraph("  ", "") == []


@pytest.mark.parametrize(("number", "said"), [(0, "0 checks"), (1, "1 check"), (2, "2 checks"), (1263, "1,263 checks")])
def test_a_number_has_its_noun(number: int, said: str) -> None:
    assert counted(number, "check") == said
    assert counted(number, "entry", "entries") == said.replace("checks", "entries").replace("check", "entry")


def test_a_bullet_stays_at_a_word_that_is_wider_than_the_line() -> None:
    word = "x" * (WIDTH + 1)
    assert folded(f"  * {word} then more", 4) == [f"  * {word}", "    then more"]
    assert folded("  * a few words", 4) == ["  * a few words"]
    assert folded(f"  `run {word}` then", 2) == [f"  `run {word}`", "  then"]
    assert folded("", 2) == []


def test_a_command_at_the_end_stays_whole() -> None:
    command = "hookconform respond codex PreToolUse deny"
    for words in (
        "Give a platform, an event and a verdict, in this order:",
        "They are given in this order, so now. Write",
    ):
        assert folded(f"{words} {command}", 2) == [words, f"  {command}"]


def test_a_sentence_that_goes_on_behind_a_command_is_folded() -> None:
    for line in (
        "Only recordings count: hookconform record install PLATFORM, let it work, then hookconform record review.",
        "This is how: hookconform record install PLATFORM FILE. Then hookconform record review shows what is new.",
    ):
        assert all(len(part) <= WIDTH for part in folded(line, 2))
        assert " ".join(part.strip() for part in folded(line, 2)) == line
    command = """hookconform debug codex PreToolUse --tool Bash --input '{"command": "ls", "timeout": 1}' --all"""
    assert folded(f"Try a call of it: {command}", 2) == ["Try a call of it:", f"  {command}"]
