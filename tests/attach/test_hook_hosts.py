"""The process that runs hook programs: one for all of them, another if somebody ended it, none once it is closed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hookconform.attach.hook_hosts import Host


@pytest.fixture
def host() -> Iterator[Any]:
    made = Host()
    yield made
    made.close()


def request(*argv: str) -> dict[str, Any]:
    return {"argv": list(argv), "folder": "/", "environment": dict(os.environ), "payload": "", "deadline": 600}


def test_one_process_runs_all_programs_apart_from_the_suites_own_group(host: Any) -> None:
    assert host.run(request("sh", "-c", "echo one")) == {"exit_code": 0, "stdout": "one\n", "stderr": ""}
    first = host._process
    assert host.run(request("sh", "-c", "echo two >&2; exit 3")) == {"exit_code": 3, "stdout": "", "stderr": "two\n"}
    assert host._process is first
    # What ends the suite by a signal to its group reaches no keeper, who has to end what it runs first.
    assert os.getpgid(first.pid) == first.pid


def test_a_program_that_cannot_be_started_is_no_end_of_the_host(host: Any) -> None:
    said = host.run(request(str(Path("/no/such/program"))))
    assert said["problem"] == "not started"
    assert "No such file" in said["why"]
    assert host.run(request("true"))["exit_code"] == 0


@pytest.mark.parametrize("how", ["ended", "its input closed"])
def test_a_host_that_is_gone_is_no_answer_and_the_next_program_has_another(host: Any, how: str) -> None:
    host.run(request("true"))
    first = host._process
    if how == "ended":
        os.kill(first.pid, signal.SIGKILL)
        first.wait()
    else:
        first.stdin.close()
    assert host.run(request("true")) is None
    assert first.returncode is not None
    assert first.stdout.closed
    assert host.run(request("true"))["exit_code"] == 0


def test_a_closed_host_has_ended_and_starts_no_more(host: Any) -> None:
    host.run(request("true"))
    process = host._process
    host.close()
    assert process.returncode == 0
    assert process.stdin.closed
    assert process.stdout.closed
    assert host.run(request("true")) is None
    assert host._process is None
    host.close()
