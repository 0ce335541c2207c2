"""The recorder as a plugin of functions, by itself, in Node: whatever happens inside, the program notices nothing."""

import json
import subprocess
from pathlib import Path

import pytest

from hookconform_lab.recorder import installing
from hookconform_lab.recorder.registrations import registration_of

pytestmark = pytest.mark.real
PLATFORMS = {"opencode": ".opencode/plugin", "kilo-code": ".kilo/plugin"}
# Calls the plugin the way both programs do; prints the names of the hooks that it defines.
HOST = """
import { HookconformRecorder } from "./plugin.mjs"
const hooks = await HookconformRecorder({ directory: "/home/ann/kite" })
const circle = {}; circle.self = circle
await hooks["tool.execute.before"]({ tool: "bash", callID: "call_1" }, { args: { command: "ls" } })
await hooks["tool.execute.before"](circle, { big: 10n })
await hooks["event"]({ event: { type: "session.idle", properties: {} } })
await hooks["event"]({ event: { type: "message.part.updated", properties: {} } })
await hooks["event"](undefined)
for (let n = 0; n < 3; n++) await hooks["event"]({ event: { type: "session.updated", properties: { n } } })
const after = (n) => hooks["tool.execute.after"]({ n }, { output: "x".repeat(5000) })
await Promise.all(Array.from({ length: 200 }, (_, n) => after(n)))
console.log(JSON.stringify(Object.keys(hooks)))
"""


@pytest.fixture
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return tmp_path / "data" / "hookconform"


def call_plugin(platform: str, tmp_path: Path) -> list[str]:
    """Install the plugin, call it, and return the names of its hooks."""
    (installation,) = installing.install(platform, "project", tmp_path)
    (tmp_path / "plugin.mjs").write_bytes(Path(installation.file).read_bytes())
    (tmp_path / "host.mjs").write_text(HOST)
    done = subprocess.run(["node", "host.mjs"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


@pytest.mark.parametrize("platform", PLATFORMS)
def test_calls_are_kept_in_full_and_odd_ones_logged(private: Path, tmp_path: Path, platform: str) -> None:
    hooks = call_plugin(platform, tmp_path)
    rows = [json.loads(path.read_text()) for path in sorted((private / "recordings" / platform).iterdir())]
    assert rows[0]["hook"] == "tool.execute.before"
    assert rows[0]["input"] == {"tool": "bash", "callID": "call_1"}
    assert rows[0]["directory"] == "/home/ann/kite"
    events = [row["input"]["event"]["type"] for row in rows if row["hook"] == "event"]
    assert events == ["session.idle", "session.updated"]
    after = sorted(row["input"]["n"] for row in rows if row["hook"] == "tool.execute.after")
    assert after == list(range(200))
    log = (private / "recorder" / "errors.log").read_text()
    assert "TypeError" in log
    # These carry headers, keys and the vendor's prompts.
    assert not {"chat.headers", "chat.params", "config", "tool.definition"} & set(hooks)


def test_a_missing_folder_is_swallowed_and_logged(
    private: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installing, "make_private", lambda *parts: _without_recordings(private, parts))
    call_plugin("kilo-code", tmp_path)
    assert "ENOENT" in (private / "recorder" / "errors.log").read_text()


def _without_recordings(private: Path, parts: tuple[str, ...]) -> Path:
    folder = private.joinpath(*parts)
    if parts[0] != "recordings":
        folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.mark.parametrize(("platform", "folder"), PLATFORMS.items())
def test_it_is_registered_where_the_program_looks(tmp_path: Path, platform: str, folder: str) -> None:
    (path,) = registration_of(platform).files("project", tmp_path, ())
    assert path.parent == tmp_path / folder
