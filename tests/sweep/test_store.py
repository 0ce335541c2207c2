"""The store: files that are whole or not there, whoever is killed."""

from __future__ import annotations

import io
import json
import lzma
import os
import random
import signal
import subprocess
import sys
import tarfile
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from hookconform.ground.errors import HookconformError
from hookconform_lab.sweep.keys import UnitKey
from hookconform_lab.sweep.planning import summary
from hookconform_lab.sweep.store import Bundle, Store, Tombstone

ROOT = Path(__file__).parents[2]
KEY = UnitKey("copilot-cli", "1.0.200", "sha512-a", "instrument", "script", "linux-x86_64")
UNIT = Bundle(
    "copilot-cli",
    "1.0.200",
    {"platform": "copilot-cli", "version": "1.0.200", "complete": True, "key": asdict(KEY)},
    {"recording.jsonl": b'{"a": 1}\n{"a": 2}\n', "declared.json": b'{"tools": {}}'},
)
TOMBSTONE = Tombstone("copilot-cli", "1.0.200", "not-installable", "gone", ("as usual",), "2026-01-01")
WRITER = """
import sys
from pathlib import Path
from tests.sweep.test_store import KEY, UNIT
from dataclasses import replace
from hookconform_lab.sweep.store import Store
store = Store(Path(sys.argv[1]))
print("ready", flush=True)
for number in range(10**6):
    key = replace(KEY, version=f"1.0.{number % 50}")
    with store.held(key):
        store.put(key, replace(UNIT, parts={"large": bytes(2**22) + str(number).encode()}))
"""


def test_a_bundle_is_read_as_it_was_put(tmp_path: Path) -> None:
    store = Store(tmp_path / "new" / "store")
    assert store.find(KEY) is None
    path = store.put(KEY, UNIT)
    assert path.name == f"{KEY.name}.tar.xz"
    found = store.find(KEY)
    assert found == UNIT
    assert isinstance(found, Bundle)
    assert found.lines("recording.jsonl") == [{"a": 1}, {"a": 2}]
    assert found.json("responses.json") is None


def test_equal_units_are_equal_bytes(tmp_path: Path) -> None:
    first, second = (Store(tmp_path / name).put(KEY, UNIT).read_bytes() for name in "ab")
    assert first == second


