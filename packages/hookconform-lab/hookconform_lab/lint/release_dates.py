"""Every recorded version has a release date, and no date contradicts another.

Platforms of which no releases were read are left alone: not every corpus has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hookconform.corpus.claims import Platform
from hookconform.corpus.manifests import manifest_versions
from hookconform.corpus.releases import FILE, PUBLISHED, Releases, load_releases, release_date
from hookconform.ground.errors import HookconformError
from hookconform.ground.versions import in_order
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield recorded versions without a date, dates that cannot be, and lists out of order."""
    for platform in corpus.platforms.values():
        where = f"platforms/{platform.id}/{FILE}"
        try:
            releases = load_releases(platform.id, corpus.root)
        except HookconformError as error:
            yield where, error.what
            continue
        if releases is not None:
            yield from ((where, problem) for problem in _problems(platform, releases))


def _problems(platform: Platform, releases: Releases) -> Iterator[str]:
    if list(releases.listed) != in_order(releases.listed):
        yield "versions are not in order, oldest first"
    recorded = manifest_versions(platform.path.parent)
    for version in recorded:
        if release_date(platform, version) is None:
            yield f"{version} is recorded and has no date: run `hookconform lab versions {platform.id} --write`"
    for version, day in releases.listed.items():
        if day is not None and day > releases.read:
            yield f"{version} is dated {day}, after the list was read"
    yield from _unrecordable(releases, recorded)
    yield from _of_documents(platform, releases)


def _unrecordable(releases: Releases, recorded: Iterable[str]) -> Iterator[str]:
    for version in in_order(releases.unrecordable.keys() - releases.listed.keys()):
        yield f"{version} is said to be unrecordable, and is not listed"
    for version in in_order(releases.unrecordable.keys() & set(recorded)):
        yield f"{version} is said to be unrecordable, and is recorded"


def _of_documents(platform: Platform, releases: Releases) -> Iterator[str]:
    for release in platform.releases:
        listed = releases.listed.get(release.version)
        if release.date and listed is not None:
            exact = releases.kind == PUBLISHED and release.date != listed
            if exact or release.date > listed:
                yield f"{release.version}: platform.yaml states {release.date}, the registry {listed}"
