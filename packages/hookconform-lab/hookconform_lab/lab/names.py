"""Read the names of tools and hook events from an installed program's files; nothing else of them is kept."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from hookconform.corpus.registered import KINDS, NamePatterns, Pattern, RegisteredNames, load_patterns, names_folder
from hookconform.ground.errors import HookconformError
from hookconform.ground.plain_text import counted
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.embedded import archive_member
from hookconform_lab.lab.install import install


def extract_names(
    driver: Driver, version: str, say: Callable[[str], None], kinds: Collection[str] = KINDS
) -> RegisteredNames:
    """Install a version if need be and return the names of these kinds that its files register.

    Raises `HookconformError` (`lab.names`) where the platform has no patterns, and for a pattern that finds nothing,
    and what `install` raises.
    """
    patterns = load_patterns(driver.platform)
    if patterns is None:
        raise HookconformError(
            "lab.names",
            f"Nobody says how the names of {driver.platform!r} are read.",
            where=str(names_folder(driver.platform)),
            hint="Write names/patterns.yaml there; docs/maintainers/coverage.md says how.",
        )
    return names_in(patterns, driver.platform, version, install(driver, version, say), kinds)


def names_in(
    patterns: NamePatterns, platform: str, version: str, folder: Path, kinds: Collection[str] = KINDS
) -> RegisteredNames:
    """Return the names that the patterns find below a folder; raises `HookconformError` (`lab.names`).

    Names of a kind that is not among `kinds` are None, as where they cannot be read.
    """
    found: dict[str, set[str]] = {kind: set() for kind in KINDS if kind in kinds}
    for pattern in patterns.patterns:
        if pattern.kind not in found:
            continue
        names = set(_matches(pattern, folder))
        if not names and not _may_lack(pattern, patterns, version, folder):
            raise HookconformError(
                "lab.names",
                f"A pattern for {pattern.kind}s finds nothing in {platform} {version}.",
                where=pattern.file,
                hint="The program's files have changed: adapt names/patterns.yaml.",
            )
        found[pattern.kind] |= {patterns.called.get(name, name) for name in names - patterns.leaves_out.keys()}
    unread = {kind for kind in KINDS if not found.get(kind) and (kind not in found or kind in patterns.not_extracted)}
    lists = {f"{kind}s": None if kind in unread else tuple(sorted(found[kind])) for kind in KINDS}
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    return RegisteredNames(platform, version, today, **lists)


def summary(names: RegisteredNames) -> str:
    """Return how many names there are, in words."""
    parts = [
        f"{kind}s cannot be read" if (listed := names.of_kind(kind)) is None else counted(len(listed), kind)
        for kind in KINDS
    ]
    return f"{names.platform} {names.version}: {', '.join(parts)}"


def _may_lack(pattern: Pattern, patterns: NamePatterns, version: str, folder: Path) -> bool:
    """Tell whether a pattern is for other releases: the file exists even so, or another pattern is for this one."""
    if pattern.holds_at(version):
        return False
    others = [one for one in patterns.patterns if one.kind == pattern.kind and one != pattern]
    return any(folder.glob(pattern.file)) or any(one.holds_at(version) for one in others)


def _matches(pattern: Pattern, folder: Path) -> Iterator[str]:
    within = re.compile(pattern.within.encode(), re.DOTALL | re.MULTILINE) if pattern.within else None
    for path in sorted(folder.glob(pattern.file)):
        content = archive_member(path, pattern.archive, pattern.member) if pattern.archive else path.read_bytes()
        parts = [content] if within is None else [match.group(0) for match in within.finditer(content)]
        for part in parts:
            yield from _words(pattern, part.decode("latin-1")) if pattern.words else _found(pattern, part)


def _found(pattern: Pattern, part: bytes) -> Iterator[str]:
    name = re.compile(pattern.pattern.encode(), re.MULTILINE)
    return (match.group(name.groups).decode() for match in name.finditer(part))


def _words(pattern: Pattern, part: str) -> Iterator[str]:
    """Yield the words that a part consists of; raises `HookconformError` (`lab.names`) for anything else in it."""
    longest_first = sorted(pattern.words, key=len, reverse=True)
    word = re.compile("|".join(re.escape(one) for one in longest_first))
    position = 0
    while position < len(part):
        match = word.match(part, position)
        if match is None:
            raise HookconformError(
                "lab.names",
                f"{part[position : position + 60]!r} is none of the {pattern.kind}s listed as words.",
                where=pattern.file,
                hint="The program's files have changed: adapt the words in names/patterns.yaml.",
            )
        yield match.group(0)
        position = match.end()
