"""A person's single recording at a newer version adds to what is judged, and takes nothing of it away."""

from __future__ import annotations

import json
from pathlib import Path

from hookconform.corpus.locate import corpus_root
from hookconform.effects.representatives import newest_whole

NAME = "before-tool-read-file.json"


def record(captured: Path, version: str, driver: str) -> None:
    case = json.loads((corpus_root() / "platforms/gemini-cli/captured/0.61.0" / NAME).read_text(encoding="utf-8"))
    case["origin"]["driver"] = driver
    (captured / version).mkdir(parents=True)
    (captured / version / NAME).write_text(json.dumps(case), encoding="utf-8")


def test_the_newest_version_that_the_lab_recorded_counts(tmp_path: Path) -> None:
    captured = tmp_path / "platforms" / "gemini-cli" / "captured"
    record(captured, "0.9.0", "scripted-model")
    record(captured, "0.61.0", "scripted-model")
    record(captured, "0.99.0", "live")
    assert newest_whole(captured) == "0.61.0"


def test_where_the_lab_recorded_nothing_the_newest_counts(tmp_path: Path) -> None:
    captured = tmp_path / "platforms" / "gemini-cli" / "captured"
    record(captured, "0.9.0", "live")
    record(captured, "0.61.0", "live")
    assert newest_whole(captured) == "0.61.0"
