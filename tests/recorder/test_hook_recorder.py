"""The stand-alone script, run as the platforms run it: through a shell, with the payload on standard input."""

import importlib.util
import json
import os
import shlex
import subprocess
from pathlib import Path

import pytest

from hookconform_lab.recorder import hook_recorder, installing
from hookconform_lab.recorder.script import NAME, script_text


@pytest.fixture
def script(tmp_path: Path) -> Path:
    folder = tmp_path / "private" / "recorder"
    (folder / "versions").mkdir(parents=True)
    (folder.parent / "recordings" / "gemini-cli").mkdir(parents=True)
    script = folder / NAME
    script.write_text(script_text())
    return script


def line(script: Path, platform: str = "gemini-cli", event: str = "BeforeTool") -> str:
    return installing.command(script, platform, event)


def call(script: Path, payload: bytes, *, env: dict[str, str] | None = None, **kwargs: str) -> None:
    done = subprocess.run(
        line(script, **kwargs), shell=True, input=payload, capture_output=True, env=env or {}, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def kept(script: Path, platform: str = "gemini-cli") -> list[dict]:
    folder = script.parents[1] / "recordings" / platform
    return [json.loads(path.read_bytes()) for path in sorted(folder.iterdir())]


def test_one_call_becomes_one_file_with_the_exact_text(script: Path) -> None:
    payload = '{"a": "é😀\\u00e9", "b":1}\n'
    call(script, payload.encode(), env={"GEMINI_CWD": "/x", "GEMINI_API_KEY": "secret-value", "MY_TOKEN": "y"})
    (row,) = kept(script)
    assert row.pop("recorded_ns") > 0
    assert row == {
        "platform": "gemini-cli",
        "platform_version": None,
        "registered_event": "BeforeTool",
        "hook_env_names": ["GEMINI_API_KEY", "GEMINI_CWD"],
        "payload_text": payload,
    }
    assert "secret-value" not in json.dumps(row)


@pytest.mark.whole
def test_two_hundred_calls_at_once_lose_nothing(script: Path) -> None:
    count = 200
    argv = shlex.split(line(script).split(" 2>")[0])
    running = [subprocess.Popen(argv, stdin=subprocess.PIPE, env={}) for _ in range(count)]
    for number, process in enumerate(running):
        process.stdin.write(json.dumps({"number": number, "text": "x" * 5000}).encode())
    for process in running:
        process.stdin.close()
    assert {process.wait() for process in running} == {0}
    assert sorted(json.loads(row["payload_text"])["number"] for row in kept(script)) == list(range(count))


def test_bytes_that_are_no_text_are_kept_exactly(script: Path) -> None:
    payload = b'{"a":"\xff\xfe"}'
    call(script, payload)
    assert kept(script)[0]["payload_text"].encode("utf-8", "surrogateescape") == payload


def test_the_version_is_told_while_the_program_is_the_same_file(script: Path, tmp_path: Path) -> None:
    program = tmp_path / "gemini"
    program.write_text("one")
    status = program.stat()
    note = script.parent / "versions" / "gemini-cli"
    note.write_text(f"1.2.3\n{status.st_size}\n{status.st_mtime_ns}\n{program}\n")
    call(script, b"{}")
    assert kept(script)[0]["platform_version"] == "1.2.3"
    program.write_text("another")
    call(script, b"{}")
    assert sorted(str(row["platform_version"]) for row in kept(script)) == ["1.2.3", "None"]


def test_copilot_tells_its_version_itself(script: Path) -> None:
    (script.parents[1] / "recordings" / "copilot-cli").mkdir()
    call(script, b"{}", env={"COPILOT_CLI_BINARY_VERSION": "1.0.102"}, platform="copilot-cli")
    assert kept(script, "copilot-cli")[0]["platform_version"] == "1.0.102"


def test_a_missing_folder_is_swallowed_and_logged(script: Path) -> None:
    call(script, b'{"secret": "hunter2"}', platform="codex", event="Stop")
    log = (script.parent / "errors.log").read_text()
    assert "'Stop' FileNotFoundError 2" in log
    assert "hunter2" not in log


def test_a_full_disk_leaves_no_half_file(script: Path) -> None:
    limited = f"ulimit -f 1; {line(script)}"
    done = subprocess.run(["/bin/bash", "-c", limited], input=b"x" * 100_000, capture_output=True, env={}, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert list((script.parents[1] / "recordings" / "gemini-cli").iterdir()) == []
    assert "OSError" in (script.parent / "errors.log").read_text()


def test_unreadable_input_is_swallowed_and_logged(script: Path) -> None:
    done = subprocess.run(f"exec <&-; {line(script)}", shell=True, capture_output=True, env={}, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert kept(script) == []
    assert "OSError 9" in (script.parent / "errors.log").read_text()


def test_a_payload_too_large_is_read_to_the_end_but_not_kept(script: Path) -> None:
    call(script, b"x" * (hook_recorder.LARGEST_PAYLOAD + 1))
    assert kept(script) == []
    assert "OverflowError" in (script.parent / "errors.log").read_text()


@pytest.mark.parametrize("fault", ["script gone", "script broken", "python gone"])
def test_even_a_broken_recorder_lets_the_platform_go_on(script: Path, fault: str) -> None:
    text = line(script)
    if fault == "script gone":
        script.unlink()
    elif fault == "script broken":
        script.write_text("import nothing_of_this_name\n")
    else:
        text = text.replace(text.split()[0], "/nowhere/python")
    done = subprocess.run(text, shell=True, input=b"{}", capture_output=True, env={}, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_few_modules_are_imported(script: Path) -> None:
    argv = shlex.split(line(script).split(" 2>")[0])
    done = subprocess.run(
        [argv[0], "-X", "importtime", *argv[1:]], input=b"{}", capture_output=True, env={}, text=False, check=True
    )
    imported = {row.rsplit(b"|", 1)[1].strip().decode() for row in done.stderr.splitlines()[1:]}
    assert not imported & {"json", "re", "pathlib", "site", "subprocess", "platformdirs"}


def test_a_recording_is_hidden_until_it_is_complete(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("recorder_script", script)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    seen: list[tuple[str, str, bytes]] = []
    rename = os.rename

    def noted(partial: str, complete: str) -> None:
        seen.append((Path(partial).name, Path(complete).name, Path(partial).read_bytes()))
        rename(partial, complete)

    monkeypatch.setattr(module.os, "rename", noted)
    folder = script.parents[1] / "recordings" / "gemini-cli"
    module.write_new(str(folder), b"all of it")
    ((partial, complete, data),) = seen
    assert (partial, data) == (f".{complete}", b"all of it")
    assert [path.name for path in folder.iterdir()] == [complete]


def test_recordings_are_private(script: Path) -> None:
    os.umask(0o022)
    call(script, b"{}")
    (path,) = (script.parents[1] / "recordings" / "gemini-cli").iterdir()
    assert path.stat().st_mode & 0o077 == 0
