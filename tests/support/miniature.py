"""A corpus of four cases that keeps every rule, and how a violation is worked into it."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

from hookconform.ground.strict_yaml import load_yaml

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
# The one platform of the miniature.
PLATFORM = next((HERE / "good" / "platforms").iterdir()).name
PROSE = "words that go on and on " * 60


def build(target: Path, violation: Path | None = None) -> dict[str, Any]:
    """Write the miniature corpus to `target`, with the violation's changes; return the violation."""
    shutil.copytree(HERE / "good", target)
    shutil.copytree(REPOSITORY / "corpus" / "schema", target / "schema")
    shutil.copy(REPOSITORY / "corpus" / "vocabulary.yaml", target / "vocabulary.yaml")
    steps: dict[str, Any] = load_yaml(violation) if violation else {}
    for old, new in steps.get("move", {}).items():
        (target / old).rename(target / new)
    for old, new in steps.get("copy", {}).items():
        shutil.copy(target / old, target / new)
    for name in steps.get("remove", []):
        (target / name).unlink()
    for name, text in steps.get("write", {}).items():
        (target / name).parent.mkdir(exist_ok=True)
        (target / name).write_text(text, encoding="utf-8")
    for name, (old, new) in steps.get("edit", {}).items():
        text = (target / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{name} must hold {old!r} once"
        (target / name).write_text(text.replace(old, new), encoding="utf-8")
    for name, changes in steps.get("change", {}).items():
        _rewrite(target / name, changes)
    for name, pointer in steps.get("prose", {}).items():
        _rewrite(target / name, {pointer: PROSE, pointer.replace("/payload/", "/expected/"): PROSE})
    for name in steps.get("rehash", []):
        _rehash(target / name)
    return steps


def _rewrite(path: Path, changes: dict[str, Any]) -> None:
    case = json.loads(path.read_bytes())
    for pointer, value in changes.items():
        *parents, last = pointer.split("/")[1:]
        place = case
        for part in parents:
            place = place[part]
        place[last] = value
    path.write_text(json.dumps(case, indent=2), encoding="utf-8")


def _rehash(path: Path) -> None:
    text = json.dumps(json.loads(path.read_bytes())["payload"], ensure_ascii=False, separators=(",", ":"))
    _rewrite(path, {"/origin/sha256": hashlib.sha256(text.encode()).hexdigest()})
