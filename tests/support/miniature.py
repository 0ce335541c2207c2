"""A corpus of five cases that keeps every rule, and how changes to it are read from a file and made.

Its cases are written one file each (`captured/<version>/<name>.json`, `synthetic/<name>.json`), which steps change
best; `build` then files them as a corpus does. The steps of a file are made in this order; each is by path.

- `move`: {old: new}. `copy`: {old: new, or a list of them}; folders too.
- `remove`: a list. `write`: {file: text}. `edit`: {file: [what stands there once, what shall stand there]}.
- `change`: {JSON or YAML file: {JSON Pointer: value}}; `-` behind a list is its next place.
- `prose`: {case: pointer into it, for a text that reads like a vendor's}.
- `rehash`: a list of captured cases whose payload was changed.
- Now the cases are filed. A recorded case that an older version has word for word is listed in the manifest alone.
- `filed`: once more `move`, `copy`, `remove`, `write`, `edit` and `change`, of the files that there are now.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from hookconform.ground.pointers import unescaped
from hookconform.ground.strict_yaml import load_yaml
from hookconform.ground.versions import in_order
from tests.support import filing

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
# The one platform of the miniature.
PLATFORM = next((HERE / "good" / "platforms").iterdir()).name
PROSE = "words that go on and on " * 60


def build(target: Path, changes: Path | None = None) -> dict[str, Any]:
    """Write the miniature corpus to `target`, with the changes that a file describes; return what the file says."""
    shutil.copytree(HERE / "good", target)
    shutil.copytree(REPOSITORY / "corpus" / "schema", target / "schema")
    shutil.copy(REPOSITORY / "corpus" / "vocabulary.yaml", target / "vocabulary.yaml")
    shutil.copy(REPOSITORY / "corpus" / "argument-roles.yaml", target / "argument-roles.yaml")
    steps: dict[str, Any] = load_yaml(changes) if changes else {}
    _change(target, steps)
    for name, pointer in steps.get("prose", {}).items():
        _rewrite(target / name, {pointer: PROSE, pointer.replace("/payload/", "/expected/"): PROSE})
    for name in steps.get("rehash", []):
        _rehash(target / name)
    _file(target)
    _change(target, steps.get("filed", {}))
    return steps


def _change(target: Path, steps: dict[str, Any]) -> None:
    for old, new in steps.get("move", {}).items():
        (target / new).parent.mkdir(parents=True, exist_ok=True)
        (target / old).rename(target / new)
    for old, new in steps.get("copy", {}).items():
        for name in [new] if isinstance(new, str) else new:
            _copy(target / old, target / name)
    for name in steps.get("remove", []):
        (target / name).unlink()
    for name, text in steps.get("write", {}).items():
        (target / name).parent.mkdir(exist_ok=True)
        (target / name).write_text(text, encoding="utf-8")
    for name, (old, new) in steps.get("edit", {}).items():
        text = (target / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{name} must hold {old!r} once"
        (target / name).write_text(text.replace(old, new), encoding="utf-8")
    for name, values in steps.get("change", {}).items():
        _rewrite(target / name, values)


def _file(target: Path) -> None:
    """File the cases that are files of their own as a corpus files them."""
    for folder in sorted((target / "platforms").iterdir()):
        shown: list[tuple[str, dict[str, Any]]] = []
        versions = [path.name for path in (folder / "captured").iterdir()] if (folder / "captured").is_dir() else []
        for path in (path for at in in_order(versions) for path in sorted((folder / "captured" / at).iterdir())):
            case = json.loads(path.read_bytes())
            case_id = f"{folder.name}/captured/{path.parent.name}/{path.stem}"
            content = {key: value for key, value in case.items() if key not in {"$schema", "origin"}}
            at = path.parent.name
            same = next((had for had, its in shown if its == content and f"/{at}/" not in had), None)
            if same is None:
                shown.append((case_id, content))
                filing.file_recorded(target, case_id, case)
            else:
                filing.file_repeated(target, case_id, same, case["origin"]["sha256"])
        for version in versions:
            shutil.rmtree(folder / "captured" / version)
        for path in sorted((folder / "synthetic").glob("*")):
            filing.file_by_hand(target, f"{folder.name}/synthetic/{path.stem}", json.loads(path.read_bytes()))
        shutil.rmtree(folder / "synthetic", ignore_errors=True)


def _copy(source: Path, copy: Path) -> None:
    copy.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, copy)
    else:
        shutil.copy(source, copy)


def _rewrite(path: Path, values: dict[str, Any]) -> None:
    if path.suffix == ".jsonl":
        lines = filing.read_lines(path)
        _set(lines, values)
        filing.write_lines(path, lines)
        return
    # What is JSON is YAML as well.
    document = load_yaml(path) if path.suffix == ".yaml" else json.loads(path.read_bytes())
    _set(document, values)
    path.write_text(json.dumps(document, indent=2), encoding="utf-8")


def _set(document: Any, values: dict[str, Any]) -> None:
    for pointer, value in values.items():
        *parents, last = map(unescaped, pointer.split("/")[1:])
        place = document
        for part in parents:
            place = place[int(part) if isinstance(place, list) else part]
        if last == "-":
            place.append(value)
        else:
            place[int(last) if isinstance(place, list) else last] = value


def _rehash(path: Path) -> None:
    case = json.loads(path.read_bytes())
    _rewrite(path, {"/origin/sha256": filing.sha256_of(case)})
