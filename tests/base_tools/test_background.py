"""Commands in the background: started, read, typed into, ended; and nothing of them is left."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.base_tools.conftest import Call
from tests.base_tools.test_shell import still_there
from tool_facades.base_tools import BaseTools, Command, Ended, LocalShell, Result, ShellWays, Stop, Ways

pytestmark = pytest.mark.whole

LINUX = sys.platform.startswith("linux")


class Shells:
    """Base tools with a shell, and a short way to call them."""

    def __init__(self, folder: Path, ways: ShellWays | None = None) -> None:
        self.tools = BaseTools(folder, shell=LocalShell(), ways=Ways(shell=ways or ShellWays()))

    def __call__(self, tool: str, **arguments: object) -> Result:
        return self.tools.run(Call(tool, arguments))


def test_a_command_in_the_background_is_read_and_ended(folder: Path) -> None:
    shell = Shells(folder)
    assert shell("Bash", command="echo one; sleep 600", run_in_background=True).text.endswith("Its id is 1.")
    assert shell("BashOutput", bash_id="1", wait=2000, filter="on").text == "one\n(It still runs.)"
    assert shell("BashOutput", bash_id="1").text == "(It still runs.)", "only what is new"
    assert shell("BashOutput", bash_id="1", limit=5).text == "one\n(It still runs.)"
    assert shell("KillShell", shell_id="1").text == "(The command 1 was ended.)"
    assert shell("BashOutput", bash_id="1").text == "(It was ended.)"
    assert "had ended already" in shell("KillShell", shell_id="1").text


def test_the_end_of_a_command_may_be_waited_for(folder: Path) -> None:
    shell = Shells(folder)
    shell("Bash", command="sleep 0.3; echo done; exit 3", run_in_background=True)
    assert shell("BashOutput", bash_id="1", block=True).text == "done\n\n(It ended with exit code 3.)"


def test_a_command_is_waited_for_and_goes_on(folder: Path) -> None:
    shell = Shells(folder)
    started = time.monotonic()
    told = shell("Bash", command="echo one; sleep 600", wait=300)
    assert time.monotonic() - started < 5
    after = "(The command goes on in the background after 0.3 seconds. Its id is 1.)"
    assert (told.ok, told.text) == (True, f"one\n\n{after}")
    assert shell("Bash", command="echo two", wait=5000).text == "two\n", "it ended in time"
    shell.tools.close()


def test_something_may_be_typed_into_a_command(folder: Path) -> None:
    shell = Shells(folder)
    shell("Bash", command="read line; echo got $line; cat", run_in_background=True, shell_id="mine")
    assert shell("BashInput", shell_id="mine", command="hello\n", wait=1000).text == "got hello\n\n(It still runs.)"
    assert "(It still runs.)" in shell("BashInput", shell_id="mine").text
    assert shell("BashInput", shell_id="mine", command="\x03", wait=5000).text == "(It was ended.)"
    assert shell("BashInput", shell_id="mine", command="x").outcome == "refused"
    shell("Bash", command="sleep 600", wait=10)
    assert "its input is closed" in shell("BashInput", shell_id="1", command="x").text
    shell.tools.close()


def test_unknown_commands_and_taken_names_are_refused(folder: Path) -> None:
    shell = Shells(folder)
    assert shell("BashOutput", bash_id="7").text == "No command '7' runs in the background; there are: none."
    shell("Bash", command="sleep 600", run_in_background=True, shell_id="a")
    assert "still runs in a" in shell("Bash", command="true", shell_id="a").text
    for _ in range(19):
        assert shell("Bash", command="sleep 600", run_in_background=True).ok
    assert "20 commands run" in shell("Bash", command="sleep 600", run_in_background=True).text
    shell.tools.close()


@pytest.mark.skipif(not LINUX, reason="elsewhere only the process group is ended")
def test_closing_the_tools_ends_what_runs(folder: Path) -> None:
    mark = f"closing-{os.getpid()}"
    local = LocalShell(environment={"PATH": os.environ["PATH"], "MARK": mark})
    with BaseTools(folder, shell=local) as tools:
        for command in ("setsid sleep 600", "sleep 600 & sleep 600"):
            assert tools.run(Call("Bash", {"command": command, "run_in_background": True})).ok
        assert still_there(mark)
    until = time.monotonic() + 10
    while still_there(mark) and time.monotonic() < until:
        time.sleep(0.05)
    assert still_there(mark) == []


def test_a_cancelled_call_ends_its_command(folder: Path) -> None:
    shell, stop = Shells(folder), Stop()
    threading.Timer(0.4, stop.set).start()
    started = time.monotonic()
    result = shell.tools.run(Call("Bash", {"command": "sleep 3; touch late.txt"}), stop)
    assert (result.outcome, result.text) == ("refused", "The call was cancelled.")
    assert time.monotonic() - started < 2.5
    time.sleep(3)
    assert list(folder.iterdir()) == []


def test_a_call_that_is_cancelled_before_it_begins_does_nothing(folder: Path) -> None:
    stop = Stop()
    stop.set()
    for call in (Call("Bash", {"command": "touch f"}), Call("Write", {"file_path": "f", "content": ""})):
        assert Shells(folder).tools.run(call, stop).outcome == "refused"
    assert list(folder.iterdir()) == []


def test_the_folder_is_kept_only_if_that_is_the_way(folder: Path) -> None:
    (folder / "sub").mkdir()
    for keeps, name in ((False, folder.name), (True, "sub")):
        shell = Shells(folder, ShellWays(keeps_folder=keeps))
        assert shell("Bash", command="cd sub; false").ok
        assert shell("Bash", command="basename $PWD").text == f"{name}\n"
    assert shell("Bash", command="cd ..; exit 3").ok
    assert shell("Bash", command="basename $PWD").text == f"{folder.name}\n", "also where it fails"


@pytest.mark.parametrize(
    "command", ["cd ..", "cd /", "cd sub && rmdir ../sub", "exec >&-; cd ..", "trap '' EXIT; cd sub"]
)
def test_a_folder_outside_or_gone_is_not_kept(folder: Path, command: str) -> None:
    (folder / "sub").mkdir()
    shell = Shells(folder, ShellWays(keeps_folder=True))
    shell("Bash", command=command)
    assert shell("Bash", command="pwd -P").text == f"{folder}\n"


def test_descriptor_for_the_folder_disturbs_no_script(folder: Path) -> None:
    shell = Shells(folder, ShellWays(keeps_folder=True))
    assert shell("Bash", command="exec 9>lock; flock 9; cat <<'EOF'\nhere $HOME\nEOF").text == "here $HOME\n"
    assert (folder / "lock").read_bytes() == b""
    assert "line 1" in shell("Bash", command="no-such-program").text
    wrong = shell("Bash", command="if then").text
    assert "line 1: `if then'" in wrong
    assert "trap" not in wrong
    assert shell("Bash", command="echo \"$# '$1'\" $'a\\'b'").text == "0 '' a'b\n"


def test_a_command_goes_on_after_its_time_if_that_is_the_way(folder: Path) -> None:
    shell = Shells(folder, ShellWays(goes_on=True))
    assert shell("Bash", command="echo a; read -t 1 < <(sleep 5); touch late", timeout=200).ok
    assert "exit code" in shell("BashOutput", bash_id="1", block=True).text
    assert (folder / "late").exists()
    assert shell("Bash", command="sleep 5; touch later", timeout=200).outcome == "refused"


SUBSTITUTED = ["echo $(ls)", "echo `ls`", 'echo "$(ls)"', "cat <(ls)", "ls | tee >(wc)", "echo ''$(ls)"]
PLAIN = ["echo '$(ls)'", r"echo \$\(ls\)", "echo $HOME ${HOME}", "(ls)", "a=(1 2)", "echo 'a`b'"]


def test_substitutions_are_refused_if_that_is_the_way(folder: Path) -> None:
    shell = Shells(folder, ShellWays(substitutions=False))
    assert {command: shell("Bash", command=command).outcome for command in SUBSTITUTED} == dict.fromkeys(
        SUBSTITUTED, "refused"
    )
    assert {command: shell("Bash", command=command).outcome for command in PLAIN} == dict.fromkeys(PLAIN, "ok")


def test_exit_codes_are_told_unless_the_way_is_another(folder: Path) -> None:
    assert Shells(folder, ShellWays(exit_codes=False))("Bash", command="exit 3").text == ""


def test_a_shell_that_only_waits_has_no_background(folder: Path) -> None:
    def own(command: Command) -> Ended:
        return Ended("said", 0)

    tools = BaseTools(folder, shell=own)
    assert not {"BashOutput", "BashInput", "KillShell"} & set(tools.tools)
    assert tools.run(Call("Bash", {"command": "x", "run_in_background": True})).outcome == "refused"
    assert not {"run_in_background", "wait"} & tools.arguments["Bash"]
    assert {"run_in_background", "wait"} <= BaseTools(folder, shell=LocalShell()).arguments["Bash"]
