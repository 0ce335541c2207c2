"""What stands between facades and tools, without a framework; and what is said where one is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tool_facades import Call, ProviderToolRegistry
from tool_facades.base_tools import BaseTools, Result, Stop
from tool_facades.wrappers import Offered


class Recorded:
    tools = ("Read", "WebFetch")

    def __init__(self) -> None:
        self.calls: list[Any] = []

    def run(self, call: Call) -> Result:
        self.calls.append(call.arguments)
        ok = "bad" not in str(call.arguments)
        return Result(ok=ok, outcome="ok" if ok else "refused", text=str(len(self.calls)))


class Several:
    """A facade of one's own: a list of files in one call."""

    tool_name = "read_files"
    canonical = "Read"

    def definition(self, api: str) -> dict[str, Any]:
        return {"name": "read_files", "api": api}

    def to_canonical(self, arguments: dict[str, Any]) -> Any:
        class Mapped:
            calls = tuple(Call("Read", {"file_path": path}) for path in arguments["paths"])

        return Mapped()


def test_several_calls_are_made_in_order_up_to_the_first_that_fails() -> None:
    tools = Recorded()
    result = Offered([Several()], tools).run("read_files", {"paths": ["a", "bad", "c"]})
    assert [one["file_path"] for one in tools.calls] == ["a", "bad"]
    assert (result.outcome, result.text) == ("refused", "1\n2\n(1 of 3 calls was carried out before.)")
    assert Offered([Several()], Recorded()).run("read_files", {"paths": ["a", "b"]}).text == "1\n2"


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ({"limit": 0}, "1\tone\n2\ttwo\n(limit had no effect: 0 is too small.)"),
        ({"offset": -2, "limit": 1}, "1\tone\n(offset had no effect: -2 is too small.)"),
        ({"offset": 2, "limit": 1}, "2\ttwo"),
    ],
)
def test_a_number_that_the_program_ignores_has_no_effect(tmp_path: Path, lines: dict[str, int], text: str) -> None:
    """Claude Code declares what `limit` and `offset` must be, and reads with those that are not."""
    (tmp_path / "a.txt").write_text("one\ntwo\n", encoding="utf-8")
    offered = Offered(ProviderToolRegistry().tools_for_provider("claude"), BaseTools(tmp_path))
    result = offered.run("Read", {"file_path": "a.txt", **lines})
    assert (result.outcome, result.text.splitlines()) == ("ok", text.splitlines())
    assert offered.run("Read", {"file_path": "a.txt", "limit": False}).outcome == "invalid"


