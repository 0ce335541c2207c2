"""A person's single recording at a newer version adds to what is judged, and takes nothing of it away."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from hookconform.corpus.locate import corpus_root
from hookconform.corpus.manifests import Manifest, Recorded, write_manifests
from hookconform.effects.representatives import newest_whole

PLATFORM, VERSION, NAME = "gemini-cli", "0.61.0", "after-tool-complete-task"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the folder of a platform in a corpus of its own, with one recorded payload and no manifest."""
    folder = tmp_path / "platforms" / PLATFORM
    (folder / "captured").mkdir(parents=True)
    shutil.copy(corpus_root() / "platforms" / PLATFORM / "captured" / f"{VERSION}.jsonl", folder / "captured")
    (tmp_path / "vocabulary.yaml").touch()
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(tmp_path))
    return folder


def record(folder: Path, **drivers: str) -> None:
    payloads = {NAME: Recorded("0" * 64, VERSION, NAME)}
    versions = {"old": "0.9.0", "newer": VERSION, "newest": "0.99.0"}
    write_manifests(folder, [Manifest(versions[at], driver, "2026-11-21", payloads) for at, driver in drivers.items()])


def contribute(folder: Path, version: str) -> None:
    lines = (folder / "captured" / f"{VERSION}.jsonl").read_text(encoding="utf-8").split("\n")
    case = next(line for line in map(json.loads, filter(None, lines)) if line["name"] == NAME)
    origin = {"kind": "captured", "driver": "live", "recorded": "2026-11-22", "sha256": "0" * 64}
    case = {"id": f"captured/{version}/{case.pop('name')}", **case, "origin": origin}
    path = folder / "contributed" / f"{version}-{NAME}.json"
    path.parent.mkdir()
    path.write_text(json.dumps(case), encoding="utf-8")


def test_the_newest_version_that_the_lab_recorded_counts(folder: Path) -> None:
    record(folder, old="scripted-model", newer="scripted-model", newest="live")
    assert newest_whole(PLATFORM) == VERSION


def test_a_contribution_at_a_newer_version_takes_nothing_away(folder: Path) -> None:
    record(folder, old="scripted-model", newer="scripted-model")
    contribute(folder, "0.99.0")
    assert newest_whole(PLATFORM) == VERSION


def test_where_the_lab_recorded_nothing_the_newest_counts(folder: Path) -> None:
    record(folder, old="live", newer="live")
    assert newest_whole(PLATFORM) == VERSION
