"""A command ends, and with it everything that it started."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.base_tools.conftest import Call
from tool_facades.base_tools import BaseTools, Command, Ended, LocalShell, Result

LINUX = sys.platform.startswith("linux")


def shell(folder: Path, command: str, **arguments: object) -> Result:
    return BaseTools(folder, shell=LocalShell()).run(Call("Bash", {"command": command, **arguments}))


def still_there(mark: str) -> list[str]:
    """Return the processes whose environment holds a mark."""
    found: list[str] = []
    for process in Path("/proc").iterdir():
        if process.name.isdecimal() and int(process.name) != os.getpid():
            try:
                if f"MARK={mark}".encode() in (process / "environ").read_bytes():
                    found.append((process / "cmdline").read_text())
            except OSError:
                continue
    return found


def test_output_and_exit_code_are_told(folder: Path) -> None:
    assert shell(folder, "echo out; echo err >&2").text == "out\nerr\n"
    assert shell(folder, "echo x; exit 3").text == "x\n\n(Exit code 3.)"
    assert shell(folder, "kill -9 $$").text == "(Exit code 137.)"
    assert shell(folder, "exec 2>&1; no-such-program-anywhere").text.endswith("(Exit code 127.)")


def test_it_runs_in_the_folder_or_in_one_below(folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "out").symlink_to("..")
    assert shell(folder, "pwd -P").text == f"{folder}\n"
    assert shell(folder, "pwd -P", cwd="sub").text == f"{folder}/sub\n"
    for cwd in ("..", "out", "missing", "/"):
        assert shell(folder, "touch ran", cwd=cwd).outcome == "refused"
    assert not (folder.parent / "ran").exists()


def test_it_has_no_input_to_wait_for(folder: Path) -> None:
    assert shell(folder, "cat; echo end").text == "end\n"


@pytest.mark.skipif(not LINUX, reason="elsewhere only the process group is ended")
@pytest.mark.parametrize("timeout", [None, 300])
def test_nothing_that_it_started_is_left(folder: Path, timeout: int | None) -> None:
    mark = f"{os.getpid()}-{timeout}"
    tools = BaseTools(folder, shell=LocalShell(environment={"PATH": os.environ["PATH"], "MARK": mark}))
    started = "sleep 600 & setsid sleep 600 & (setsid setsid sh -c 'trap \"\" TERM HUP; sleep 600 & sleep 600' &); "
    last = "sleep 600" if timeout else "sleep 0.1; echo done"
    result = tools.run(Call("Bash", {"command": started + last, **({"timeout": timeout} if timeout else {})}))
    assert result.outcome == ("refused" if timeout else "ok")
    assert ("took too long" in result.text) == bool(timeout)
    assert still_there(mark) == []


@pytest.mark.skipif(not LINUX, reason="elsewhere only the process group is ended")
def test_a_command_that_ignores_being_asked_is_ended(folder: Path) -> None:
    assert "took too long" in shell(folder, "trap '' TERM INT HUP; while :; do sleep 1; done", timeout=200).text


def test_a_command_that_is_asked_may_still_say_something(folder: Path) -> None:
    result = shell(folder, "trap 'echo bye; exit' TERM; while :; do sleep 0.05; done", timeout=300)
    assert "bye\n" in result.text


def test_of_much_output_the_middle_is_left_out(folder: Path) -> None:
    tools = BaseTools(folder, shell=LocalShell(max_output_bytes=20))
    text = tools.run(Call("Bash", {"command": "printf 0123456789; printf %01000d 0; printf abcdefghij"})).text
    assert text == "0123456789\n(1000 bytes of output were left out here.)\nabcdefghij"


def test_commands_see_the_variables_given_and_no_others(folder: Path) -> None:
    tools = BaseTools(folder, shell=LocalShell(environment={"ONE": "1"}))
    assert tools.run(Call("Bash", {"command": "echo $ONE$HOME"})).text == "1\n"


@pytest.mark.parametrize(
    "arguments",
    [
        {"command": "echo \0"},
        {"command": "\ud800"},
        {"command": "x", "timeout": 0},
        {"command": "x", "timeout": True},
        {"command": "x", "run_in_background": "soon"},
        {"command": "x", "shell_id": 1},
        {"timeout": 1},
    ],
)
def test_what_it_cannot_do_is_invalid(folder: Path, arguments: dict[str, object]) -> None:
    assert BaseTools(folder, shell=LocalShell()).run(Call("Bash", arguments)).outcome == "invalid"


def test_without_a_shell_there_is_no_such_tool(folder: Path) -> None:
    result = BaseTools(folder).run(Call("Bash", {"command": "touch ran"}))
    assert (result.outcome, list(folder.iterdir())) == ("unknown-tool", [])


def test_a_shell_of_ones_own_is_asked(folder: Path) -> None:
    asked: list[Command] = []

    def own(command: Command) -> Ended:
        asked.append(command)
        return Ended("said", None)

    result = BaseTools(folder, shell=own).run(Call("Bash", {"command": "x", "timeout": 1500, "wait": 5}))
    assert (asked[0].text, asked[0].seconds, result.outcome) == ("x", 1.5, "refused")
