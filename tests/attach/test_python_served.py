"""The program that serves a Python object: its streams, its import path, what it answers, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hookconform.attach import python_host

ADAPTER = """
import json, os, sys
class Adapter:
    def path(self):
        return sys.path
    def descriptors(self):
        nothing = os.stat(os.devnull).st_rdev
        return {
            "nothing": [n for n in range(100) if is_open(n) and os.fstat(n).st_rdev == nothing],
            "inherited": [n for n in range(3, 100) if is_open(n) and os.get_inheritable(n)],
            "read": os.read(0, 9).decode(),
        }
    def say(self, text):
        print(text)
        os._exit(3)
def is_open(number):
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
def create():
    return Adapter()
"""


def served(folder: Path, *calls: tuple[str, dict[str, Any]], top: str = "", options: tuple[str, ...] = ()) -> Any:
    """Return the answers of the served adapter, and its ended process with what it wrote."""
    (folder / "adapter.py").write_text(top + ADAPTER)
    requests = [{"id": number, "method": method, "params": params} for number, (method, params) in enumerate(calls)]
    read_end, channel = os.pipe()
    command = [sys.executable, *options, python_host.__file__, str(channel), "adapter:create", str(folder)]
    try:
        done = subprocess.run(
            command,
            input="".join(json.dumps(request) + "\n" for request in requests).encode(),
            capture_output=True,
            pass_fds=[channel],
            check=False,
        )
    finally:
        os.close(channel)
        with os.fdopen(read_end, "rb") as stream:
            answers = [json.loads(line) for line in stream]
    return answers, done


def import_path(*options: str) -> list[str]:
    """Return the import path of a Python that runs no file."""
    said = subprocess.run(
        [sys.executable, *options, "-c", "import json, sys; print(json.dumps(sys.path))"],
        stdout=subprocess.PIPE,
        check=True,
    )
    return [folder for folder in json.loads(said.stdout) if folder]


@pytest.mark.parametrize("options", [(), ("-I",)])
def test_the_import_path_is_the_interpreters_own_with_the_adapters_folder_first(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    answers, done = served(tmp_path, ("path", {}), options=options)
    assert answers[0]["result"] == [str(tmp_path), *import_path(*options)]
    assert done.returncode == 0


def test_input_is_empty_and_nothing_else_is_handed_on(tmp_path: Path) -> None:
    answers, done = served(tmp_path, ("descriptors", {}))
    assert answers[0]["result"] == {"nothing": [0], "inherited": [], "read": ""}
    assert (done.stdout, done.stderr) == (b"", b"")


def test_shutdown_is_answered_and_is_the_end(tmp_path: Path) -> None:
    answers, done = served(tmp_path, ("shutdown", {}), ("path", {}))
    assert answers == [{"jsonrpc": "2.0", "id": 0, "result": None}]
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_end_of_input_is_the_end_too(tmp_path: Path) -> None:
    answers, done = served(tmp_path)
    assert (answers, done.returncode) == ([], 0)


def test_a_line_is_printed_at_once_whatever_is_in_it(tmp_path: Path) -> None:
    answers, done = served(tmp_path, ("say", {"text": "é \ud83d"}))
    assert answers == []
    assert (done.returncode, done.stdout, done.stderr) == (3, "é \\ud83d\n".encode(), b"")


@pytest.mark.parametrize("top", ["import no_such_module\n", "raise SystemExit(0)\n"])
def test_an_object_that_cannot_be_made_is_the_answer_to_every_call_but_the_last(tmp_path: Path, top: str) -> None:
    answers, done = served(tmp_path, ("path", {}), ("path", {}), ("shutdown", {}), top=top)
    assert [answer.get("error", {}).get("code") for answer in answers] == [python_host.CANNOT_CREATE] * 2 + [None]
    assert "(at adapter.py:1 in <module>)" in answers[0]["error"]["message"]
    assert done.returncode == 0


def test_whoever_stops_it_by_hand_while_the_object_is_made_stops_it(tmp_path: Path) -> None:
    answers, done = served(tmp_path, ("path", {}), top="raise KeyboardInterrupt\n")
    assert (answers, done.returncode) == ([], -signal.SIGINT)
