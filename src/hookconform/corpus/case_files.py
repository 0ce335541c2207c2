"""The files of cases of one platform, each read into the same form.

* `captured/<version>.jsonl`: recorded payloads, one case a line, for shapes that no version recorded earlier has
* `versions/<version>.json`: the manifest of a recording; what it repeats of other versions is a case of its own id
* `cases/<topic>.json`: cases written by hand, by name
* `contributed/<version>-<name>.json`: one recording of a person's own run, one file
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from hookconform.corpus.manifests import FOLDER as VERSIONS
from hookconform.corpus.manifests import Manifest, load_manifests
from hookconform.ground.errors import HookconformError, unwritable_file
from hookconform.ground.json_text import compact, unique_keys
from hookconform.ground.packed import content_of, files_like, is_held
from hookconform.ground.versions import in_order

CAPTURED, SYNTHETIC = "captured", "synthetic"
CASES, CONTRIBUTED = "cases", "contributed"
# The folders of a platform that hold cases → how their files are called.
FOLDERS = {CAPTURED: "*.jsonl", VERSIONS: "*.json", CASES: "*.json", CONTRIBUTED: "*.json"}

# Called with the place of a file or case that cannot be read, and why.
Problem = Callable[[str, str], None]


class FiledCase(NamedTuple):
    """One case of a file: `content` follows the case schema, `path` is the file.

    `repeats` is the id of the case whose payload it shows, empty where the payload is its own.
    """

    id: str
    path: Path
    content: dict[str, Any]
    repeats: str = ""


def refuse(where: str, why: str) -> None:
    """Raise `HookconformError` (`case.unreadable`) for a file or case that cannot be read."""
    raise HookconformError(
        "case.unreadable",
        f"The case cannot be read: {why}.",
        where=where,
        hint="Run `hookconform corpus lint` for every problem of the corpus.",
    )


class CaseFiles:
    """The filed cases of one platform, read as far as they are asked for; `problem` is told what cannot be read.

    Without `problem`, what cannot be read raises `HookconformError` (`case.unreadable`, `manifest.unreadable`).
    """

    def __init__(self, folder: Path, problem: Problem = refuse) -> None:
        self.folder = folder
        self.platform = folder.name
        self._problem = problem
        self._lines: dict[str, dict[str, dict[str, Any]]] = {}

    @cached_property
    def manifests(self) -> dict[str, Manifest]:
        """Return the manifests by version, oldest first."""
        if self._problem is refuse:
            return load_manifests(self.folder)
        return load_manifests(self.folder, lambda error: self._problem(str(error.where), error.what))

    @property
    def versions(self) -> list[str]:
        """Return the versions of which there are recordings, oldest first."""
        return in_order({*self.manifests, *(version for version, _ in self._contributed)})

    def captured_ids(self) -> list[str]:
        """Return the ids of all recorded cases, in order, without reading their payloads."""
        found = {f"{self.platform}/{CAPTURED}/{v}/{name}" for v, name in self._contributed}
        for version, manifest in self.manifests.items():
            found.update(f"{self.platform}/{CAPTURED}/{version}/{name}" for name in manifest.payloads)
        return in_id_order(found)

    def contributions(self) -> list[FiledCase]:
        """Return the contributions that are files of their own, oldest version first."""
        versions = self.versions
        return sorted(self._contributed.values(), key=lambda case: (versions.index(case.id.split("/")[2]), case.id))

    def contributed_ids(self) -> list[str]:
        """Return the ids of the contributions that are files of their own."""
        return in_id_order(case.id for case in self._contributed.values())

    def captured(self, version: str, wanted: Callable[[str], bool] = bool) -> Iterator[FiledCase]:
        """Yield the cases recorded at one version, in id order; `wanted` says which ids."""
        manifest = self.manifests.get(version)
        names = dict.fromkeys(manifest.payloads if manifest else ())
        names |= {name: None for at, name in self._contributed if at == version}
        ids = {f"{self.platform}/{CAPTURED}/{version}/{name}": name for name in names}
        for case_id in in_id_order(ids):
            if not wanted(case_id):
                continue
            contributed = self._contributed.get((version, ids[case_id]))
            listed = manifest.payloads.get(ids[case_id]) if manifest is not None else None
            if contributed is not None and listed is not None:
                # The same payload twice is what packing left over when it was cut short.
                if contributed.content.get("origin", {}).get("sha256") != listed.sha256:
                    self._problem(case_id, f"{contributed.path.name} has the id of a case that the manifest lists")
                contributed = None
            if contributed is not None:
                yield contributed
            elif manifest is not None:
                yield from self._recorded(case_id, manifest, ids[case_id])

    @cached_property
    def by_hand(self) -> dict[str, FiledCase]:
        """Return the cases written by hand, by id, topic by topic."""
        found: dict[str, FiledCase] = {}
        for path in files_like(self.folder / CASES, "*.json"):
            document = self._document(path)
            cases = document.get(CASES) if document is not None else {}
            if not isinstance(cases, dict):
                self._problem(str(path), "it has no cases")
                continue
            for name, content in cases.items():
                case_id = f"{self.platform}/{SYNTHETIC}/{name}"
                if case_id in found:
                    self._problem(case_id, f"{found[case_id].path.name} has a case of this name too")
                elif not isinstance(content, dict):
                    self._problem(case_id, "it is no object")
                else:
                    found[case_id] = FiledCase(case_id, path, content)
        return found

    def ids_in(self, folder: str, file: str) -> list[str]:
        """Return the ids of the cases of a file (`captured/1.2.3.jsonl`) or manifest, in order; empty if none is."""
        found: Iterable[str] = ()
        version = file.rpartition(".")[0]
        if folder == CAPTURED and file == f"{version}.jsonl":
            found = (f"{self.platform}/{CAPTURED}/{version}/{name}" for name in self.lines(version))
        elif folder == VERSIONS and version in self.manifests:
            names = self.manifests[version].payloads
            found = (f"{self.platform}/{CAPTURED}/{version}/{name}" for name in names)
        elif folder in {CASES, CONTRIBUTED}:
            filed = self.by_hand.values() if folder == CASES else self._contributed.values()
            found = (case.id for case in filed if case.path.name == file)
        return in_id_order(found)

    def files(self) -> list[Path]:
        """Return every file that holds cases or says which there are."""
        return [path for name, pattern in FOLDERS.items() for path in files_like(self.folder / name, pattern)]

    def _recorded(self, case_id: str, manifest: Manifest, name: str) -> Iterator[FiledCase]:
        recorded = manifest.payloads[name]
        line = self.lines(recorded.version).get(recorded.name)
        repeats = "" if (recorded.version, recorded.name) == (manifest.version, name) else recorded
        shown = f"{self.platform}/{CAPTURED}/{recorded.version}/{recorded.name}"
        if line is None:
            self._problem(case_id, f"its payload is not filed: {shown}")
            return
        # When and how another payload was recorded says nothing of this one.
        apart = ("driver", "recorded") if repeats else ()
        origin = {
            "kind": CAPTURED,
            "driver": recorded.driver or manifest.driver,
            "recorded": recorded.recorded or manifest.recorded,
            **{key: value for key, value in line.get("origin", {}).items() if key not in apart},
            "sha256": recorded.sha256,
        }
        content = {key: value for key, value in line.items() if key != "name"} | {"origin": origin}
        yield FiledCase(case_id, captured_path(self.folder, recorded.version), content, shown if repeats else "")

    def lines(self, version: str) -> dict[str, dict[str, Any]]:
        """Return the cases whose payloads are filed at a version, by name, as their lines have them."""
        if version not in self._lines:
            path = captured_path(self.folder, version)
            found: dict[str, dict[str, Any]] = {}
            # Not splitlines: payloads may hold other ends of lines than the file's.
            text = self._text(path) if is_held(path) else None
            texts = text.removesuffix("\n").split("\n") if text is not None else []
            for number, written in enumerate(texts, start=1):
                line = self._parsed(written, f"{path}, line {number}")
                name = line.get("name") if line is not None else None
                if line is None:
                    continue
                if not isinstance(name, str) or name in found:
                    self._problem(f"{path}, line {number}", "it has no name, or one that stands twice")
                    continue
                found[name] = line
            self._lines[version] = found
        return self._lines[version]

    @cached_property
    def _contributed(self) -> dict[tuple[str, str], FiledCase]:
        found: dict[tuple[str, str], FiledCase] = {}
        for path in files_like(self.folder / CONTRIBUTED, "*.json"):
            content = self._document(path)
            if content is None:
                continue
            parts = str(content.pop("id", "")).split("/")
            if len(parts) != 3 or parts[0] != CAPTURED:  # noqa: PLR2004
                self._problem(str(path), "its id is not captured/VERSION/NAME")
                continue
            found[parts[1], parts[2]] = FiledCase(f"{self.platform}/{'/'.join(parts)}", path, content)
        return found

    def _document(self, path: Path) -> dict[str, Any] | None:
        text = self._text(path)
        found = self._parsed(text, str(path), unique_keys) if text is not None else None
        return {key: value for key, value in found.items() if key != "$schema"} if found is not None else None

    def _text(self, path: Path) -> str | None:
        try:
            return content_of(path).decode("utf-8")
        except (OSError, ValueError) as error:
            self._problem(str(path), f"{type(error).__name__}: {error}")
            return None

    def _parsed(self, text: str, where: str, hook: Callable[..., Any] | None = None) -> dict[str, Any] | None:
        try:
            found = json.loads(text, object_pairs_hook=hook)
        except (ValueError, RecursionError) as error:
            self._problem(where, f"{type(error).__name__}: {error}")
            return None
        if not isinstance(found, dict):
            self._problem(where, "it is no object")
            return None
        return found


def captured_path(folder: Path, version: str) -> Path:
    """Return the file of the payloads that a version was the first to show."""
    return folder / CAPTURED / f"{version}.jsonl"


def in_id_order(case_ids: Iterable[str]) -> list[str]:
    """Return ids in their one order: as files of these names would be listed."""
    return sorted(case_ids, key=lambda case_id: (case_id.split("/")[:-1], f"{case_id.rpartition('/')[2]}.json"))


def write_lines(folder: Path, version: str, lines: Iterable[dict[str, Any]]) -> None:
    """Write the payloads that a version was the first to show, by name, complete or not at all."""
    ordered = sorted(lines, key=lambda line: line["name"])
    write_text(captured_path(folder, version), "".join(f"{compact(line)}\n" for line in ordered))


def write_cases(path: Path, cases: dict[str, dict[str, Any]]) -> None:
    """Write a file of cases by hand, in the order given, complete or not at all."""
    document = {"$schema": "../../../schema/cases.schema.json", CASES: cases}
    write_text(path, json.dumps(document, ensure_ascii=False, indent=2) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a file, complete or not at all; raises `HookconformError` (`file.unwritable`)."""
    partial = path.with_name(f"{path.name}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(partial, path)  # noqa: PTH105 (known to be atomic)
    except OSError as error:
        # There may be a file where the folder should be.
        with suppress(OSError):
            partial.unlink()
        raise unwritable_file(path, error) from error
