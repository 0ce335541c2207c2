"""What is asked to be exported: platforms, versions, and the adapter that cases are worked out for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from hookconform.attach.claims import REFERENCE_ENGINE, Claims
from hookconform.attach.manifest import PROTOCOL, Manifest, Run
from hookconform.checks.capability import METHOD_KINDS
from hookconform.checks.table import CAPABILITIES
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.manifests import manifest_versions
from hookconform.corpus.vocabulary import CORE, EXTENDED
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant
from hookconform.ground.versions import at_least, is_version, newest_of

# Those whose checks are comparisons, which any language can make.
COMPARED = tuple(name for name, row in CAPABILITIES.items() if row.comparisons is not None)
TIERS = (CORE, EXTENDED)
_RULES = "rules"
SINCE = "--since"


@dataclass(frozen=True)
class Request:
    """A selection of the corpus; empty tuples mean all. `since` is a version of the one platform that is named.

    `manifest` is the adapter that cases are worked out for; None: one of `tier` that claims `capabilities`.
    """

    platforms: tuple[str, ...] = ()
    since: str | None = None
    capabilities: tuple[str, ...] = ()
    tier: str = EXTENDED
    manifest: Manifest | None = field(default=None)

    def __post_init__(self) -> None:
        """Refuse what is not there (`platform.unknown`, `capability.not-compared`, `export.since`)."""
        for name in self.platforms:
            load_platform(name)
        if self.since is not None:
            _demand_since(self.platforms, self.since)
        for name in self.capabilities:
            if name not in COMPARED:
                raise HookconformError(
                    "capability.not-compared",
                    f"{name!r} is no capability whose checks can be exported.",
                    where="--capability",
                    hint=f"{meant(name, COMPARED)} Others need the engine: hookconform run.",
                )

    @property
    def wanted_platforms(self) -> tuple[str, ...]:
        """Return the platforms, all of the corpus if none is named, sorted."""
        return tuple(sorted(set(self.platforms) or platform_ids()))

    @cached_property
    def adapter(self) -> Manifest:
        """Return the adapter that cases are worked out for."""
        if self.manifest is not None:
            return self.manifest
        claims = Claims(None, frozenset(self.capabilities or COMPARED), self.tier)
        return Manifest(Path(), PROTOCOL, "exported", "0", "any", claims, {}, run=Run(command=("-",)))

    @property
    def compared(self) -> Sequence[str]:
        """Return the capabilities that are exported, in the table's order.

        Where the suite's own engine matches for the adapter, rules are none of its.
        """
        claims = self.adapter.claims
        wanted = self.capabilities or [name for name in COMPARED if name in claims.capabilities]
        return [name for name in wanted if name != _RULES or claims.rule_engine != REFERENCE_ENGINE]

    def only(self, platform: str) -> Request:
        """Return the same request for one platform."""
        return replace(self, platforms=(platform,))

    def has(self, version: str | None) -> bool:
        """Tell whether a version is wanted; what belongs to none is."""
        return self.since is None or version is None or at_least(version, self.since)


def _demand_since(platforms: tuple[str, ...], since: str) -> None:
    """Refuse a version of several platforms, and one behind all known ones: nothing exported is of it."""
    if len(set(platforms)) != 1:
        raise HookconformError(
            "export.since",
            f"Versions since {since!r} are those of one platform.",
            hint="Name it: hookconform export cases --platform codex --since 0.150.0",
        )
    platform = load_platform(platforms[0])
    newest = newest_of({*platform.versions, *manifest_versions(platform.path.parent)})
    if not is_version(since) or not at_least(newest, since):
        raise HookconformError(
            "export.since",
            f"The corpus knows no version of {platform.name} since {since!r}.",
            where=SINCE,
            hint=f"The newest is {newest}.",
        )


def demand_methods(manifest: Manifest) -> None:
    """Refuse a hook program: it is judged by what it does to a call, not by what it returns (`export.hook`)."""
    if manifest.kind not in METHOD_KINDS:
        raise HookconformError(
            "export.hook",
            f"{manifest.name} is a hook program, which has no methods to compare.",
            where=str(manifest.path),
            hint="Check it with `hookconform run`.",
        )
