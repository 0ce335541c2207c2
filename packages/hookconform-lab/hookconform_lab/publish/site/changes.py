"""What changed: from one publication to the next, and in the corpus since its last release."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from hookconform.corpus.cases import CAPTURED, Case
from hookconform.corpus.released import last_release, released_payloads
from hookconform.ground.errors import HookconformError
from hookconform.ground.printable import printable
from hookconform.ground.versions import version_key
from hookconform_lab.publish.addresses import SITE

PAGE, FEED = "changes.html", "feed.xml"


@dataclass(frozen=True, slots=True)
class Change:
    """One publication, by the start of its corpus's fingerprint, and what it says otherwise than the one before."""

    date: str
    fingerprint: str
    cases: int
    lines: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """Return its id on the page."""
        return f"corpus-{self.fingerprint[:12]}"


@dataclass(frozen=True, slots=True)
class Grown:
    """One platform since the release: new cases, those whose id is gone, and versions that were not recorded then."""

    platform: str
    captured: int
    synthetic: int
    retired: int
    versions: tuple[str, ...]


def changes_of(history: Path) -> tuple[Change, ...]:
    """Return the publications of a history, the newest first; none if there is no such file.

    Raises `HookconformError` (`history.unreadable`).
    """
    try:
        lines = [json.loads(line) for line in history.read_text(encoding="utf-8").splitlines()]
        told = [_change(before, line) for before, line in zip([{}, *lines], lines, strict=False)]
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise HookconformError(
            "history.unreadable",
            f"The history cannot be read: {type(error).__name__}: {error}.",
            where=str(history),
            hint="Restore the file from version control: lines are only ever appended.",
        ) from error
    return tuple(reversed(told))


def since_release(root: Path, cases: Sequence[Case]) -> tuple[str, tuple[Grown, ...]]:
    """Return the corpus's last release, and each platform that differs from it; empty if its ids are not known."""
    released, payloads = last_release(root), released_payloads(root)
    if released is None or payloads is None:
        return "", ()
    before, now = set(payloads), {case.id for case in cases}
    known = {tuple(name.split("/")[:3]) for name in before}
    added, gone = _by_platform(now - before), _by_platform(before - now)
    versions = {
        (case.platform, case.version)
        for case in cases
        if case.version is not None and (case.platform, CAPTURED, case.version) not in known
    }
    found = [
        Grown(
            platform,
            captured=added[platform, True],
            synthetic=added[platform, False],
            retired=gone[platform, True] + gone[platform, False],
            versions=tuple(sorted((version for of, version in versions if of == platform), key=version_key)),
        )
        for platform in sorted({name.split("/")[0] for name in now | before})
    ]
    return released.version, tuple(row for row in found if row.captured or row.synthetic or row.retired)


def feed(changes: Sequence[Change]) -> str:
    """Return the publications as an Atom feed."""
    updated = f"{changes[0].date}T00:00:00Z" if changes else "1970-01-01T00:00:00Z"
    head = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        "<title>hookconform: what changed</title>",
        f"<id>{SITE}{FEED}</id>",
        f'<link rel="self" href="{SITE}{FEED}"/>',
        f'<link href="{SITE}{PAGE}"/>',
        f"<updated>{updated}</updated>",
        "<author><name>hookconform</name></author>",
    ]
    return "\n".join([*head, *(_entry(change) for change in changes), "</feed>"]) + "\n"


def _entry(change: Change) -> str:
    address = f"{SITE}{PAGE}#{change.anchor}"
    told = printable("\n".join(change.lines))
    return (
        f"<entry><title>{escape(f'{change.cases:,} cases, corpus {change.fingerprint[:12]}')}</title>"
        f"<id>{escape(address)}</id><link href={quoteattr(address)}/>"
        f"<updated>{escape(change.date)}T00:00:00Z</updated><content>{escape(told)}</content></entry>"
    )


def _change(before: Mapping[str, Any], line: Mapping[str, Any]) -> Change:
    return Change(line["date"], line["corpus"], line["cases"], tuple(_said(before, line)) if before else ())


def _said(before: Mapping[str, Any], line: Mapping[str, Any]) -> Iterator[str]:
    if line["hookconform"] != before["hookconform"]:
        yield f"hookconform {line['hookconform']}, it was {before['hookconform']}"
    if line["cases"] != before["cases"]:
        yield f"{line['cases']:,} cases, it was {before['cases']:,}"
    old, new = before["platforms"], line["platforms"]
    yield from (f"{name} is new, at {new[name]['newest']}: {new[name]['grade']}" for name in new if name not in old)
    yield from (f"{name} is gone" for name in old if name not in new)
    for name in (name for name in new if name in old):
        if new[name]["newest"] != old[name]["newest"]:
            yield f"{name}: {new[name]['newest']} is the newest version known, it was {old[name]['newest']}"
        if new[name]["grade"] != old[name]["grade"]:
            yield f"{name}: grade {new[name]['grade']}, it was {old[name]['grade']}"
        moved = _moved(old[name]["claims"], new[name]["claims"])
        if moved:
            yield f"{name}: claims {moved}"
    for name, adapter in line["adapters"].items():
        was = before["adapters"].get(name)
        if was is not None and was["status"] != adapter["status"]:
            yield f"adapter {name}: {adapter['status']}, it was {was['status']}"


def _moved(old: Mapping[str, int], new: Mapping[str, int]) -> str:
    differing = [grade for grade in new if new[grade] != old.get(grade, 0)]
    return ", ".join(f"{grade.lower()} {old.get(grade, 0)} → {new[grade]}" for grade in differing)


def _by_platform(names: set[str]) -> Counter[tuple[str, bool]]:
    return Counter((name.split("/")[0], name.split("/")[1] == CAPTURED) for name in names)
