"""The version an answer is asked for: as the corpus writes it, whether the event was there, how it lies to others."""

from __future__ import annotations

from collections.abc import Sequence

from hookconform.corpus.claims import Platform, load_platform, platform_ids
from hookconform.effects.rows import measured_versions
from hookconform.explain.at_version import comes_later
from hookconform.ground.errors import HookconformError
from hookconform.ground.versions import as_listed, at_least, is_version


def versions_with_answers(platform: str) -> tuple[str, ...]:
    """Return the measured versions of a platform, at least one; raises `HookconformError` (`respond.no-answers`)."""
    versions = measured_versions(load_platform(platform).id)
    if not versions:
        measured = [one for one in platform_ids() if measured_versions(one)]
        raise HookconformError(
            "respond.no-answers",
            f"No answer of a hook was measured on {platform}, so none can be recommended.",
            where=platform,
            hint=f"`hook-adapters hook {platform}` answers as its documents say, which nobody has tried. Measured: "
            f"{', '.join(measured)}.",
        )
    return versions


def asked_version(platform: str, version: str | None) -> str:
    """Return the version asked for as the corpus writes it (`v1.0` is `1.0`), by default the newest measured one.

    Raises `HookconformError` (`respond.version` for a text that names none, `platform.unknown`, `respond.no-answers`).
    """
    measured = versions_with_answers(platform)
    if version is None:
        return measured[-1]
    if not is_version(version):
        raise HookconformError(
            "respond.version",
            f"{version!r} is no version.",
            where=platform,
            hint=f"Measured: {', '.join(measured)}.",
        )
    return as_listed(measured, version) or version


def is_there(platform: Platform, key: str, version: str) -> bool:
    """Tell whether a version may have the event that is registered under a key; of an unclaimed one nobody knows."""
    claim = platform.registrations.get(key)
    return claim is None or claim.covers(version)


def there_at(platform: str, keys: Sequence[str], version: str) -> tuple[str, ...]:
    """Return which of some keys a version may have; raises `HookconformError` (`respond.no-event`) if it has none."""
    claims = load_platform(platform)
    found = tuple(key for key in keys if is_there(claims, key, version))
    if found or not keys:
        return found
    several = len(keys) > 1
    raise HookconformError(
        "respond.no-event",
        f"No event {'with a measured answer' if several else keys[0]} is known of {claims.name} {version}.",
        where=f"{platform} {version}",
        hint=f"Known: {', '.join(with_versions(claims, key, version) for key in keys)}."
        if several
        else f"{_when_there(claims, keys[0], version)}{_others(claims, keys[0], version)}",
    )


def with_versions(platform: Platform, key: str, version: str) -> str:
    """Return an event key that a version lacks, with the version from which on or up to which it is known."""
    claim = platform.registrations[key]
    return f"{key} ({f'since {claim.since}' if comes_later(claim, version) else f'last seen at {claim.until}'})"


def position(asked: str, near: Sequence[str]) -> str:
    """Return how a version lies to all measured ones, empty if some are on both sides of it, or it is one."""
    if asked in near or len(near) != 1:
        return ""
    return f"{'newer' if at_least(asked, near[0]) else 'older'} than all measured versions"


def older_than_known(platform: str, version: str) -> str:
    """Return the oldest version that anything is known of, if this one is older; empty otherwise."""
    oldest = load_platform(platform).versions[0]
    return "" if at_least(version, oldest) else oldest


def _when_there(platform: Platform, key: str, version: str) -> str:
    claim = platform.registrations[key]
    if comes_later(claim, version):
        return f"{key} exists since {platform.name} {claim.since}."
    return f"{key} was last seen at {claim.until}: add --platform-version {claim.until}."


def _others(platform: Platform, key: str, version: str) -> str:
    """Return the other events of the same canonical name that the version has, as a sentence."""
    canonical = platform.registrations[key].canonical
    there = [
        claim.registration
        for claim in platform.events.values()
        if canonical and claim.canonical == canonical and claim.status != "refuted" and claim.covers(version)
    ]
    return f" At {version} hooks are registered as {' or '.join(there)}." if there else ""