def test_the_model_is_told_what_had_no_effect(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\n", encoding="utf-8")
    offered = Offered(ProviderToolRegistry().tools_for_provider("hermes"), BaseTools(tmp_path))
    asked = {"pattern": "one", "target": "files", "offset": 3, "output_mode": "files_only"}
    assert offered.run("search_files", asked).text == "a.txt\n(target, offset had no effect: not offered here.)"
    # It says once more what is replaced, and a switch that is off is no loss.
    edit = {"mode": "replace", "path": "a.txt", "old_string": "one", "new_string": "two", "cross_profile": False}
    assert offered.run("patch", edit).text == "Edited a.txt."


def test_only_facades_with_a_tool_behind_them_are_offered(tmp_path: Path) -> None:
    facades = ProviderToolRegistry().tools_for_provider("opencode")
    offered = Offered(facades, BaseTools(tmp_path))
    assert list(offered.facades) == ["read", "write", "edit", "glob", "grep", "todowrite"]
    assert {"bash", "task", "webfetch"} <= set(offered.left_out)
    unknown = offered.run("bash", {"command": "touch ran"})
    assert (unknown.outcome, list(tmp_path.iterdir())) == ("unknown-tool", [])


def test_of_several_tools_for_one_thing_the_main_one_is_offered_unless_all_are_wanted() -> None:
    class Shell(Recorded):
        tools = ("Bash",)

    facades = ProviderToolRegistry().tools_for_provider("claude")
    assert list(Offered(facades, Shell()).facades) == ["Bash"]
    assert {"Bash", "PowerShell"} <= Offered(facades, Shell(), every=True).facades.keys()


def test_of_two_facades_with_one_name_the_first_counts() -> None:
    first, second = Several(), Several()
    assert Offered([first, second], Recorded(), every=True).facades["read_files"] is first


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("pydantic_toolset", "pydantic_ai", "pydantic-ai"),
        ("agents_tools", "agents", "openai-agents"),
        ("langchain_tools", "langchain_core", "langchain"),
        ("mcp_server", "mcp", "mcp"),
    ],
)
def test_a_missing_extra_is_named(module: str, package: str, extra: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; import tool_facades.wrappers.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"pip install 'tool-facades[{extra}]'" in done.stderr


@pytest.mark.parametrize(
    "module",
    ["hook_adapters", "hook_adapters.program.hook", "tool_facades", "tool_facades.wrappers.offered"],
)
def test_frameworks_and_tools_are_imported_only_where_they_are_named(module: str) -> None:
    code = f"import sys, {module}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    heavy = {"pydantic", "pydantic_ai", "mcp", "mcp_types", "openai", "asyncio"}
    assert not heavy & set(loaded)
    if module.startswith("hook_adapters"):
        assert not [name for name in loaded if name.startswith("tool_facades")]
    if module != "tool_facades.wrappers.offered":
        assert not [name for name in loaded if name.startswith(("tool_facades.base_tools", "tool_facades.wrappers"))]


@pytest.mark.parametrize("package", ["re2", "pathspec"])
def test_a_missing_search_extra_is_named_unless_done_without(tmp_path: Path, package: str) -> None:
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from tool_facades.base_tools import BaseTools\n"
        f"print(BaseTools({str(tmp_path)!r}, search=False).tools)\n"
        f"BaseTools({str(tmp_path)!r})\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "('Read', 'Write', 'Edit', 'TodoWrite')\n"
    assert "pip install 'tool-facades[search]'" in done.stderr.splitlines()[-1]


def test_why_a_facade_is_left_out_is_said(tmp_path: Path) -> None:
    facades = ProviderToolRegistry().tools_for_provider("codex")
    offered = Offered([*facades, *facades], BaseTools(tmp_path), every=True, free_text=False)
    assert offered.as_functions == ("apply_patch",)
    assert offered.left_out["exec_command"] == "there is no Bash behind it"
    assert offered.left_out["update_plan"] == "another tool has the same name"


def test_free_text_of_ones_own_without_a_function_form_is_left_out() -> None:
    class Text(Several):
        free_text = True

    with pytest.raises(ValueError, match="read_files: it takes free text, and has no form as a function"):
        Offered([Text()], Recorded(), free_text=False)


@pytest.mark.parametrize(
    "given", [{}, {"input": 1}, {"patch": "x"}, {"input": "x", "patchText": "x"}, [], None, 7, "no patch"]
)
def test_a_patch_that_is_none_is_refused(tmp_path: Path, given: Any) -> None:
    offered = Offered(ProviderToolRegistry().tools_for_provider("codex"), BaseTools(tmp_path), free_text=False)
    assert offered.run("apply_patch", given).outcome in {"invalid", "refused"}
    assert list(tmp_path.iterdir()) == []


def test_arguments_that_models_add_change_nothing(tmp_path: Path) -> None:
    offered = Offered(ProviderToolRegistry().tools_for_provider("gemini"), BaseTools(tmp_path))
    asked = {"file_path": "a.txt", "content": "x", "wait_for_previous": True, "description": "why"}
    added = "(description, wait_for_previous was left out: this tool has no such argument.)"
    assert offered.run("write_file", asked).text == f"Created a.txt.\n{added}"
    assert offered.run("write_file", {**asked, "mode": "x"}).outcome == "invalid"


def test_tools_of_ones_own_may_take_a_stop_or_not(tmp_path: Path) -> None:
    class Stopping(Recorded):
        def run(self, call: Call, stop: Stop | None = None) -> Result:
            assert stop is not None
            return super().run(call)

    for tools in (Recorded(), Stopping()):
        stop = Stop()
        assert Offered([Several()], tools).run("read_files", {"paths": ["a", "b"]}, stop).text == "1\n2"
        stop.set()
        assert Offered([Several()], tools).run("read_files", {"paths": ["c"]}, stop).outcome == "refused"
        assert len(tools.calls) == 2


@pytest.mark.parametrize("lines", [[0, 2], [1, 0], [-1, 2]])
def test_lines_that_are_none_are_not_shown_as_the_whole_file(tmp_path: Path, lines: list[int]) -> None:
    (tmp_path / "a.txt").write_text("one\ntwo\n", encoding="utf-8")
    offered = Offered(ProviderToolRegistry().tools_for_provider("copilot"), BaseTools(tmp_path))
    assert offered.run("view", {"path": "a.txt", "view_range": lines}).outcome == "invalid"
    assert offered.run("view", {"path": "a.txt", "view_range": [2, -1]}).text == "2\ttwo"
