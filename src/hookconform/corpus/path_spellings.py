"""Spellings of paths, and what programs were measured to open when a tool is given them."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform.corpus.documents import check_document, load_document
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.version_files import filed_versions, read_document, version_path
from hookconform.ground.packed import is_held

TABLE = "path-spellings.yaml"
FOLDER = "paths"
WORKSPACE, HOME = "/home/dev/project", "/home/dev"
_TARGET = "{n}/key{end}"
_FILE_KINDS = frozenset({"read", "edit", "delete", "move", "search"})
# Any name does where a spelling is only compared.
_FOLDER = "folder"
FileEffect = Literal["write", "edit", "read", "search", "delete"]


class Spelling(NamedTuple):
    """One spelling of a path; `targets` are the files that it may mean, below the workspace; a `link` leads there.

    `platforms` are the programs that are asked, none: all.
    """

    id: str
    spelling: str
    targets: tuple[str, ...] = (_TARGET,)
    link: bool = False
    platforms: tuple[str, ...] = ()

    def path(self, folder: str, end: str, *, workspace: str, is_absolute: bool) -> str:
        """Return the path as a tool is given it."""
        whole = self.spelling.replace("{at}", "{workspace}/" if is_absolute else "")
        return _filled(whole.replace("{workspace}", workspace), folder, end)

    def target_paths(self, folder: str, end: str) -> tuple[str, ...]:
        """Return the paths of the targets below the workspace."""
        return tuple(_filled(target, folder, end) for target in self.targets)


def _filled(template: str, folder: str, end: str) -> str:
    return template.replace("{n}", folder).replace("{end}", end)


def as_named(path: str, workspace: str) -> str:
    """Return the absolute path that a text names: `.` and `..` resolved, repeated and trailing slashes removed."""
    return "/" + posixpath.normpath(posixpath.join(workspace, path)).lstrip("/")


def load_spellings(root: Path | None = None, *, platform: str | None = None) -> tuple[Spelling, ...]:
    """Return the table of spellings, those that a platform is asked if one is named.

    Raises `HookconformError` (`schema.path-spellings`, `yaml.invalid`).
    """
    rows = _spellings(root or corpus_root())
    return tuple(row for row in rows if platform is None or not row.platforms or platform in row.platforms)


@cache
def _spellings(root: Path) -> tuple[Spelling, ...]:
    path = root / TABLE
    if not path.is_file():
        return ()
    raw = load_document(path, "path-spellings", root)
    return tuple(
        Spelling(
            row["id"],
            row["spelling"],
            tuple(row.get("targets", (_TARGET,))),
            link=row.get("link", False),
            platforms=tuple(row.get("platforms", ())),
        )
        for row in raw["spellings"]
    )


class Opened(NamedTuple):
    """The path that the hook was told (None: no hook was), and the absolute path that the tool opened."""

    spelling: Spelling
    told: str | None
    path: str


class OpenedPaths(NamedTuple):
    """What one tool opened, by the id of the spelling: its target, the file of exactly that name, another, none.

    Where a spelling has several targets, `target` means the first. `other` maps to the path, in which `{n}` is the
    folder of the spelling. Of those that opened something, `told` maps to what the hook was told where that is not the
    spelling; of those in `unseen` no hook was told. `is_absolute` says that the spellings were given with the workspace
    before them, since the tool takes no relative path.
    """

    tool: str
    effect: FileEffect
    end: str
    is_absolute: bool
    target: tuple[str, ...] = ()
    as_written: tuple[str, ...] = ()
    other: Mapping[str, str] = MappingProxyType({})
    nothing: tuple[str, ...] = ()
    told: Mapping[str, str] = MappingProxyType({})
    unseen: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the row as it is filed; what is empty is left out."""
        row: dict[str, Any] = {"tool": self.tool, "effect": self.effect, "end": self.end, "absolute": self.is_absolute}
        for name in ("target", "as_written", "nothing", "unseen", "left_out"):
            if getattr(self, name):
                row[name] = list(getattr(self, name))
        for name in ("other", "told"):
            if getattr(self, name):
                row[name] = getattr(self, name)
        return row

    def opened(self, spellings: tuple[Spelling, ...]) -> Iterator[Opened]:
        """Yield what was opened by each spelling that opened something."""
        for spelling in spellings:
            given = spelling.path(_FOLDER, self.end, workspace=WORKSPACE, is_absolute=self.is_absolute)
            if spelling.id in self.target:
                path = spelling.target_paths(_FOLDER, self.end)[0]
            elif spelling.id in self.as_written:
                path = given
            elif spelling.id in self.other:
                path = _filled(self.other[spelling.id], _FOLDER, self.end)
            else:
                continue
            told = _filled(self.told[spelling.id], _FOLDER, self.end) if spelling.id in self.told else given
            yield Opened(spelling, None if spelling.id in self.unseen else told, as_named(path, WORKSPACE))


