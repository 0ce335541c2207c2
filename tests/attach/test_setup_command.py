"""What is said of a command of `setup` that did not end well."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform.attach.setup_command import demand
from hookconform.ground.errors import HookconformError


def failed(done: dict[str, Any] | None, seconds: float = 60.0) -> HookconformError:
    with pytest.raises(HookconformError) as caught:
        demand(done, where="here", hint="Look there.", seconds=seconds)
    assert (caught.value.code, caught.value.where) == ("adapter.setup", "here")
    return caught.value


def test_one_that_ends_with_exit_code_0_is_no_error() -> None:
    demand({"exit_code": 0, "stdout": "a", "stderr": "b"}, where="", hint="", seconds=1)


@pytest.mark.parametrize(
    ("done", "how"),
    [
        ({"exit_code": 1}, "exit code 1"),
        ({"exit_code": 255}, "exit code 255"),
        ({"exit_code": -1}, "it was ended by signal 1, exit code -1"),
        ({"exit_code": -9}, "it was ended by signal 9, exit code -9"),
        ({"problem": "missed"}, "it had not ended after 60 s"),
        ({"problem": "too much"}, "it wrote more than 1 MB"),
        ({"problem": "not started", "why": "No such file"}, "No such file"),
        ({}, "its process was ended"),
        (None, "its process was ended"),
    ],
)
def test_how_it_ended_is_said(done: dict[str, Any] | None, how: str) -> None:
    error = failed(done)
    assert error.what == f"A command of `setup` failed: {how}."
    assert error.hint == "Look there. It must end with exit code 0 in at most 60 s."
    assert error.shown == ()


def test_a_time_is_said_as_short_as_it_is() -> None:
    assert failed({"problem": "missed"}, 0.25).what == "A command of `setup` failed: it had not ended after 0.25 s."


@pytest.mark.parametrize("number", [1, 20, 21])
def test_the_last_twenty_lines_that_it_wrote_are_shown(number: int) -> None:
    lines = [f"line {n}" for n in range(number)]
    half = number // 2
    done = {"exit_code": 1, "stdout": "\n".join(lines[:half]), "stderr": "\n".join([*lines[half:], ""])}
    assert failed(done).shown == tuple(lines[-20:])
