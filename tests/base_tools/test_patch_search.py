"""Where a hunk's lines are found, and what is kept: what the measured steps do not reach."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.base_tools.conftest import Run
from tool_facades.base_tools import patch_lines
from tool_facades.base_tools.outcome import Refusal
from tool_facades.base_tools.patch_lines import patched
from tool_facades.base_tools.patch_text import Hunk, parsed


def hunk(old: list[str], new: list[str], **more: object) -> Hunk:
    return Hunk(old=old, new=new, **more)  # type: ignore[arg-type]


LINES = st.lists(st.sampled_from(["a", "b", "a ", " a", "“a”", '"a"', "", "c"]), max_size=8)


def _slowly(lines: list[str], wanted: list[str], start: int, *, at_end: bool) -> int | None:
    """The search as one would write it down: every place, each of the four ways after the other."""
    dashes = str.maketrans({"“": '"', "”": '"'})
    ways = (str, str.rstrip, str.strip, lambda line: line.strip().translate(dashes))
    places = range(max(start, len(lines) - len(wanted)) if at_end else start, len(lines) - len(wanted) + 1)
    for way in ways:
        for place in places:
            if [way(line) for line in lines[place : place + len(wanted)]] == [way(line) for line in wanted]:
                return place
    return None


@pytest.mark.whole
@settings(max_examples=200, deadline=None)
@given(LINES, LINES.filter(bool), st.integers(0, 9), st.booleans())
def test_the_search_finds_the_same_place_as_a_slow_one(
    lines: list[str], wanted: list[str], start: int, at_end: bool
) -> None:
    found = patch_lines.LineSearch(lines, "f").first(wanted, start, at_end=at_end)
    assert found == _slowly(lines, wanted, start, at_end=at_end)


@settings(max_examples=100, deadline=None)
@given(st.text("ab \n\r", max_size=20), st.data())
def test_lines_that_no_hunk_changes_keep_text_and_ending(text: str, data: st.DataObject) -> None:
    lines = patch_lines.lines_of(text)
    assert "".join(line + ending for line, ending in lines) == text
    if not lines:
        return
    at = data.draw(st.integers(0, len(lines) - 1))
    # One line is replaced, found by all lines before it as context.
    before = [line for line, _ in lines[:at]]
    one = Hunk(old=[*before, lines[at][0]], new=[*before, "X"], context=[(index, index) for index in range(at)])
    usual = next((ending for _, ending in lines if ending), "\n")
    expected = [*lines[:at], ("X", usual), *lines[at + 1 :]]
    assert patched(text, [one], "f") == "".join(line + (ending or usual) for line, ending in expected)


def test_a_hunk_without_lines_to_find_goes_to_the_end() -> None:
    assert patched("a\nb\n", [hunk([], ["x"], anchor="a"), hunk(["b"], ["B"])], "f") == "a\nB\nx\n"


def test_what_is_missing_is_shown_with_the_line_from_which_it_was_searched() -> None:
    with pytest.raises(Refusal, match=r"not in f from line 3 on:\nb\nc"):
        patched("a\nb\n", [hunk(["a", "b"], ["x"]), hunk(["b", "c"], [])], "f")
    with pytest.raises(Refusal, match=r"no line 'q' in f from line 1 on"):
        patched("a\n", [hunk(["a"], ["x"], anchor="q")], "f")
    with pytest.raises(Refusal, match="not in f at the end:\na"):
        patched("a\nb\n", [hunk(["a"], ["x"], at_end=True)], "f")


@pytest.mark.whole
def test_a_patch_that_repeats_itself_is_searched_in_linear_time() -> None:
    text = "a\n" * 200_000
    with pytest.raises(Refusal, match="not in f"):
        patched(text, [hunk(["a"] * 100_000 + ["b"], [])], "f")


def test_a_patch_made_to_take_for_ever_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patch_lines, "MOST_STEPS", 20_000)
    with pytest.raises(Refusal, match="takes too long"):
        patched("a \n" * 1000, [hunk(["a"], ["b"]) for _ in range(1000)], "f")


def test_a_large_patch_is_read_in_linear_time() -> None:
    body = "".join(f"+{number}\n" for number in range(150_000))
    (change,) = parsed(f"*** Begin Patch\n*** Add File: f\n{body}*** End Patch")
    assert len(change.added) == 150_000


def test_garbage_is_refused_and_never_raises_anything_else(run: Run) -> None:
    pieces = ["*** Begin Patch", "*** End Patch", "*** Add File: f", "*** Update File: f", "*** Delete File: f", "@@"]
    pieces += ["*** Move to: g", "*** End of File", "+a", "-a", " a", "a", "", "@@ a", "\r", "*** Add File: ../x", "\0"]
    choose = random.Random(7)
    for _ in range(300):
        lines = [choose.choice(pieces) for _ in range(choose.randint(0, 9))]
        for text in ("\n".join(lines), "\n".join(["*** Begin Patch", *lines, "*** End Patch"])):
            assert run("Edit", patch=text).text
