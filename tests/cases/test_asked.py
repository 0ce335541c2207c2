"""Which recorded cases are put to adapters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hookconform.cases.building import asked_ids
from hookconform.corpus.case_files import CaseFiles

HASH = "0" * 64
SHAPES = {
    "1.0.0": {"1.0.0": ["stays", "goes", "alone"]},
    "2.0.0": {"1.0.0": ["stays", "goes"], "2.0.0": ["new"]},
    "3.0.0": {"1.0.0": ["stays"], "2.0.0": ["new"]},
    "10.0.0": {"1.0.0": ["stays"]},
}


@pytest.fixture
def files(tmp_path: Path) -> CaseFiles:
    """Return a platform of which four versions were recorded, as their manifests say."""
    folder = tmp_path / "platforms" / "some-agent"
    (folder / "versions").mkdir(parents=True)
    for version, shapes in SHAPES.items():
        payloads = {shown: dict.fromkeys(names, HASH) for shown, names in shapes.items()}
        manifest = {"driver": "scripted-model", "recorded": "2026-11-21", "payloads": payloads, "envelopes": {}}
        (folder / "versions" / f"{version}.json").write_text(json.dumps(manifest), encoding="utf-8")
    return CaseFiles(folder)


def test_shape_is_asked_at_its_first_and_newest_version(files: CaseFiles) -> None:
    asked = {"1.0.0/stays", "10.0.0/stays", "1.0.0/goes", "2.0.0/goes", "1.0.0/alone", "2.0.0/new", "3.0.0/new"}
    assert asked_ids(files) == {f"some-agent/captured/{name}" for name in asked}
