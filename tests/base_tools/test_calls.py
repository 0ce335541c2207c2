"""Whatever a model sends gets an outcome and a sentence; nothing is raised, nothing is guessed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.base_tools.conftest import Call, Run
from tool_facades.base_tools import BaseTools, Fetch, LocalShell, WebSearch
from tool_facades.base_tools.arguments import ARGUMENTS


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("Write", {"file_path": "f"}, "Write needs content."),
        ("Write", {"filePath": "f", "content": ""}, "Write has no argument 'filePath'; did you mean file_path?"),
        ("Write", {"file_path": 1, "content": ""}, "file_path of Write has to be a text."),
        ("Write", "text", "Write takes named arguments, not str."),
        ("Edit", {"file_path": "f", "old_string": "a"}, "Edit needs new_string, or patch alone."),
        ("Edit", {"patch": "x", "old_string": "a"}, "Give patch alone, or the others; not patch and old_string."),
        ("Edit", {"replace_all": "yes"}, "replace_all of Edit has to be true or false."),
        ("Read", {"file_path": "f", "limit": -1}, "limit of Read has to be a whole number from 0."),
        ("Read", {"file_path": "f", "offset": True}, "offset of Read has to be a whole number from 0."),
        ("Grep", {"pattern": "x", "paths": []}, "paths is empty."),
        ("Grep", {"pattern": "x", "output_mode": "lines"}, "output_mode is one of content, files_with_matches, count."),
        ("Grep", {"pattern": "x", "type": "pyton"}, "There is no kind of files 'pyton'; did you mean python?"),
        ("Read", {"file_path": "f", "pages": "1-2"}, "it is not offered here"),
    ],
)
def test_arguments_that_do_not_fit_are_named(run: Run, folder: Path, tool: str, arguments: object, said: str) -> None:
    result = BaseTools(folder).run(Call(tool, arguments))  # type: ignore[arg-type]
    assert (result.ok, result.outcome) == (False, "invalid")
    assert said in result.text


def test_an_unknown_tool_is_told_with_those_there_are(folder: Path) -> None:
    result = BaseTools(folder).run(Call("Task", {}))
    assert (result.outcome, result.text) == (
        "unknown-tool",
        "There is no tool 'Task'; there are Read, Write, Edit, Glob, Grep, LS, TodoWrite.",
    )


def test_what_is_switched_off_may_be_said(run: Run) -> None:
    assert run("Grep", pattern="x", multiline=False, respect_ignore=False).ok


def test_replacements_may_be_counted(run: Run, folder: Path) -> None:
    (folder / "f").write_text("a a\n")
    three = {"file_path": "f", "old_string": "a", "new_string": "b", "expected_replacements": 3}
    assert run("Edit", **three).outcome == "refused"
    assert run("Edit", **{**three, "expected_replacements": 2}).ok
    assert (folder / "f").read_text() == "b b\n"


def test_a_folder_that_is_none_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "missing", tmp_path / "file"):
        with pytest.raises(ValueError, match="is no folder that can be opened"):
            BaseTools(path)


def test_pages_come_from_the_fetcher(folder: Path) -> None:
    asked: list[Fetch] = []

    def fetcher(wanted: Fetch) -> str:
        asked.append(wanted)
        return "page" * 50_000

    tools = BaseTools(folder, fetcher=fetcher)
    result = tools.run(Call("WebFetch", {"url": "https://a.example/x?y#z", "prompt": "why", "timeout": 2000}))
    assert asked == [Fetch("https://a.example/x?y#z", "why", "", 2.0)]
    assert result.text.endswith("(Left out: 100000 more letters.)")
    both = tools.run(Call("WebFetch", {"urls": ["http://a.example", "http://b.example"]}))
    assert both.text.startswith("http://a.example\npage")
    for url in ("file:///etc/passwd", "ftp://a", "http://user:pw@a.example", "//a", "http://a b", "https://", "x"):
        assert tools.run(Call("WebFetch", {"urls": ["http://a.example", url]})).outcome == "invalid"
    assert tools.run(Call("WebFetch", {})).outcome == "invalid"
    assert len(asked) == 3
    assert tools.run(Call("WebFetch", {"url": "http://a.example", "urls": ["http://a.example", "http://b.example"]})).ok
    assert [page.url for page in asked[3:]] == ["http://a.example", "http://b.example"]


def test_a_search_comes_from_the_searcher_and_what_it_raises_is_told(folder: Path) -> None:
    asked: list[WebSearch] = []

    def searcher(wanted: WebSearch) -> str:
        asked.append(wanted)
        if wanted.query == "bad":
            raise RuntimeError("quota used up")
        return "found"

    tools = BaseTools(folder, searcher=searcher)
    assert tools.run(Call("WebSearch", {"query": "q", "allowed_domains": ["a"], "num_results": 2})).text == "found"
    assert asked == [WebSearch("q", ("a",), (), 2)]
    bad = tools.run(Call("WebSearch", {"query": "bad"}))
    assert (bad.outcome, bad.text) == ("refused", "The search for 'bad' failed: quota used up")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
NAMES = sorted({name.rstrip("*") for kinds in ARGUMENTS.values() for name in kinds})


@pytest.mark.whole
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from([*ARGUMENTS, "Task"]), JSON | st.dictionaries(st.sampled_from(NAMES), JSON | st.just("f")))
def test_any_arguments_get_an_outcome(folder: Path, tool: str, arguments: object) -> None:
    tools = BaseTools(folder, shell=LocalShell(program="/bin/true"), fetcher=lambda _: "p", searcher=lambda _: "found")
    if tool != "Bash":
        assert tools.run(Call(tool, arguments)).text  # type: ignore[arg-type]
