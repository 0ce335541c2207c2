"""One unit: what its bundle holds, when there is a tombstone instead, and what is never kept."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.sweep.releases import DRIVER, Registry

from hookconform.ground.cache import cache_root
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab import sandbox
from hookconform_lab.sweep import room_on_disk
from hookconform_lab.sweep.keys import unit_key
from hookconform_lab.sweep.planning import dated_release
from hookconform_lab.sweep.registry import Release
from hookconform_lab.sweep.store import Bundle, Store, Tombstone
from hookconform_lab.sweep.unit import Options, run_unit

pytestmark = pytest.mark.whole
OPTIONS = Options(allow_network=True)
ROOT = Path(__file__).parents[2]


def release(version: str) -> Release:
    return dated_release(DRIVER, version)


def swept(store: Store, version: str, options: Options = OPTIONS) -> Bundle | Tombstone:
    return run_unit(DRIVER, release(version), store, options=options, say=lambda _: None)


def bundle(store: Store, version: str, options: Options = OPTIONS) -> Bundle:
    unit = swept(store, version, options)
    assert isinstance(unit, Bundle), unit
    return unit


@pytest.fixture(autouse=True)
def one_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry here has no Node.js."""
    monkeypatch.setattr("hookconform_lab.sweep.unit.ways", lambda driver: [driver])


def test_a_bundle_holds_recording_tools_rows_and_log(npm_registry: Registry, corpus: Path, store: Store) -> None:
    npm_registry.publish("1.0.200", "2026-03-04")
    unit = bundle(store, "1.0.200")
    assert unit.unit["complete"], unit.unit["problems"]
    assert (unit.unit["published"], unit.unit["package"]) == ("2026-03-04", "released-agent@1.0.200")
    assert [row["registered_event"] for row in unit.lines("recording.jsonl")] == ["preToolUse"] * 3
    assert set(unit.json("declared.json")["tools"]) == {"bash", "create", "glob"}
    effects = {row["id"]: row["effect"]["tool"] for row in unit.json("responses.json")["rows"]}
    assert effects == {
        "preToolUse/nothing": "ran",
        "preToolUse/exit2-stderr": "stopped",
        "preToolUse/exit1-stderr": "ran",
        "preToolUse/flat-deny": "stopped",
    }
    assert str(cache_root()) not in unit.parts["log.txt"].decode()


