"""Platforms: the claims about native names, with their evidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

from hookconform.corpus import schemas
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError
from hookconform.ground.strict_yaml import load_yaml
from hookconform.ground.versions import at_least

ClaimStatus = Literal["current", "historic", "legacy-alias", "refuted"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """One piece of evidence; `versions` for what was run, `source` for what was read."""

    basis: str
    versions: tuple[str, ...] = ()
    source: str | None = None
    supports: bool = True
    note: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """One row of an event or tool table: native name → canonical name (None: keeps its native name)."""

    platform: str
    kind: Literal["event", "tool"]
    native: str
    canonical: str | None
    status: ClaimStatus
    evidence: tuple[Evidence, ...]
    since: str | None = None
    until: str | None = None
    keys: tuple[str, ...] = ()
    declared_as: tuple[str, ...] = ()
    note: str = ""
    raw: dict[str, Any] = field(default_factory=dict[str, Any], compare=False)

    @property
    def id(self) -> str:
        """Return the claim's identifier, `platform#kind:native`."""
        return f"{self.platform}#{self.kind}:{self.native}"

    def covers(self, version: str) -> bool:
        """Tell whether a version lies between the first and the last that are known to have it, both included."""
        return (self.since is None or at_least(version, self.since)) and (
            self.until is None or at_least(self.until, version)
        )

    @property
    def maps(self) -> bool:
        """Tell whether an adapter must give another name than the native one."""
        return self.canonical is not None and self.canonical != self.native and self.status != "refuted"


@dataclass(frozen=True, slots=True)
class Platform:
    """One platform: `tools` and `events` by native name, `payload` and the rest as in platform.yaml."""

    id: str
    name: str
    versions: tuple[str, ...]
    events: dict[str, Claim]
    tools: dict[str, Claim]
    sources: dict[str, dict[str, Any]]
    payload: dict[str, Any]
    raw: dict[str, Any]
    path: Path

    @property
    def newest(self) -> str:
        """Return the newest known version."""
        return self.versions[-1]

    def events_at(self, version: str) -> tuple[str, ...]:
        """Return the native events that a version is known to have, in the order of the claims."""
        known = (claim for claim in self.events.values() if claim.status in ("current", "historic"))
        return tuple(claim.native for claim in known if claim.covers(version))

    def hook_names(self, declared: str, version: str) -> frozenset[str]:
        """Return the names under which hooks of a version report a tool that is declared under some name."""
        other = [claim for claim in self.tools.values() if declared in claim.declared_as]
        own = self.tools.get(declared)
        keeps = not other or (own is not None and own.status != "refuted")
        return frozenset({declared} if keeps else ()) | {claim.native for claim in other if claim.covers(version)}

    def claim(self, native: str) -> Claim | None:
        """Return the tool or else the event claim of a native name."""
        return self.tools.get(native) or self.events.get(native)


def platform_ids(root: Path | None = None) -> list[str]:
    """Return the platforms the corpus has, sorted."""
    return sorted(path.parent.name for path in ((root or corpus_root()) / "platforms").glob("*/platform.yaml"))


def load_platform(platform: str, root: Path | None = None) -> Platform:
    """Return one platform; raises `HookconformError` (`platform.unknown`, `schema.platform`, `yaml.invalid`)."""
    return _read(platform, root or corpus_root())


@cache
def _read(platform: str, root: Path) -> Platform:
    path = root / "platforms" / platform / "platform.yaml"
    if not path.is_file():
        raise HookconformError(
            "platform.unknown",
            f"The corpus has no platform {platform!r}.",
            hint=f"Known: {', '.join(platform_ids(root))}.",
        )
    raw: dict[str, Any] = load_yaml(path)
    schemas.check(raw, "platform", where=str(path))
    return Platform(
        id=platform,
        name=raw["name"],
        versions=tuple(row["version"] for row in raw["versions"]),
        events={row["native"]: _claim(platform, "event", row) for row in raw["events"]},
        tools={row["native"]: _claim(platform, "tool", row) for row in raw["tools"]},
        sources=raw["sources"],
        payload=raw["payload"],
        raw=raw,
        path=path,
    )


def _claim(platform: str, kind: Literal["event", "tool"], row: dict[str, Any]) -> Claim:
    return Claim(
        platform=platform,
        kind=kind,
        native=row["native"],
        canonical=row["canonical"],
        status=row["status"],
        evidence=tuple(_evidence(item) for item in row["evidence"]),
        since=row.get("since"),
        until=row.get("until"),
        keys=tuple(row.get("keys", ())),
        declared_as=tuple(row.get("declared_as", ())),
        note=row.get("note", ""),
        raw=row,
    )


def _evidence(item: dict[str, Any]) -> Evidence:
    return Evidence(
        basis=item["basis"],
        versions=tuple(item.get("versions", ())),
        source=item.get("source"),
        supports=item.get("says", "supports") == "supports",
        note=item.get("note", ""),
    )
