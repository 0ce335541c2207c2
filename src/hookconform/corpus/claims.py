"""Platforms: the claims about native names, with their evidence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from hookconform.corpus.claim import Claim, claim_from_dict
from hookconform.corpus.documents import load_document
from hookconform.corpus.evidence import Evidence, evidence_from_dict
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.path_readings import PathReading, path_reading_from_dict
from hookconform.corpus.payload_places import PayloadPlaces, places_from_dict
from hookconform.corpus.programs import Program, RegistrationFiles, program_from_dict, registration_from_dict
from hookconform.corpus.sources import Source, source_from_dict
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant


class McpForm(NamedTuple):
    """One way in which MCP tools are named; a name of this form matches `pattern`, where there is one.

    `declared_pattern` fits the name under which such a tool is declared, where hooks call it otherwise.
    """

    form: str
    pattern: str | None = None
    declared_pattern: str | None = None
    where: str = ""
    since: str = ""
    until: str = ""
    note: str = ""
    evidence: tuple[Evidence, ...] = ()

    def fits(self, name: str) -> bool:
        """Tell whether a name has this form."""
        return self.pattern is None or re.fullmatch(self.pattern, name) is not None


class Release(NamedTuple):
    """One version something is known of; `basis` tells whether it was run (`measured`) or read about (`documented`).

    `silent` are events that a hook was registered for, and that the runs which show them at the next version did not
    call.
    """

    version: str
    date: str = ""
    basis: str = ""
    note: str = ""
    silent: tuple[str, ...] = ()


class Gap(NamedTuple):
    """What could not be recorded, and why.

    `missing` (`payload`, `result` or `situation`) is what no captured case shows of `names`, at `versions` or at any;
    `arguments` are declared ones that no captured case of the newest version shows, by declared tool. `registered` are
    names without a claim that the newest version can register, and `switch` says what turns them on, if that is known.
    """

    what: str
    why: str
    names: tuple[str, ...] = ()
    missing: Literal["", "payload", "result", "situation"] = ""
    versions: tuple[str, ...] = ()
    arguments: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    registered: tuple[str, ...] = ()
    switch: str = ""


@dataclass(frozen=True)
class Platform:
    """One platform as in platform.yaml: `tools` and `events` by native name, `payload` where values stand.

    `claims` are all rows as filed, tools before events; `stated_id` is the id the file gives. `program` and
    `registration` are None where nothing is known of them; without `paths_read_as` nobody looked how paths are read.
    """

    id: str
    stated_id: str
    name: str
    vendor: str
    homepage: str
    is_documented: bool
    releases: tuple[Release, ...]
    claims: tuple[Claim, ...]
    sources: dict[str, Source]
    payload: PayloadPlaces
    mcp: tuple[McpForm, ...]
    paths_read_as: tuple[PathReading, ...]
    program: Program | None
    registration: RegistrationFiles | None
    not_covered: tuple[Gap, ...]
    notes: tuple[str, ...]
    path: Path
    events: dict[str, Claim]
    tools: dict[str, Claim]

    @cached_property
    def versions(self) -> tuple[str, ...]:
        """Return the known versions, oldest first."""
        return tuple(release.version for release in self.releases)

    @property
    def newest(self) -> str:
        """Return the newest known version."""
        return self.versions[-1]

    @property
    def newest_measured(self) -> str:
        """Return the newest version that was run, the newest known if none was."""
        return next(
            (release.version for release in reversed(self.releases) if release.basis == "measured"), self.newest
        )

    def silent_at(self, version: str) -> tuple[str, ...]:
        """Return the events that hooks of a version were registered for in vain."""
        return next((release.silent for release in self.releases if release.version == version), ())

    @cached_property
    def registrations(self) -> dict[str, Claim]:
        """Return the event that is meant where hooks are registered under a name."""
        return {claim.registration: claim for claim in self.events.values()}

    def events_at(self, version: str | None) -> tuple[str, ...]:
        """Return the names under which hooks of a version (None: of any) are registered, in the order of the claims."""
        known = (claim for claim in self.events.values() if claim.status in ("current", "historic"))
        return tuple(claim.registration for claim in known if version is None or claim.covers(version))

    def hook_names(self, declared: str, version: str) -> frozenset[str]:
        """Return the names under which hooks of a version report a tool that is declared under some name."""
        other = [claim for claim in self.tools.values() if declared in claim.declared_as]
        own = self.tools.get(declared)
        keeps = not other or (own is not None and own.status != "refuted")
        return frozenset({declared} if keeps else ()) | {claim.native for claim in other if claim.covers(version)}

    def told_as(self, declared: str) -> tuple[str, ...]:
        """Return the names under which hooks are told of a tool that they are not told of under its own name."""
        own = self.tools.get(declared)
        if own is not None and own.status == "current":
            return ()
        others = (claim for claim in self.tools.values() if declared in claim.declared_as)
        return tuple(claim.native for claim in others if claim.status == "current")

    @property
    def root(self) -> Path:
        """Return the corpus folder the platform is read from."""
        return self.path.parents[2]

    def paths_opened(
        self, tool: str, path: str, version: str | None = None, environment: Mapping[str, str] | None = None
    ) -> tuple[str, ...]:
        """Return the paths that a tool of a version (None: the newest) may open when given `path`, `path` first."""
        ways = (way for way in self.paths_read_as if way.covers(tool, version or self.newest))
        return tuple(dict.fromkeys([path, *(way.read(path, environment) for way in ways)]))

    def claim(self, native: str) -> Claim | None:
        """Return the tool or else the event claim of a native name."""
        return self.tools.get(native) or self.events.get(native)

    def claim_named(self, claim_id: str) -> Claim:
        """Return the claim of an id such as `codex#tool:shell`; raises `HookconformError` (`claim.unknown`)."""
        known = {claim.id: claim for claim in self.claims}
        if claim_id not in known:
            raise HookconformError("claim.unknown", f"There is no claim {claim_id!r}.", hint=meant(claim_id, known))
        return known[claim_id]

    def mcp_forms(self, name: str) -> list[str]:
        """Return the forms of MCP tool names that a name has."""
        return [row.form for row in self.mcp if row.pattern is not None and row.fits(name)]

    def declares_as_mcp(self, declared: str) -> bool:
        """Tell whether a declared name has the form of an MCP tool that hooks call otherwise."""
        patterns = (row.declared_pattern for row in self.mcp if row.declared_pattern is not None)
        return any(re.fullmatch(pattern, declared) for pattern in patterns)


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
            hint=meant(platform, platform_ids(root)),
        )
    raw: dict[str, Any] = load_document(path, "platform", root)
    tools = [claim_from_dict(platform, "tool", row) for row in raw["tools"]]
    events = [claim_from_dict(platform, "event", row) for row in raw["events"]]
    return Platform(
        id=platform,
        stated_id=raw["platform"],
        name=raw["name"],
        vendor=raw["vendor"],
        homepage=raw["homepage"],
        is_documented=raw["evidence_policy"] == "documented",
        releases=tuple(_release(row) for row in raw["versions"]),
        claims=(*tools, *events),
        events={claim.native: claim for claim in events},
        tools={claim.native: claim for claim in tools},
        sources={name: source_from_dict(row) for name, row in raw["sources"].items()},
        payload=places_from_dict(raw["payload"]),
        mcp=tuple(_mcp_form(row) for row in raw["mcp"]),
        paths_read_as=tuple(path_reading_from_dict(row) for row in raw.get("paths_read_as", ())),
        program=program_from_dict(raw["program"]) if "program" in raw else None,
        registration=registration_from_dict(raw["registration"]) if "registration" in raw else None,
        not_covered=tuple(_gap(row) for row in raw.get("not_covered", ())),
        notes=tuple(raw.get("notes", ())),
        path=path,
    )


def _release(row: dict[str, Any]) -> Release:
    return Release(**{key: value for key, value in row.items() if key != "silent"}, silent=tuple(row.get("silent", ())))


def _mcp_form(row: dict[str, Any]) -> McpForm:
    evidence = tuple(evidence_from_dict(item) for item in row["evidence"])
    return McpForm(**{key: value for key, value in row.items() if key != "evidence"}, evidence=evidence)


def _gap(row: dict[str, Any]) -> Gap:
    lists = {key: tuple(row.get(key, ())) for key in ("names", "versions", "registered")}
    arguments = {tool: tuple(keys) for tool, keys in row.get("arguments", {}).items()}
    return Gap(
        row["what"],
        row["why"],
        missing=row.get("missing", ""),
        arguments=arguments,
        switch=row.get("switch", ""),
        **lists,
    )