def test_a_unit_in_the_store_is_not_run_again(
    registry: Registry, corpus: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.publish("1.0.200")
    first = bundle(store, "1.0.200")
    monkeypatch.setattr("hookconform_lab.sweep.unit.record", None)
    assert bundle(store, "1.0.200").parts == first.parts


def test_escapes_are_driven_where_they_are_asked_for(registry: Registry, corpus: Path, store: Store) -> None:
    registry.publish("1.0.200")
    options = Options(("own-shell", "own-write"), allow_network=True)
    unit = bundle(store, "1.0.200", options)
    verdicts = {cell["row"]: cell["verdict"] for cell in unit.json("escapes.json")["cells"]}
    assert verdicts == {"own-shell": "stopped", "own-write": "stopped"}
    assert store.find(unit_key(DRIVER, release("1.0.200"))) is None


def test_a_program_that_does_not_start_has_a_tombstone(registry: Registry, corpus: Path, store: Store) -> None:
    registry.publish("1.0.200", starts=False)
    unit = swept(store, "1.0.200")
    assert isinstance(unit, Tombstone)
    assert (unit.reason, unit.tried) == ("does-not-start", ("as usual",))
    assert "exit code 1" in unit.detail
    assert swept(store, "1.0.200") == unit


def test_hooks_that_are_never_called_are_no_tombstone(registry: Registry, corpus: Path, store: Store) -> None:
    registry.publish("1.0.200", asks_before=[])
    unit = bundle(store, "1.0.200")
    assert not unit.unit["complete"]
    assert unit.lines("recording.jsonl") == []
    assert any("no hook was called" in problem for problem in unit.unit["problems"])


def test_a_release_that_is_gone_has_a_tombstone(npm_registry: Registry, corpus: Path, store: Store) -> None:
    npm_registry.publish("1.0.200")
    gone = release("1.0.200")
    npm_registry.publish("1.0.201")
    npm_registry.absent.add("1.0.200")
    unit = run_unit(DRIVER, gone, store, options=OPTIONS, say=lambda _: None)
    assert isinstance(unit, Tombstone)
    assert unit.reason == "not-installable"
    assert "released-agent@1.0.200" in unit.detail


@pytest.mark.parametrize("corrupt", [True, False])
def test_an_archive_with_another_hash_is_never_run(
    npm_registry: Registry, corpus: Path, store: Store, corrupt: bool
) -> None:
    npm_registry.publish("1.0.200")
    asked = release("1.0.200")
    if corrupt:
        npm_registry.corrupt.add("1.0.200")
    else:
        # The registry says otherwise now than when the unit was planned.
        npm_registry.publish("1.0.200", exit2_stops=False)
    with pytest.raises(HookconformError) as caught:
        run_unit(DRIVER, asked, store, options=OPTIONS, say=lambda _: None)
    assert caught.value.code == ("lab.npm" if corrupt else "sweep.integrity")
    assert list(store.everything()) == []


def test_a_killed_unit_leaves_nothing_and_is_run_again(registry: Registry, corpus: Path, store: Store) -> None:
    registry.publish("1.0.200")
    code = (
        "from pathlib import Path; from tests.sweep.releases import DRIVER;"
        "from hookconform_lab.sweep import unit; from hookconform_lab.sweep.planning import dated_release;"
        "from hookconform_lab.sweep.store import Store; import sys;"
        "unit.run_unit(DRIVER, dated_release(DRIVER, '1.0.200'), Store(Path(sys.argv[1])),"
        " options=unit.Options(allow_network=True), say=lambda line: print(line, flush=True))"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(store.folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert child.stdout is not None
    assert any("three calls" in line for line in child.stdout)
    time.sleep(0.3)
    os.kill(child.pid, signal.SIGKILL)
    assert child.wait() == -signal.SIGKILL
    assert list(store.everything()) == []
    assert bundle(store, "1.0.200").unit["complete"]


def test_a_unit_that_the_user_stops_is_not_kept(
    registry: Registry, corpus: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.publish("1.0.200")
    real = sandbox.run_inside

    def interrupted(*given: Any, **more: Any) -> bool:
        real(*given, **more)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(sandbox, "run_inside", interrupted)
        with pytest.raises(KeyboardInterrupt):
            swept(store, "1.0.200")
    assert list(store.everything()) == []


def test_programs_beyond_the_room_are_removed_oldest_first(registry: Registry, corpus: Path, store: Store) -> None:
    versions = ("1.0.200", "1.0.201", "1.0.202")
    for version in versions:
        registry.publish(version)
    mine = cache_root() / DRIVER.platform / "1.0.100"
    mine.mkdir(parents=True)
    (mine / "kept").write_text("installed by somebody for something else")
    sizes: list[int] = []
    for number, version in enumerate(versions):
        bundle(store, version)
        mark = cache_root() / DRIVER.platform / version / room_on_disk.MARK
        sizes.append(int(mark.read_text()))
        os.utime(mark, (1000 + number, 1000 + number))
    removed = room_on_disk.clean(sizes[1] + sizes[2], lambda _: None)
    assert [folder.name for folder in removed] == ["1.0.200"]
    assert sorted(path.name for path in (cache_root() / DRIVER.platform).glob("[!.]*")) == ["1.0.100", *versions[1:]]


def test_a_cleaned_program_is_installed_again(registry: Registry, corpus: Path, store: Store) -> None:
    registry.publish("1.0.200")
    bundle(store, "1.0.200", Options(allow_network=True, room=0))
    assert not (cache_root() / DRIVER.platform / "1.0.200").exists()
    other = Store(store.folder / "other")
    assert bundle(other, "1.0.200").unit["complete"]


def test_a_unit_says_nothing_of_the_machine(
    registry: Registry, corpus: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_SECRET", "planted-secret-value")
    registry.publish("1.0.200")
    unit = bundle(store, "1.0.200")
    everything: Any = json.dumps(dict(unit.unit)) + b"".join(unit.parts.values()).decode()
    assert "planted-secret-value" not in everything
    assert str(Path.home() / "") not in everything