class PathMeasurement(NamedTuple):
    """What the file tools of one version opened; `not_measured` maps other file tools to the reason."""

    platform: str
    version: str
    date: str
    tools: tuple[OpenedPaths, ...]
    not_measured: dict[str, str]

    def with_rows(self, tools: Iterable[OpenedPaths]) -> PathMeasurement:
        """Return the measurement with these rows in the place of its own of the same tools and effects.

        A tool that has a row is no longer one that was not measured.
        """
        new = {(row.tool, row.effect): row for row in tools}
        rows = {(row.tool, row.effect): row for row in self.tools} | new
        names = {row.tool for row in rows.values()}
        left = {name: reason for name, reason in self.not_measured.items() if name not in names}
        return self._replace(tools=tuple(rows.values()), not_measured=left)

    def as_json(self) -> dict[str, Any]:
        """Return the content of `corpus/platforms/<platform>/paths/<version>.json`."""
        return {
            "$schema": "../../../schema/paths.schema.json",
            "platform": self.platform,
            "version": self.version,
            "date": self.date,
            "tools": [row.as_json() for row in self.tools],
            "not_measured": self.not_measured,
        }


def file_tools(platform: Platform, declared: Iterable[str], version: str) -> tuple[str, ...]:
    """Return those of the declared tools whose arguments name files that they open."""
    claims = (
        (name, platform.tools[hook])
        for name in declared
        for hook in platform.hook_names(name, version)
        if hook in platform.tools
    )
    return tuple(dict.fromkeys(name for name, claim in claims if names_files(claim)))


def names_files(claim: Claim) -> bool:
    """Tell whether a tool's arguments name files that it opens."""
    names = {claim.arguments.get(key, key) for key in claim.keys}
    return claim.tool_kind in _FILE_KINDS and bool(claim.paths or claim.patch or "file_path" in names)


def measurement_from_dict(raw: dict[str, Any]) -> PathMeasurement:
    """Return the measurement in `raw`, which must follow the schema `paths`."""
    tools = tuple(
        OpenedPaths(
            tool=row["tool"],
            effect=row["effect"],
            end=row["end"],
            is_absolute=row["absolute"],
            **{name: tuple(row.get(name, ())) for name in ("target", "as_written", "nothing", "unseen", "left_out")},
            **{name: row.get(name, {}) for name in ("other", "told")},
        )
        for row in raw["tools"]
    )
    return PathMeasurement(raw["platform"], raw["version"], raw["date"], tools, raw["not_measured"])


def load_measurement(platform: str, version: str, root: Path | None = None) -> PathMeasurement | None:
    """Return what was measured at a version, None if nothing was; errors as `read_document` and `schemas.check`."""
    path = measurement_path(platform, version, root)
    if not is_held(path):
        return None
    raw = read_document(FOLDER, path)
    check_document(raw, "paths", where=str(path), root=root)
    return measurement_from_dict(raw)


def measured_versions(platform: str, root: Path | None = None) -> tuple[str, ...]:
    """Return the versions of a platform whose reading of paths was measured, oldest first."""
    return tuple(filed_versions(measurement_path(platform, "", root).parent))


def measurement_path(platform: str, version: str, root: Path | None = None) -> Path:
    """Return the file of one measurement."""
    return version_path(platform, FOLDER, version, root)
