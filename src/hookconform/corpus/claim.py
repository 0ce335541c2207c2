"""One claim: a native name, what it means, since when, and by what evidence."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from hookconform.corpus.evidence import Evidence, evidence_from_dict
from hookconform.ground.versions import at_least

ClaimStatus = Literal["current", "historic", "legacy-alias", "refuted"]


class Claim(NamedTuple):
    """One row of an event or tool table: native name → canonical name (None: keeps its native name).

    `tier` (of the mapping, where it is not the canonical name's), `tool_kind`, `where`, `added_keys`, `arguments`
    (native → canonical name), `units` (native name → unit), `roles` (pointer → role of the text there, where its name
    does not tell it), `paths`, `commands` and `urls` (where more of them stand), `calls` (where calls stand within a
    call) and `patch` (the key that holds patch text; True: the arguments may be it) belong to tools; the fields
    from `timed_keys` on to events. They mean what the platform schema says.
    """

    platform: str
    kind: Literal["event", "tool"]
    native: str
    canonical: str | None
    status: ClaimStatus
    evidence: tuple[Evidence, ...]
    since: str | None = None
    until: str | None = None
    why_inexact: str = ""
    keys: tuple[str, ...] = ()
    declared_as: tuple[str, ...] = ()
    added_keys: tuple[str, ...] = ()
    note: str = ""
    tier: str | None = None
    tool_kind: str | None = None
    where: str = ""
    arguments: Mapping[str, str] = MappingProxyType({})
    units: Mapping[str, str] = MappingProxyType({})
    paths: tuple[str, ...] = ()
    commands: Mapping[str, str] = MappingProxyType({})
    urls: Mapping[str, Any] = MappingProxyType({})
    roles: Mapping[str, str] = MappingProxyType({})
    calls: Mapping[str, Any] = MappingProxyType({})
    patch: str | bool = False
    timed_keys: tuple[str, ...] = ()
    registered_as: str = ""
    also_fires: tuple[str, ...] = ()
    also_fires_when: Mapping[str, Any] = MappingProxyType({})
    names_no_tool: bool = False
    implies_tool: str | None = None
    implied_arguments: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Return the claim's identifier, `platform#kind:native`."""
        return f"{self.platform}#{self.kind}:{self.native}"

    @property
    def renamed(self) -> dict[str, str]:
        """Return the arguments whose canonical name is another than the native one."""
        return {native: canonical for native, canonical in self.arguments.items() if native != canonical}

    @property
    def registration(self) -> str:
        """Return the name under which hooks are registered for an event."""
        return self.registered_as or self.native

    def covers(self, version: str) -> bool:
        """Tell whether a version lies between the first and the last that are known to have it, both included."""
        return (self.since is None or at_least(version, self.since)) and (
            self.until is None or at_least(self.until, version)
        )

    @property
    def maps(self) -> bool:
        """Tell whether an adapter must give another name than the native one."""
        return self.becomes != self.native

    @property
    def becomes(self) -> str:
        """Return the name that an adapter must give."""
        return self.native if self.canonical is None or self.status == "refuted" else self.canonical


def claim_from_dict(platform: str, kind: Literal["event", "tool"], row: dict[str, Any]) -> Claim:
    """Return one row of a platform's tables, as it stands in platform.yaml."""
    return Claim(
        platform=platform,
        kind=kind,
        native=row["native"],
        canonical=row["canonical"],
        status=row["status"],
        evidence=tuple(evidence_from_dict(item) for item in row["evidence"]),
        since=row.get("since"),
        until=row.get("until"),
        why_inexact=row.get("why_inexact", ""),
        keys=tuple(row.get("keys", ())),
        declared_as=tuple(row.get("declared_as", ())),
        added_keys=tuple(row.get("added_keys", ())),
        note=row.get("note", ""),
        tier=row.get("tier"),
        tool_kind=row.get("kind"),
        where=row.get("where", ""),
        arguments=row.get("arguments", {}),
        units=row.get("units", {}),
        paths=tuple(row.get("paths", ())),
        commands=row.get("commands", {}),
        urls=row.get("urls", {}),
        roles=row.get("roles", {}),
        calls=row.get("calls", {}),
        patch=row.get("patch", False),
        timed_keys=tuple(row.get("timed_keys", ())),
        registered_as=row.get("registered_as", ""),
        also_fires=tuple(row.get("also_fires", ())),
        also_fires_when=row.get("also_fires_when", {}),
        names_no_tool=row.get("names_no_tool", False),
        implies_tool=row.get("implies_tool"),
        implied_arguments=tuple(row.get("implied_arguments", ())),
    )
