"""How programs end: what they said is shown, and nothing they started is left."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.support import fakes

from hookconform.attach.attaching import attach
from hookconform.attach.calls import Broken, Result
from hookconform.attach.child import Child
from hookconform.ground.errors import HookconformError

pytestmark = pytest.mark.whole

GOOD = {"say": fakes.EVENT}


def start_error(folder: Path, code: str) -> HookconformError:
    with pytest.raises(HookconformError) as caught:
        attach(fakes.manifest(folder, run={"command": [sys.executable, "-c", code]}), deadline=600)
    return caught.value


def test_what_a_program_prints_before_it_fails_to_start_is_shown() -> None:
    raised = start_error(Path(), "print('reading config'); print('no config'); raise SystemExit(4)")
    assert raised.shown == ("reading config", "no config")
    assert "  | no config\n" in raised.render()
    wrong_id = 'print(\'hi\'); print(\'{"jsonrpc": "2.0", "id": "1", "result": {}}\', flush=True); input(); input()'
    raised = start_error(Path(), wrong_id)
    assert 'has the id "1"' in raised.what
    assert raised.shown == ("hi",)


def test_of_standard_error_the_first_and_the_last_lines_are_shown() -> None:
    raised = start_error(Path(), "import sys; [print('line', n, file=sys.stderr) for n in range(1, 101)]; sys.exit(1)")
    _, _, said = raised.what.partition("it said: ")
    lines = said.splitlines()
    assert lines[:20] == [f"line {number}" for number in range(1, 21)]
    assert lines[20] == "… (60 more lines)"
    assert lines[21:] == [f"line {number}" for number in range(81, 101)]


@pytest.mark.parametrize("name", ["é" * 4000, "x" + "é" * 4000])
def test_a_program_whose_name_is_too_long_is_named_as_far_as_that_goes(name: str) -> None:
    with pytest.raises(OSError, match="File name too long: '/") as caught:
        Child([f"/{name}"], Path())
    assert name[:1000] in str(caught.value)


def test_a_line_without_end_is_cut_off_and_named(tmp_path: Path) -> None:
    flood = 'case "flood":\n            while True: print("x" * 65536, end="")\n        case "babble":'
    (tmp_path / "fake.py").write_text(fakes.SERVE.replace('case "babble":', flood))
    session = attach(fakes.with_identity(tmp_path), deadline=600)
    (response,) = session.responses([fakes.canonicalize({"do": "flood"}, "a")])
    session.close()
    assert response == Broken("canonicalize: the adapter wrote a line of more than 16 MB")


DAEMON = """
import os, pathlib, time
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    pathlib.Path({path!r}).with_suffix(".new").write_text(str(os.getpid()))
    os.rename(pathlib.Path({path!r}).with_suffix(".new"), {path!r})
    time.sleep(600)
while not pathlib.Path({path!r}).exists():
    time.sleep(0.01)
"""


@pytest.mark.parametrize("end", ["", "import os; os._exit(3)"])
def test_neither_children_nor_daemons_outlive_their_program(tmp_path: Path, end: str) -> None:
    note = tmp_path / "daemon.pid"
    (tmp_path / "fake.py").write_text(DAEMON.format(path=str(note)) + fakes.SERVE)
    session = attach(fakes.with_identity(tmp_path), deadline=600)
    payload = {"do": "crash"} if end else GOOD
    # A crash is noticed although the daemon still holds the pipe.
    assert isinstance(next(session.responses([fakes.canonicalize(payload, "a")])), Broken if end else Result)
    session.close()
    assert not Path(f"/proc/{note.read_text()}").exists()
