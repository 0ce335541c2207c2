"""Releases of the platforms with what each changed for hooks, the newest first: what the timelines and feeds show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup, escape

from hookconform.corpus.claims import Platform
from hookconform.corpus.manifests import manifest_versions
from hookconform.corpus.releases import ReleaseDate, load_releases, release_date
from hookconform.explain.contract.history import grouped, history
from hookconform.explain.contract.step import KINDS, ContractStep
from hookconform.explain.contract.text import sentence
from hookconform.ground.plain_text import counted
from hookconform.ground.versions import version_key

FOLDER, PAGE = "history", "history.html"
_CODE = re.compile(r"`([^`]*)`")
# So many changes stand in a title.
_IN_TITLE = 1


@dataclass(frozen=True, slots=True)
class ReleaseEntry:
    """One release that was recorded, or that is known to have changed something; `date` is None if nobody knows it."""

    platform: Platform
    version: str
    date: ReleaseDate | None
    is_recorded: bool
    steps: tuple[ContractStep, ...]

    @property
    def anchor(self) -> str:
        """Return its id on the platform's page; it stays the same whatever is found out about the release."""
        return f"v-{self.version}"

    @property
    def page(self) -> str:
        """Return the address of the release below the site's root."""
        return f"{FOLDER}/{self.platform.id}.html#{self.anchor}"

    @property
    def title(self) -> str:
        """Return the release with its most important change, and how many more there are."""
        first = ", ".join(sentence(step).replace("`", "") for step in self.steps[:_IN_TITLE])
        more = len(self.steps) - _IN_TITLE
        return f"{self.platform.name} {self.version}: {first}{f' and {more} more' if more > 0 else ''}"

    @property
    def summary(self) -> str:
        """Return how many changes there are."""
        return counted(len(self.steps), "change") if self.steps else "nothing changed for hooks"

    def lines(self) -> Iterator[tuple[str, str]]:
        """Yield each change: of which kind it is, and the sentence with the release before, unless that is exact."""
        releases = load_releases(self.platform.id, self.platform.root)
        for step in self.steps:
            came = "" if step.is_exact(releases) else f"; came after {step.after}"
            yield KINDS[step.kind], f"{sentence(step)}{came}"

    def groups(self) -> dict[str, list[str]]:
        """Return the sentences by kind, the most important kind first."""
        found: dict[str, list[str]] = {}
        for kind, line in self.lines():
            found.setdefault(kind, []).append(line)
        return found


def entries_of(platform: Platform) -> tuple[ReleaseEntry, ...]:
    """Return the releases of a platform, the newest first; none of a platform that was never recorded."""
    recorded = set(manifest_versions(platform.path.parent))
    if not recorded:
        return ()
    steps: dict[str, list[ContractStep]] = {version: [] for version in recorded}
    for step in grouped(history(platform)):
        steps.setdefault(step.since, []).append(step)
    return tuple(
        ReleaseEntry(
            platform,
            version,
            release_date(platform, version),
            version in recorded,
            tuple(sorted(steps[version], key=_weight)),
        )
        for version in sorted(steps, key=version_key, reverse=True)
    )


def _weight(step: ContractStep) -> tuple[int, int]:
    """Return what comes first: the kind, and among answers those that stop a call no longer."""
    return list(KINDS).index(step.kind), step.weight


def by_date(entries: Iterable[ReleaseEntry]) -> tuple[ReleaseEntry, ...]:
    """Return the releases that changed something and whose day is known, of all platforms together, newest first."""
    dated = [entry for entry in entries if entry.steps and entry.date is not None]
    return tuple(sorted(dated, key=_age, reverse=True))


def _age(entry: ReleaseEntry) -> tuple[str, str, object]:
    day = "" if entry.date is None else entry.date.day
    return day, entry.platform.id, version_key(entry.version)


def coded(text: str) -> Markup:
    """Return a sentence for a page: what stands between backticks is code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 (escaped before)