def test_a_bundle_takes_the_place_of_a_tombstone(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put(KEY, TOMBSTONE)
    assert (store.holds(KEY), store.find(KEY)) == ("tombstone", TOMBSTONE)
    store.put(KEY, UNIT)
    assert store.holds(KEY) == "recorded"
    assert len(list(store.everything())) == 1


def test_reasons_are_those_of_the_tombstones(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.reasons() == {}
    store.put(KEY, TOMBSTONE)
    assert store.reasons() == {"copilot-cli": {"1.0.200": "cannot be installed: gone"}}


@pytest.mark.parametrize("part", ["platform", "version", "integrity", "instrument", "script", "system", "door"])
def test_each_part_changes_the_key(part: str) -> None:
    assert replace(KEY, **{part: "another"}).name != KEY.name


@pytest.mark.parametrize("damage", [b"", b"no archive", None])
def test_a_damaged_file_is_named(tmp_path: Path, damage: bytes | None) -> None:
    store = Store(tmp_path)
    path = store.put(KEY, UNIT)
    path.write_bytes(path.read_bytes()[:-40] if damage is None else damage)
    with pytest.raises(HookconformError) as caught:
        store.find(KEY)
    assert (caught.value.code, caught.value.where) == ("sweep.damaged", str(path))


def archive(*members: tarfile.TarInfo, unit: dict[str, Any] | None = None) -> bytes:
    """Return a bundle with a description and some members, whose bytes are zeros."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as file:
        text = json.dumps(UNIT.unit if unit is None else unit).encode()
        described = tarfile.TarInfo("unit.json")
        described.size = len(text)
        file.addfile(described, io.BytesIO(text))
        for member in members:
            file.addfile(member, io.BytesIO(bytes(member.size)))
    return lzma.compress(plain.getvalue())


def member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    found = tarfile.TarInfo(name)
    found.type, found.linkname = kind, link
    return found


HOSTILE = [
    archive(member("../declared.json")),
    archive(member("/etc/passwd")),
    archive(member("declared.json", tarfile.SYMTYPE, "unit.json")),
    archive(member("declared.json", tarfile.SYMTYPE, "/etc/passwd")),
    archive(member("declared.json", tarfile.LNKTYPE, "unit.json")),
    archive(member("declared.json", tarfile.FIFOTYPE)),
    archive(member("declared.json", tarfile.DIRTYPE)),
    archive(member("declared.json"), member("declared.json")),
    archive(member("unit.json")),
    archive(member("manifest.json"), member("declared.json")),
    archive(unit={**UNIT.unit, "key": asdict(replace(KEY, version="1.0.201"))}),
    archive(unit={name: value for name, value in UNIT.unit.items() if name != "key"}),
    archive(unit={**UNIT.unit, "platform": 1}),
    archive(unit={**UNIT.unit, "complete": "yes"}),
    archive(unit={name: value for name, value in UNIT.unit.items() if name != "complete"}),
    lzma.compress(b""),
    archive() + b"more",
    archive() + lzma.compress(b"more"),
]


@pytest.mark.parametrize("content", HOSTILE)
def test_an_archive_that_is_no_bundle_of_this_key_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / f"{KEY.name}.tar.xz").write_bytes(content)
    with pytest.raises(HookconformError) as caught:
        Store(tmp_path).find(KEY)
    assert caught.value.code == "sweep.damaged"


def test_the_archive_that_is_made_hostile_is_itself_a_bundle(tmp_path: Path) -> None:
    (tmp_path / f"{KEY.name}.tar.xz").write_bytes(archive(member("declared.json")))
    found = Store(tmp_path).find(KEY)
    assert isinstance(found, Bundle)
    assert found.parts == {"declared.json": b""}


@pytest.mark.whole
def test_an_archive_that_would_fill_the_memory_is_not_unpacked(tmp_path: Path) -> None:
    zeros = lzma.LZMACompressor(preset=0)
    packed = b"".join(zeros.compress(bytes(2**24)) for _ in range(32)) + zeros.flush()
    (tmp_path / f"{KEY.name}.tar.xz").write_bytes(packed)
    tracemalloc.start()
    with pytest.raises(HookconformError) as caught:
        Store(tmp_path).find(KEY)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert caught.value.code == "sweep.damaged"
    # Half a gigabyte is in it.
    assert most < 2**28


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: {**raw, "key": "0" * 32},
        lambda raw: {**raw, "reason": None},
        lambda raw: {name: value for name, value in raw.items() if name != "tried"},
        lambda raw: [raw],
    ],
)
def test_a_tombstone_of_something_else_is_refused(tmp_path: Path, change: Callable[[Any], Any]) -> None:
    path = Store(tmp_path).put(KEY, TOMBSTONE)
    path.write_text(json.dumps(change(json.loads(path.read_text()))))
    with pytest.raises(HookconformError) as caught:
        Store(tmp_path).find(KEY)
    assert caught.value.code == "sweep.damaged"


@pytest.mark.parametrize("read", [lambda unit: unit.json("made.json"), lambda unit: unit.lines("made.json")])
def test_a_part_that_is_no_json_is_named(read: Callable[[Bundle], Any]) -> None:
    with pytest.raises(HookconformError) as caught:
        read(replace(UNIT, parts={"made.json": b"{"}))
    assert (caught.value.code, caught.value.where) == ("sweep.damaged", "copilot-cli 1.0.200: made.json")


def test_what_a_killed_writer_left_is_removed_by_the_next(tmp_path: Path) -> None:
    store = Store(tmp_path)
    left = tmp_path / f".{KEY.name}.tar.xz.partial"
    left.write_bytes(b"half")
    assert list(store.everything()) == []
    with store.held(KEY):
        assert not left.exists()


@pytest.mark.whole
def test_a_writer_killed_anywhere_leaves_only_whole_units(tmp_path: Path) -> None:
    seconds = random.Random(34)
    folder = tmp_path / "store"
    for _ in range(6):
        child = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(folder)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(seconds.uniform(0.2, 1.5))
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        child.stdout.close()
        for unit in Store(folder).everything():
            assert isinstance(unit, Bundle)
            assert len(unit.parts["large"]) > 2**22
    assert summary(Store(folder))["copilot-cli"]["complete"] > 1


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(HookconformError) as caught, Store(tmp_path / "file").held(KEY):
        pass
    assert caught.value.code == "file.unwritable"
