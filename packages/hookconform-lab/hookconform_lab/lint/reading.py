"""The corpus as lint reads it: raw files, read once, broken ones kept aside for the rule that reports them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from hookconform.cases.building import asked_ids
from hookconform.cases.composed import ComposedCase, compose_all
from hookconform.cases.index import index_key, index_of
from hookconform.cases.loading import case_of
from hookconform.corpus import schemas
from hookconform.corpus.case_files import CAPTURED, CaseFiles
from hookconform.corpus.cases import Case, filed_case, platform_folders
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.declared import argument_keys_of
from hookconform.corpus.family_templates import load_templates
from hookconform.corpus.rule_packs import combined_rules
from hookconform.corpus.version_files import CHANGES_OF, KINDS, raw_document, read_document
from hookconform.ground.errors import HookconformError
from hookconform_lab.lint.clean import Clean, mark_of


@dataclass(frozen=True, slots=True)
class Finding:
    """One violation: the rule, the place (file or id) and what is wrong there.

    `code` is set where the rule could not be applied: `lint.crashed`, or that of the error it met.
    """

    rule: str
    where: str
    message: str
    code: str = ""

    def as_json(self) -> dict[str, str]:
        """Return the finding for programs."""
        row = {"rule": self.rule, "where": self.where, "message": self.message}
        return row | ({"code": self.code} if self.code else {})


class Corpus:
    """A corpus folder, read lazily; `problems_of_cases` and `problems_of_platforms` hold what could not be read."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._documents: dict[tuple[Path, str], tuple[dict[str, Any] | None, list[str]]] = {}

    @cached_property
    def _read(self) -> tuple[list[Case], dict[str, list[str]]]:
        cases: list[Case] = []
        broken: dict[str, list[str]] = {}

        def problem(where: str, why: str) -> None:
            name = where.removeprefix(f"{self.root}/")
            broken.setdefault(name, []).append(why)

        for folder in platform_folders(self.root):
            files = CaseFiles(folder, problem)
            # Of versions without a manifest too: nothing else would read these.
            for path in sorted((folder / CAPTURED).glob("*.jsonl")):
                files.lines(path.stem)
            recorded = [filed for version in files.versions for filed in files.captured(version)]
            asked = asked_ids(files)
            for filed in (*recorded, *files.by_hand.values()):
                problems = [] if filed.repeats else self._problems_of(filed.id, filed.content)
                if problems:
                    broken[filed.id] = problems
                elif filed.repeats not in broken:
                    cases.append(filed_case(filed, is_asked=filed.id in asked))
        for composed in self.composed:
            problems = self._problems_of(composed.id, composed.content)
            if problems:
                broken[composed.id] = [f"{composed.origin}: {problem}" for problem in problems]
            else:
                cases.append(case_of(composed, self.root))
        self._keep_clean(broken)
        return sorted(cases, key=_place), broken

    def _problems_of(self, case_id: str, content: dict[str, Any]) -> list[str]:
        return [] if case_id.partition("/")[0] in self._valid else schemas.problems(content, "case", self.root)

    @cached_property
    def _clean(self) -> Clean:
        return Clean("case-schema")

    @cached_property
    def _valid(self) -> frozenset[str]:
        """Return the platforms whose cases are known to follow the schema."""
        return frozenset(
            name for name, mark in self.marks_of_cases.items() if mark is not None and not self._clean.is_new(mark)
        )

    def _keep_clean(self, broken: Iterable[str]) -> None:
        faulty = {_platform_of(place) for place in broken}
        for platform, mark in self.marks_of_cases.items():
            if mark is not None and platform not in faulty:
                self._clean.add(mark)
        self._clean.keep()

    @cached_property
    def marks_of_cases(self) -> dict[str, bytes | None]:
        """Return by platform the mark of its claims and cases, with tables, rules, schemas, vocabulary, requirements.

        None where a file that they come from cannot be read.
        """
        return {folder.name: self._mark(folder.name) for folder in platform_folders(self.root)}

    def _mark(self, platform: str) -> bytes | None:
        try:
            return mark_of(platform, index_key(self.root, platform))
        except HookconformError:
            return None

    @cached_property
    def _composed(self) -> tuple[list[ComposedCase], dict[str, str]]:
        found: list[ComposedCase] = []
        broken: dict[str, str] = {}
        templates = load_templates(self.root)
        for platform in self.platforms:
            try:
                found += self._composed_of(platform) if platform in templates else ()
            except HookconformError as error:
                broken[error.where or platform] = error.what
        return found, broken

    def _composed_of(self, platform: str) -> list[ComposedCase]:
        try:
            index = index_of(self.root, platform)
            # Of two of one id an index has one.
            if not any(entry.is_claimed_twice for entry in index.entries.values()):
                return list(index.composed())
            return list(compose_all(self.root, platform))
        except HookconformError:
            # A file that cannot be read ends the index, and no row.
            return list(compose_all(self.root, platform))

    @property
    def composed(self) -> list[ComposedCase]:
        """Return the composed cases of the platforms whose claims can be read."""
        return self._composed[0]

    @property
    def problems_of_tables(self) -> dict[str, str]:
        """Return what cannot be composed from, by file or platform."""
        return self._composed[1]

    def document(self, path: Path, schema: str) -> tuple[dict[str, Any] | None, list[str]]:
        """Return a JSON file that follows a schema, of a version's file the whole document; None and what is wrong."""
        key = path, schema
        if key not in self._documents:
            self._documents[key] = self._document(path, schema)
        return self._documents[key]

    def _document(self, path: Path, schema: str) -> tuple[dict[str, Any] | None, list[str]]:
        problems: list[str] = []
        try:
            if schema not in KINDS:
                whole = json.loads(path.read_bytes())
            elif CHANGES_OF in (raw := raw_document(schema, path)) and (
                problems := schemas.problems(raw, "changes", self.root)
            ):
                return None, problems
            else:
                whole = read_document(schema, path)
        except (OSError, ValueError, RecursionError) as error:
            return None, [f"not JSON: {error}"]
        except HookconformError as error:
            return None, [error.what]
        problems = schemas.problems(whole, schema, self.root)
        return (None, problems) if problems else (whole, [])

    @property
    def cases(self) -> list[Case]:
        """Return the cases that follow the schema."""
        return self._read[0]

    @property
    def problems_of_cases(self) -> dict[str, list[str]]:
        """Return the problems of the others by id, and by path those of files in which none can be read."""
        return self._read[1]

    @property
    def partly_read(self) -> set[str]:
        """Return the platforms some of whose cases cannot be read."""
        return {_platform_of(place) for place in self.problems_of_cases}

    @cached_property
    def _platforms(self) -> tuple[dict[str, Platform], dict[str, str]]:
        found: dict[str, Platform] = {}
        broken: dict[str, str] = {}
        for folder in platform_folders(self.root):
            try:
                found[folder.name] = load_platform(folder.name, self.root)
            except HookconformError as error:
                broken[folder.name] = error.what
        return found, broken

    @property
    def platforms(self) -> dict[str, Platform]:
        """Return the platforms whose claims could be read, by id."""
        return self._platforms[0]

    @property
    def problems_of_platforms(self) -> dict[str, str]:
        """Return what is wrong with the others."""
        return self._platforms[1]

    @cached_property
    def rules(self) -> tuple[dict[str, Any], ...]:
        """Return the combined rule pack."""
        return combined_rules(self.root)

    @cached_property
    def judged_cases(self) -> list[tuple[Case, Platform]]:
        """Return the cases that expect a canonical event, with their readable platform."""
        return [
            (case, self.platforms[case.platform])
            for case in self.cases
            if not case.expected.is_refusal and case.platform in self.platforms
        ]

    def declared_tools(self, platform: str, version: str) -> frozenset[str] | None:
        """Return the names the program declared at a version; None if nothing was recorded."""
        keys = self.declared_keys.get((platform, version))
        return None if keys is None else frozenset(keys)

    @cached_property
    def declared_keys(self) -> dict[tuple[str, str], dict[str, frozenset[str]]]:
        """Return the argument keys of every declared tool, by platform and version; files that cannot be read lack."""
        found: dict[tuple[str, str], dict[str, frozenset[str]]] = {}
        for path in sorted((self.root / "platforms").glob("*/declared/*.json")):
            document = self.document(path, "declared")[0]
            if document is not None:
                version = path.name.removesuffix(".json")
                found[path.parents[1].name, version] = argument_keys_of(document["tools"])
        return found


def _platform_of(place: str) -> str:
    """Return the platform of a file or a case."""
    return place.removeprefix("platforms/").split("/")[0]


def _place(case: Case) -> tuple[str, ...]:
    """Return where a case comes in id order."""
    return (*case.id.split("/")[:-1], f"{case.id.rpartition('/')[2]}.json")
