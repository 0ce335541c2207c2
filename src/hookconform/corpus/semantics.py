"""The shared script of calls (`semantics/`), and what each program did with it (`platforms/<p>/semantics/`)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hookconform.corpus.documents import check_document, load_document
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.version_files import filed_versions, read_document, version_path
from hookconform.ground.json_text import with_text
from hookconform.ground.packed import is_held

FOLDER = "semantics"
# Path from the workspace to the folder of a step.
STEPS = "steps"


@dataclass(frozen=True, slots=True)
class CanonicalCall:
    """One call in canonical terms: tool and arguments, in whose strings the placeholders of a step may stand."""

    tool: str
    arguments: dict[str, Any]

    def at(self, folder: str, relative: str, outside: str) -> CanonicalCall:
        """Return the call with `{{folder}}`, `{{relative}}` (its path in the workspace), `{{outside}}` filled in."""
        arguments = self.arguments
        for word, value in (("{{folder}}", folder), ("{{relative}}", relative), ("{{outside}}", outside)):
            arguments = with_text(arguments, word, value)
        return CanonicalCall(self.tool, arguments)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the script, which has a folder of its own in the workspace, and one outside of it.

    `files` and `outside` are what is there before, path → bytes. `calls` are made one after the other; a model that
    edits by patches makes `patch` in their place, if that is there. `looks_for` are the words that what the model is
    told of the last call is searched for.
    """

    id: str
    title: str
    script: str
    files: dict[str, bytes]
    outside: dict[str, bytes]
    calls: tuple[CanonicalCall, ...]
    patch: tuple[CanonicalCall, ...]
    looks_for: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """What one program did with one step, asked by one model.

    `outcome` is the class of the last call (`ok`, `refused`, `invalid`, `unknown-tool`), `earlier` those of the calls
    before; `told` are the words of `looks_for` that the model was told; `files` are all files of the step afterwards,
    path → bytes, those outside the workspace below `outside/`.
    """

    step: str
    outcome: str
    earlier: tuple[str, ...]
    told: tuple[str, ...]
    files: dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Answers:
    """What one version of a program did, asked by one model: rows by step, and the steps its tools cannot say."""

    platform: str
    version: str
    model: str
    family: str
    rows: dict[str, Row]
    not_said: frozenset[str]


def load_steps(root: Path | None = None) -> tuple[Step, ...]:
    """Return the steps, file by file in name order; raises `HookconformError` (`schema.semantics-script`)."""
    found: list[Step] = []
    for path in script_paths(root):
        raw = load_document(path, "semantics-script", root)
        found += [_step(item, path.stem) for item in raw["steps"]]
    return tuple(found)


def script_paths(root: Path | None = None) -> list[Path]:
    """Return the files of the script, in name order."""
    return sorted(((root or corpus_root()) / FOLDER).glob("*.yaml"))


def semantics_path(platform: str, version: str, root: Path | None = None) -> Path:
    """Return where the corpus keeps what a version did with the script."""
    return version_path(platform, "semantics", version, root)


def driven_versions(platform: str, root: Path | None = None) -> list[str]:
    """Return the versions that the script was put to, oldest first."""
    return filed_versions(semantics_path(platform, "", root).parent)


def load_semantics(platform: str, version: str, root: Path | None = None) -> tuple[Answers, ...]:
    """Return what a version did, one entry a model; none if nothing was recorded.

    Raises `HookconformError` (`semantics.unreadable`, `changes.damaged`, `schema.semantics`).
    """
    path = semantics_path(platform, version, root)
    if not is_held(path):
        return ()
    raw = read_document(FOLDER, path)
    check_document(raw, "semantics", where=str(path), root=root)
    return answers_from_json(raw)


def answers_from_json(document: dict[str, Any]) -> tuple[Answers, ...]:
    """Return what a document that follows its schema says."""
    return tuple(
        Answers(
            platform=document["platform"],
            version=document["version"],
            model=run["model"],
            family=run["family"],
            rows={row["step"]: _row(row) for row in run["rows"]},
            not_said=frozenset(run["not_said"]),
        )
        for run in document["runs"]
    )


def bytes_of(stated: str | dict[str, str]) -> bytes:
    """Return the bytes that a file is stated with: a text, or `{text}` or `{base64}`; raises `ValueError`."""
    if isinstance(stated, str):
        return stated.encode()
    if "text" in stated:
        return stated["text"].encode()
    try:
        return base64.b64decode(stated["base64"], validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from error


def _step(raw: dict[str, Any], script: str) -> Step:
    return Step(
        id=raw["id"],
        title=raw["title"],
        script=script,
        files={path: bytes_of(stated) for path, stated in raw.get("files", {}).items()},
        outside={path: bytes_of(stated) for path, stated in raw.get("outside", {}).items()},
        calls=_calls(raw.get("calls", ())),
        patch=_calls(raw.get("patch", ())),
        looks_for=tuple(raw.get("looks_for", ())),
    )


def _calls(raw: Iterable[str | dict[str, Any]]) -> tuple[CanonicalCall, ...]:
    return tuple(
        CanonicalCall("Edit", {"patch": item}) if isinstance(item, str) else CanonicalCall(*next(iter(item.items())))
        for item in raw
    )


def _row(raw: dict[str, Any]) -> Row:
    return Row(
        step=raw["step"],
        outcome=raw["outcome"],
        earlier=tuple(raw.get("earlier", ())),
        told=tuple(raw.get("told", ())),
        files={path: bytes_of(stated) for path, stated in raw["files"].items()},
    )
