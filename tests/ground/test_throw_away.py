"""Folders that are thrown away: also those whose makers were killed, and no others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hookconform.ground.throw_away import LOCK_NAME, throw_away

MAKER = """
import sys
from hookconform.ground.throw_away import throw_away
with throw_away("ours-") as folder:
    (folder / "deep").mkdir()
    (folder / "deep" / "file").write_text("x")
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def started(place: Path) -> tuple[subprocess.Popen[str], Path]:
    """Start a process that makes a folder and waits; return it with the folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", MAKER],
        env={**os.environ, "TMPDIR": str(place)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    return process, Path(process.stdout.readline().strip())


def ended(process: subprocess.Popen[str], number: int = signal.SIGKILL) -> None:
    process.send_signal(number)
    process.communicate()


def make_next() -> None:
    with throw_away("ours-"):
        pass


def test_it_is_there_for_its_maker_alone_and_gone_at_the_end(place: Path) -> None:
    with throw_away("ours-") as folder:
        assert folder.stat().st_mode & 0o777 == 0o700
        (folder / "file").write_text("x")
    assert list(place.iterdir()) == []


def test_what_a_killed_process_left_is_removed_by_the_next(place: Path) -> None:
    process, folder = started(place)
    ended(process)
    assert (folder / "deep" / "file").exists()
    make_next()
    assert list(place.iterdir()) == []


def test_what_a_living_process_made_stays(place: Path) -> None:
    process, folder = started(place)
    make_next()
    assert (folder / "deep" / "file").exists()
    ended(process)


def test_what_is_not_provably_ours_stays(place: Path) -> None:
    process, dead = started(place)
    ended(process)
    dead.rename(place / "others-1")
    words = (place / "others-1" / LOCK_NAME).read_bytes()
    for name, content in (("ours-without", None), ("ours-empty", b""), ("ours-more", words + b"x")):
        (place / name).mkdir()
        if content is not None:
            (place / name / LOCK_NAME).write_bytes(content)
    (place / "ours-pipe").mkdir()
    os.mkfifo(place / "ours-pipe" / LOCK_NAME)
    (place / "ours-link").symlink_to("others-1")
    (place / "ours-linked").mkdir()
    (place / "ours-linked" / LOCK_NAME).symlink_to("../others-1/" + LOCK_NAME)
    (place / "ours-file").write_text("x")
    before = sorted(place.rglob("*"))
    make_next()
    assert sorted(place.rglob("*")) == before


def test_another_prefix_stays(place: Path) -> None:
    process, folder = started(place)
    ended(process)
    with throw_away("theirs-"):
        pass
    assert folder.exists()
