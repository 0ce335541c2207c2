"""How a keeper is started, and what it does with the children that it has and gets."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from hookconform.attach import keeping


def test_a_keeper_is_a_bare_interpreter_that_nothing_around_it_changes(tmp_path: Path) -> None:
    command = keeping.keeper_command("keeping")
    assert command[:4] == [sys.executable, "-I", "-S", "-c"]
    (tmp_path / "hookconform.py").write_text("raise SystemExit(9)")
    code = command[4].replace("import main; main()", "import _PATIENCE; print(_PATIENCE)")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    said = subprocess.run([*command[:4], code], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, check=True)
    assert said.stdout.decode().strip() == str(keeping._PATIENCE)


def test_the_alarm_can_be_read_from_once_and_drained_without_waiting() -> None:
    code = (
        "import os, select, subprocess; from hookconform.attach.keeping import *\n"
        "alarm = alarm_when_a_child_ends()\n"
        "drain(alarm)\n"
        "before = select.select([alarm], [], [], 0)[0]\n"
        "subprocess.run(['true'])\n"
        "after = select.select([alarm], [], [], 30)[0]\n"
        "drain(alarm)\n"
        "print(before == [], after == [alarm], select.select([alarm], [], [], 0)[0] == [])\n"
    )
    said = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, timeout=60, check=True)
    assert said.stdout.split() == [b"True"] * 3


def test_all_children_are_ended_and_waited_for_and_nobody_elses() -> None:
    other = subprocess.Popen(["sleep", "600"], start_new_session=True)
    code = (
        "import os, subprocess; from hookconform.attach.keeping import *\n"
        "adopt_orphans()\n"
        "subprocess.run(['sh', '-c', 'sleep 600 >&- & sleep 600 >&- & exit 0'])\n"
        "subprocess.Popen(['sleep', '600'], start_new_session=True, stdout=subprocess.DEVNULL)\n"
        "end_descendants()\n"
        "try: os.waitpid(-1, os.WNOHANG)\n"
        "except ChildProcessError: print('none')\n"
    )
    try:
        said = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, timeout=60, check=True)
        assert said.stdout.strip() == b"none"
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()


def test_a_group_that_is_gone_is_no_error() -> None:
    leader = subprocess.Popen(["true"], start_new_session=True)
    leader.wait()
    keeping.end_group(leader.pid)
