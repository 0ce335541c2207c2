"""Programs open the paths that the claims say, wherever they were measured; and each step of a claim was measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from hookconform.corpus.claims import Platform
from hookconform.corpus.declared import declared_tools
from hookconform.corpus.path_readings import PathReading
from hookconform.corpus.path_spellings import (
    HOME,
    TABLE,
    WORKSPACE,
    Opened,
    OpenedPaths,
    PathMeasurement,
    Spelling,
    as_named,
    file_tools,
    load_spellings,
    measured_versions,
    measurement_from_dict,
    measurement_path,
)
from hookconform_lab.lint.reading import Corpus

_ENVIRONMENT = {"HOME": HOME, "PWD": WORKSPACE}
_LISTS = ("target", "as_written", "nothing", "left_out")


class _Row(NamedTuple):
    """A path that was opened by a tool, which hooks call by one of these names."""

    title: str
    tools: frozenset[str]
    opened: Opened


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield spellings that are there twice, measured paths that no claim says, and steps that nothing shows."""
    spellings = load_spellings(corpus.root)
    for name, count in Counter(spelling.id for spelling in spellings).items():
        if count > 1:
            yield TABLE, f"{name} names {count} spellings"
    for spelling in spellings:
        for name in sorted({*spelling.platforms} - corpus.platforms.keys()):
            yield TABLE, f"{spelling.id}: there is no platform {name}"
    for platform in corpus.platforms.values():
        measured = set(measured_versions(platform.id, corpus.root))
        asked = load_spellings(corpus.root, platform=platform.id)
        for version in sorted(measured):
            yield from _of_version(corpus, platform, version, asked)
        for number, reading in enumerate(platform.paths_read_as):
            stated = {version for item in reading.evidence if item.basis == "measured" for version in item.versions}
            for version in sorted(stated - measured):
                yield _where(platform, number), f"{version} is not measured: no paths/{version}.json"


def _of_version(
    corpus: Corpus, platform: Platform, version: str, spellings: tuple[Spelling, ...]
) -> Iterator[tuple[str, str]]:
    path = measurement_path(platform.id, version, corpus.root)
    where = path.relative_to(corpus.root).as_posix()
    document, problems = corpus.document(path, "paths")
    yield from ((where, problem) for problem in problems)
    if document is None:
        return
    measurement = measurement_from_dict(document)
    if (measurement.platform, measurement.version) != (platform.id, version):
        yield where, f"the file says {measurement.platform} {measurement.version}"
        measurement = measurement._replace(version=version)
    if not platform.paths_read_as:
        yield where, "no claim says how the program reads paths (paths_read_as)"
    yield from ((where, problem) for problem in _of_tools(corpus, platform, measurement, spellings))
    rows = list(_rows(platform, measurement, spellings))
    for row in rows:
        if row.opened.told is None:
            yield where, f"{row.title}: {row.opened.spelling.id} opened {row.opened.path!r}, and no hook was told"
            continue
        said = {
            as_named(path, WORKSPACE) for name in row.tools for path in _said(platform, name, row.opened.told, version)
        }
        if row.opened.path not in said:
            yield where, f"{row.title}: {row.opened.spelling.id} opened {row.opened.path!r}, as no claim says"
    for number, reading in enumerate(platform.paths_read_as):
        if any(item.basis == "measured" and version in item.versions for item in reading.evidence):
            yield from ((_where(platform, number), problem) for problem in _unshown(reading, rows, version))


def _of_tools(
    corpus: Corpus, platform: Platform, measurement: PathMeasurement, spellings: tuple[Spelling, ...]
) -> Iterator[str]:
    """Yield tools that open files and were not measured, and spellings that a tool does not name once."""
    measured = {*(tool.tool for tool in measurement.tools), *measurement.not_measured}
    declared = declared_tools(platform.id, measurement.version, corpus.root)
    for name in file_tools(platform, declared, measurement.version):
        if name not in measured:
            yield f"{name} opens files; it is neither in tools nor in not_measured"
    for tool in measurement.tools:
        yield from (f"{tool.tool} ({tool.effect}): {problem}" for problem in _of_ids(tool, spellings))


def _rows(platform: Platform, measurement: PathMeasurement, spellings: tuple[Spelling, ...]) -> Iterator[_Row]:
    """Yield what was opened, links and searches of a folder above aside: what matches it matches the path told."""
    for tool in measurement.tools:
        names = platform.hook_names(tool.tool, measurement.version)
        for opened in tool.opened(spellings):
            told = as_named(opened.told or "", WORKSPACE)
            is_above = tool.effect == "search" and told.startswith(f"{opened.path}/")
            if not (opened.spelling.link or is_above or opened.path == WORKSPACE):
                yield _Row(f"{tool.tool} ({tool.effect})", names, opened)


def _said(platform: Platform, tool: str, told: str, version: str) -> tuple[str, ...]:
    return platform.paths_opened(tool, told, version, _ENVIRONMENT)


def _of_ids(tool: OpenedPaths, spellings: tuple[Spelling, ...]) -> Iterator[str]:
    """Yield spellings that the row does not name, or not once."""
    named = Counter([*(name for list_ in _LISTS for name in getattr(tool, list_)), *tool.other])
    known = {spelling.id for spelling in spellings}
    for name in sorted(known | named.keys()):
        if name not in known:
            yield f"there is no spelling {name}"
        elif named[name] != 1:
            yield f"{name} is named {named[name]} times"


def _unshown(reading: PathReading, rows: list[_Row], version: str) -> Iterator[str]:
    """Yield the steps without which every measured path would be the same."""
    own = [row for row in rows if any(reading.covers(tool, version) for tool in row.tools)]
    missing = [tool for tool in reading.tools if not any(tool in row.tools for row in own)]
    yield from (f"{tool} was not measured at {version}" for tool in missing)
    for number, step in enumerate(reading.steps):
        shorter = reading._replace(steps=reading.steps[:number] + reading.steps[number + 1 :])
        if not any(_reads(reading, row) and not _reads(shorter, row) for row in own):
            yield f"no path measured at {version} shows the step {step}"


def _reads(reading: PathReading, row: _Row) -> bool:
    return as_named(reading.read(row.opened.told or "", _ENVIRONMENT), WORKSPACE) == row.opened.path


def _where(platform: Platform, number: int) -> str:
    return f"{platform.id}#paths_read_as:{number}"
