"""Turn recordings into captured cases: one case for every shape not in the corpus yet."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hookconform.cases.loading import iter_cases
from hookconform.cases.names import retired_ids
from hookconform.corpus.cases import CAPTURED, sent_as
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.expected import Expected
from hookconform.corpus.native import misnamed
from hookconform.drafting.event import draft
from hookconform.ground.errors import HookconformError
from hookconform.ground.file_names import is_version, name_problem, path_in
from hookconform.ground.pointers import resolve
from hookconform.intake.naming import file_stem, title
from hookconform.intake.recordings import Recording
from hookconform.intake.shapes import Shape, shape_of

SCHEMA_REFERENCE = "../../../../schema/case.schema.json"


@dataclass(slots=True)
class ImportResult:
    """What an import did: paths written, and counts of recordings left out by reason."""

    written: list[Path] = field(default_factory=list[Path])
    left_out: Counter[str] = field(default_factory=Counter[str])


class Importer:
    """Files recordings as cases; remembers the shapes and file names of the versions it has met."""

    def __init__(self, root: Path, *, driver: str, recorded: str, probes: Iterable[str] = ()) -> None:
        self._root = root
        self._driver = driver
        self._recorded = recorded
        self._probes = frozenset(probes)
        self._known: dict[tuple[str, str], dict[Shape, str]] = {}
        self._taken: dict[tuple[str, str], set[str]] = {}
        self.result = ImportResult()

    def add(self, recording: Recording) -> Path | None:
        """File one recording; returns the path written, or None if its shape is known already.

        Raises `HookconformError`: `import.not-exact` if the payload would not survive byte for byte, `schema.case` if
        its event or tool has no name that is a text, `name.unsafe`, `recording.undraftable`.
        """
        if recording.payload is None:
            self.result.left_out["not a JSON object"] += 1
            return None
        check_names(recording)
        platform = load_platform(recording.platform, self._root)
        expected, shape = drafted(platform, recording, recording.payload)
        known = self.known_shapes(platform, recording.version)
        if shape in known:
            self.result.left_out["shape already in the corpus"] += 1
            return None
        return self.file(recording, shape, expected)

    def file(self, recording: Recording, shape: Shape, expected: Expected) -> Path:
        """File one recording of a shape that is not known; returns the path, raises as `add`."""
        platform = load_platform(recording.platform, self._root)
        known = self.known_shapes(platform, recording.version)
        taken = self._taken[platform.id, recording.version]
        stem = file_stem(platform, shape, expected, taken)
        path = path_in(self._root / "platforms", platform.id, CAPTURED, recording.version, stem, ending=".json")
        write_case(path, self.case_of(recording, shape, expected))
        taken.add(stem)
        known[shape] = f"{platform.id}/{CAPTURED}/{recording.version}/{stem}"
        self.result.written.append(path)
        return path

    def case_of(self, recording: Recording, shape: Shape, expected: Expected) -> dict[str, Any]:
        """Return the case a recording becomes; raises as `add`."""
        origin: dict[str, Any] = {
            "kind": CAPTURED,
            "driver": self._driver,
            "recorded": recording.recorded or self._recorded,
            "sha256": recording.sha256,
        }
        way = sent_as(recording.payload or {}, recording.payload_text)
        if way is None:
            raise HookconformError(
                "import.not-exact",
                "The payload is neither compact JSON nor JSON with a blank behind each comma and colon, so its bytes "
                "would not survive in a case.",
                where=recording.where,
                hint="File it by hand with payload_text.",
            )
        origin |= way
        if recording.model:
            origin["model"] = recording.model
        if shape.tool is not None and shape.tool in self._probes:
            origin["probe"] = True
        unnamed = misnamed(load_platform(recording.platform, self._root), recording.payload or {})
        if unnamed is not None:
            raise HookconformError(
                "schema.case",
                f"At {unnamed} stands no text where a name should, so there is nothing to draft from.",
                where=recording.where,
                hint="File it by hand, with the error that it must be refused with.",
            )
        return {
            "$schema": SCHEMA_REFERENCE,
            "title": title(shape, expected),
            "registered_event": recording.registered_event,
            "origin": origin,
            "payload": recording.payload,
            "expected": expected.as_json(),
        }

    def known_shapes(self, platform: Platform, version: str) -> dict[Shape, str]:
        """Return shape → case id of what the corpus has of a version."""
        key = (platform.id, version)
        if key not in self._known:
            self._known[key] = {}
            folder = f"{platform.id}/{CAPTURED}/{version}/"
            retired = (name for name in retired_ids(self._root) if name.startswith(folder))
            self._taken[key] = {name.removeprefix(folder) for name in retired}
            if (self._root / "platforms" / platform.id).is_dir():
                for case in iter_cases(root=self._root, platforms=[platform.id], globs=[f"{folder}*"]):
                    if case.payload is not None:
                        rules = case.expected.matched_rules
                        shape = shape_of(platform, version, case.registered_event, case.payload, rules)
                        self._known[key][shape] = case.id
                    self._taken[key].add(case.id.removeprefix(folder))
        return self._known[key]


def check_names(recording: Recording) -> None:
    """Raise `HookconformError` (`name.unsafe`) unless platform and version can name folders."""
    problem = name_problem(recording.platform)
    if problem is None and not is_version(recording.version):
        problem = "is not a version"
    if problem is not None:
        raise HookconformError(
            "name.unsafe",
            f"The platform or version of a recording {problem}.",
            where=recording.where,
            hint="They name the folder of the case.",
        )


def drafted(platform: Platform, recording: Recording, payload: dict[str, Any]) -> tuple[Expected, Shape]:
    """Return what is expected of a recording's payload, drafted from the claims, and its shape.

    Raises `HookconformError` (`recording.undraftable`) if a name or an argument is of a type none has.
    """
    try:
        expected = draft(platform, recording.registered_event, payload)
        shape = shape_of(platform, recording.version, recording.registered_event, payload, expected.matched_rules)
        unnamed = misnamed(platform, payload)
        hash(None if unnamed is None else resolve(payload, unnamed))  # a name that is a list is none
    except (TypeError, ValueError, AttributeError, KeyError, RecursionError) as error:
        raise HookconformError(
            "recording.undraftable",
            f"Nothing can be drafted: a name or argument is of a type that none has ({type(error).__name__}).",
            where=recording.where,
            hint="Please report it with a payload made up like it.",
        ) from error
    return expected, shape


def write_case(path: Path, case: dict[str, Any]) -> None:
    """Write a case as it is filed: pretty-printed UTF-8, complete or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".json.partial")
    partial.write_text(json.dumps(case, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    os.replace(partial, path)  # noqa: PTH105 (Path.replace is the same call; this one is known to be atomic)
