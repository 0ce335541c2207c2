"""Packages: the exported data with a loader, a strict comparison and an example, for one language."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hookconform import __version__
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.export.answers import answer_rows
from hookconform.export.cases import case_rows
from hookconform.export.claims import claim_rows
from hookconform.export.escapes import escape_rows
from hookconform.export.formats import about, line
from hookconform.export.request import Request
from hookconform.export.rules import rule_rows
from hookconform.ground.errors import HookconformError, unwritable

_SOURCES = Path(__file__).parent / "packages"


@dataclass(frozen=True, slots=True)
class Package:
    """One kind of package: the folder of its sources, its language, where its data stands, and what else is made."""

    name: str
    language: str
    data: str
    made: Callable[[Request], Iterator[tuple[str, str]]]


def write_package(name: str, folder: Path, request: Request) -> None:
    """Write a package into a folder that is not there or empty.

    Raises `HookconformError` (`export.exists`, `output.unwritable`).
    """
    package = PACKAGES[name]
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise HookconformError(
                "export.exists",
                "The package would be written over what is there.",
                where=str(folder),
                hint="Name a folder that does not exist.",
            )
        shutil.copytree(_SOURCES / name, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        for path, text in (*_data(package.data, request), *package.made(request)):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise unwritable("package", folder, error) from error


def answer_table(request: Request) -> dict[str, Any]:
    """Return the answers in the form that a guard carries, each answer once.

    A range is [version, whether it begins behind that version, number of the answer or None]; the version of the first
    is empty.
    """
    answers: dict[str, int] = {}
    platforms: dict[str, Any] = {}
    for row in answer_rows(request):
        number = None if row["answer"] is None else answers.setdefault(line(row["answer"]), len(answers))
        start = [row.get("after", row.get("since", "")), "after" in row]
        event = platforms.setdefault(row["platform"], {}).setdefault(row["registered_event"], {})
        event.setdefault(row["verdict"], []).append([*start, number])
    return {"platforms": platforms, "answers": [json.loads(text) for text in answers]}


def _data(folder: str, request: Request) -> Iterator[tuple[str, str]]:
    said = about("cases", request) | {"vocabulary": load_vocabulary().version}
    del said["export"]
    yield f"{folder}/about.json", json.dumps(said, indent=2) + "\n"
    for platform in request.wanted_platforms:
        rows = case_rows(request.only(platform))
        yield f"{folder}/cases/{platform}.ndjson", "".join(line(row) + "\n" for row in rows)
    for name, rows in (("rules", rule_rows), ("claims", claim_rows), ("escapes", escape_rows)):
        yield f"{folder}/{name}.json", "[\n" + ",\n".join(map(line, rows(request))) + "\n]\n"


def _npm(request: Request) -> Iterator[tuple[str, str]]:
    yield "data/answers.js", f"export default {line(answer_table(request))};\n"
    document = {
        "name": "hookconform-data",
        "version": __version__,
        "description": "Payloads that coding agents hand to hooks, and what an adapter must make of each.",
        "license": "Apache-2.0",
        "type": "module",
        "engines": {"node": ">=20"},
        "exports": {
            ".": {"types": "./index.d.ts", "default": "./index.js"},
            "./answers": {"types": "./answers.d.ts", "default": "./answers.js"},
        },
    }
    yield "package.json", json.dumps(document, indent=2) + "\n"


def _python(request: Request) -> Iterator[tuple[str, str]]:
    yield "hookconform_data/data/answers.json", line(answer_table(request)) + "\n"
    yield (
        "hookconform_data/version.py",
        f'"""The release of hookconform that the data is of."""\n\n__version__ = "{__version__}"\n',
    )


def _go(request: Request) -> Iterator[tuple[str, str]]:
    yield "data/answers.json", line(answer_table(request)) + "\n"


def _rust(request: Request) -> Iterator[tuple[str, str]]:
    yield "data/answers.json", line(answer_table(request)) + "\n"
    cargo = (_SOURCES / "rust" / "Cargo.toml").read_text(encoding="utf-8")
    yield "Cargo.toml", cargo.replace('version = "0.0.0"', f'version = "{__version__}"', 1)
    files = ("about", "answers", "claims", "escapes", "rules")
    packed = [f'pub(crate) const {name.upper()}: &str = include_str!("../data/{name}.json");' for name in files]
    cases = [f'    ("{name}", include_str!("../data/cases/{name}.ndjson")),' for name in request.wanted_platforms]
    head = ("//! The packed files.", "", *packed, "#[rustfmt::skip]")
    yield "src/data.rs", "\n".join([*head, "pub(crate) const CASES: &[(&str, &str)] = &[", *cases, "];", ""])


PACKAGES = {
    package.name: package
    for package in (
        Package("npm", "JavaScript and TypeScript", "data", _npm),
        Package("python", "Python", "hookconform_data/data", _python),
        Package("go", "Go", "data", _go),
        Package("rust", "Rust", "data", _rust),
    )
}
