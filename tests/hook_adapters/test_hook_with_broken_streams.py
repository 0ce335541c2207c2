"""The hook program whose standard streams are broken or endless: before a tool it denies, whatever happens."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.hook_process import BLOCKED, SHELL, UNKNOWN_CALLER, denied, run

import hook_adapters
from hook_adapters.canonical.platform import load
from hook_adapters.program.streams import MAX_INPUT

pytestmark = [
    pytest.mark.whole,
    pytest.mark.skipif(os.name != "posix", reason="standard streams and signals as POSIX has them"),
]


@pytest.fixture
def nobody_reads() -> Iterator[int]:
    """Return a pipe without a reader."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


@pytest.fixture
def nobody_takes() -> Iterator[int]:
    """Return a full pipe whose reader never reads."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while os.write(writer, b"x" * 4096):
            pass
    except BlockingIOError:
        pass
    os.set_blocking(writer, True)
    yield writer
    os.close(writer)
    os.close(reader)


BROKEN_STREAMS = ["closed", "full", "nobody_reads", "nobody_takes"]


def broken(kind: str, number: int, request: pytest.FixtureRequest) -> tuple[list[str], dict[str, Any]]:
    """Return what to put before a command, and how to start it, for its stream of this number to be broken."""
    name = {1: "stdout", 2: "stderr"}[number]
    if kind == "closed":
        return ["/bin/sh", "-c", f'exec "$@" {number}>&-', "sh"], {}
    if kind == "full":
        full = Path("/dev/full").open("wb")  # noqa: SIM115 (open as long as the test)
        request.addfinalizer(full.close)
        return [], {name: full}
    return [], {name: request.getfixturevalue(kind)}


@pytest.mark.parametrize("kind", BROKEN_STREAMS)
@pytest.mark.parametrize(
    ("payload", "ends"), [(BLOCKED, 0), (b"not json", UNKNOWN_CALLER)], ids=["blocked", "not json"]
)
def test_a_denial_does_not_depend_on_the_message(  # noqa: PLR0913 (fixtures and parameters)
    program: str, pack: str, kind: str, *, payload: Any, ends: int, request: pytest.FixtureRequest
) -> None:
    before, how = broken(kind, 2, request)
    code, stdout, _ = run([*before, program, "hook", "claude-code", "--rules", pack], payload, **how)
    assert (code, denied(stdout)) == (ends, True)


@pytest.mark.parametrize("kind", BROKEN_STREAMS)
@pytest.mark.parametrize("platform", hook_adapters.platforms())
def test_a_denial_that_cannot_be_printed_ends_with_the_code_that_stops_a_tool(
    program: str, pack: str, kind: str, platform: str, request: pytest.FixtureRequest
) -> None:
    before, how = broken(kind, 1, request)
    code, _, _ = run([*before, program, "hook", platform, "--rules", pack], b"not json", **how)
    assert code == load(platform).stop_exit_code
    assert code == (1 if platform in {"copilot-cli", "copilot-cloud-agent", "code-puppy"} else 2)


def test_an_allow_needs_no_output(program: str, pack: str, request: pytest.FixtureRequest) -> None:
    before, how = broken("closed", 1, request)
    assert run([*before, program, "hook", "claude-code", "--rules", pack], **how)[0] == 0


def test_standard_input_that_is_a_folder_is_denied(program: str, pack: str, tmp_path: Path) -> None:
    folder = os.open(tmp_path, os.O_RDONLY)
    code, stdout, _ = run([program, "hook", "claude-code", "--rules", pack], stdin=folder)
    os.close(folder)
    assert (code, denied(stdout)) == (UNKNOWN_CALLER, True)


def test_standard_input_that_is_closed_is_denied(program: str, pack: str) -> None:
    command = ["/bin/sh", "-c", 'exec "$@" <&-', "sh", program, "hook", "claude-code", "--rules", pack]
    code, stdout, stderr = run(command, stdin=subprocess.DEVNULL)
    assert (code, denied(stdout)) == (UNKNOWN_CALLER, True)
    assert "cannot read" in stderr


@pytest.mark.parametrize("source", ["/dev/zero", "pipe"])
def test_standard_input_that_never_ends_is_denied(program: str, pack: str, source: str) -> None:
    reader, writer = os.pipe()
    stream = os.open(source, os.O_RDONLY) if source != "pipe" else reader
    command = [program, "hook", "claude-code", "--rules", pack, "--deadline", "0.3"]
    code, stdout, _ = run(command, stdin=stream)
    for number in {reader, writer, stream}:
        os.close(number)
    assert (code, denied(stdout)) == (UNKNOWN_CALLER, True)
    assert "no answer within 0.3 seconds" in stdout


def test_a_payload_of_a_hundred_megabytes_is_denied(program: str, pack: str, tmp_path: Path) -> None:
    huge = tmp_path / "payload"
    text = json.dumps(SHELL).encode()
    with huge.open("wb") as file:
        file.write(text[:-1] + b', "x": "')
        file.truncate(100 * 1024 * 1024)
    with huge.open("rb") as file:
        code, stdout, _ = run([program, "hook", "claude-code", "--rules", pack], stdin=file)
    assert (code, denied(stdout)) == (UNKNOWN_CALLER, True)
    assert f"the limit is {MAX_INPUT}" in stdout


def test_a_payload_of_the_longest_length_is_read(program: str, pack: str) -> None:
    text = json.dumps(BLOCKED).encode()
    code, stdout, _ = run([program, "hook", "claude-code", "--rules", pack], text + b" " * (MAX_INPUT - len(text)))
    assert (code, "Blocked by rule: no-rm" in stdout) == (0, True)
