"""What a platform's tools mean, as written by hand: `platforms/<p>/facade.yaml`, with the claims for names."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from hookconform.corpus.claims import load_platform
from hookconform.corpus.documents import load_document
from hookconform.corpus.locate import corpus_root
from hookconform.ground.versions import at_least

FILE_NAME = "facade.yaml"
# Arguments by name, or the text of a tool of free text.
Given = dict[str, Any] | str


@dataclass(frozen=True)
class NativeCall:
    """One call of a native tool."""

    tool: str
    given: Given


@dataclass(frozen=True)
class CallRow:
    """A recorded native call with the canonical calls it means; `native_only` is what no other tool has.

    `model` is empty where the first family is meant, `case` where a model's call was recorded. `undeclared` says why
    the program takes a call that does not fit its declaration, and `dropped` which of its arguments change nothing.
    """

    id: str
    version: str
    model: str
    case: str
    call: NativeCall
    canonical: tuple[dict[str, Any], ...]
    native_only: dict[str, Any]
    undeclared: str = ""
    dropped: frozenset[str] = frozenset()


@dataclass(frozen=True)
class MadeRow:
    """Canonical calls of one tool with the native calls that must come of them, without what is filled in.

    `calls` is empty where they must be refused, and `refused` says why. `filled` names all that is filled in, and
    `filled_with` has the values of those that decide what a call does. `native_tool` is the one that is asked, where
    several could say it; empty leaves the choice open. `native_only` are arguments of its own that it is given. For
    `differs`, canonical arguments, the native value is another one, and the result must say so.
    """

    id: str
    version: str
    model: str
    tool: str
    canonical: tuple[dict[str, Any], ...]
    calls: tuple[NativeCall, ...]
    filled: frozenset[str]
    dropped: frozenset[str]
    refused: str
    filled_with: dict[str, Any] = field(default_factory=dict[str, Any])
    native_tool: str = ""
    native_only: dict[str, Any] = field(default_factory=dict[str, Any])
    differs: frozenset[str] = frozenset()


def refused_call(  # noqa: PLR0913 (the fields that differ from the row)
    row: CallRow,
    name: str,
    tool: str,
    why: str,
    *,
    canonical: tuple[dict[str, Any], ...],
    native_only: dict[str, Any],
) -> MadeRow:
    """Return canonical calls that the native tool of a row must refuse; `tool` is their canonical tool."""
    return MadeRow(
        id=f"{name}-{row.id}",
        version=row.version,
        model=row.model,
        tool=tool,
        canonical=canonical,
        calls=(),
        filled=frozenset(),
        dropped=frozenset(),
        refused=why,
        native_tool=row.call.tool,
        native_only=native_only,
    )


@dataclass(frozen=True)
class AbsentRow:
    """What a native tool does where arguments are left out: `values` by canonical name, None for no limit.

    `evidence` is `declared` (`at` is the native argument whose schema says so), `recorded` (a step of the shared
    script, or a case), `documented` or `source` (`at` is where). It holds from the version `since` on, empty for
    always. `said_by` are native arguments that say a canonical one otherwise than by its value; `only_with` is a native
    argument without which the tool is another one.
    """

    tool: str
    values: dict[str, Any]
    evidence: str
    at: str
    since: str
    said_by: dict[str, str] = field(default_factory=dict[str, str])
    only_with: str = ""


@dataclass(frozen=True)
class FacadeTable:
    """One platform's file; `families` are patterns of model ids by family, the first family first.

    `toolsets` are, for families that a setting of the program chooses, patterns of the runs that had chosen them; they
    are families after the others.
    `runs` are patterns of runs by family, for those of which no models were recorded; empty where nobody knows.
    `had_anyway` are, by canonical tool and argument, values that the platform's tool has without being told. With
    `reads_words` its tools read a text as the value that it spells.
    """

    platform: str
    provider: str
    version: str
    families: dict[str, tuple[str, ...]]
    toolsets: dict[str, tuple[str, ...]]
    runs: dict[str, tuple[str, ...]]
    names: dict[str, str]
    without_facade: dict[str, str]
    had_anyway: dict[str, dict[str, list[Any]]]
    calls: tuple[CallRow, ...]
    made: tuple[MadeRow, ...]
    absent: tuple[AbsentRow, ...] = ()
    reads_words: bool = False

    def absent_of(self, native: str, declared: Collection[str], version: str) -> dict[str, Any]:
        """Return what a native tool does at a version where arguments are left out, by canonical name.

        `declared` are the native arguments that there are.
        """
        rows = [
            row
            for row in self.absent
            if row.tool == native
            and (not row.only_with or row.only_with in declared)
            and (not row.since or at_least(version, row.since))
        ]
        return {name: value for row in rows for name, value in row.values.items()}

    def family_of(self, model: str) -> str | None:
        """Return the family of a model id, the first one for an empty id, None if it belongs to none.

        A family that a setting chooses has its own name for an id, since no model need be given it. What a router
        puts in front of an id (`openai/`) says nothing.
        """
        if model in self.toolsets:
            return model
        for spelling in dict.fromkeys((model, model.rpartition("/")[2])):
            for family, patterns in self.families.items():
                if not model or any(fnmatchcase(spelling, pattern) for pattern in patterns):
                    return family
        return None

    def families_of(self, seen: dict[str, Any]) -> set[str]:
        """Return the families that a declaration was made to: by the run where a setting chose, else by its models.

        Where no models were recorded it is the families of the runs, or all if nobody knows those either.
        """
        if "models" not in seen:
            found = {_first(place, self.runs) for place in seen["declared_in"]} - {None}
            return {family for family in self.families if family in found or not self.runs}
        chosen = [_first(place, self.toolsets) for place in seen["declared_in"]]
        models: list[str] = seen["models"] if None in chosen else []
        return {family for family in (*chosen, *map(self.family_of, models)) if family is not None}

    def asked_as(self, model: str, scenario: str) -> str:
        """Return the id to ask for the tools of a call: the toolset that its run had chosen, else its model."""
        chosen = (
            family
            for family, patterns in self.toolsets.items()
            if any(fnmatchcase(scenario, pattern.partition("/")[0]) for pattern in patterns)
        )
        return next(chosen, model)

    def canonical_of(self, native: str, root: Path | None = None) -> str | None:
        """Return the canonical tool that a declared name stands for, None for a tool that only this program has."""
        if native in self.names:
            return self.names[native]
        claims = load_platform(self.platform, root).tools
        # A name in a namespace is claimed without it.
        claim = claims.get(native) or claims.get(native.rpartition(".")[2])
        return None if claim is None or claim.status == "refuted" else claim.canonical


def table_platforms(root: Path | None = None) -> list[str]:
    """Return the platforms that have such a file, sorted."""
    return sorted(path.parent.name for path in ((root or corpus_root()) / "platforms").glob(f"*/{FILE_NAME}"))


def load_table(platform: str, root: Path | None = None) -> FacadeTable:
    """Return the file of a platform; errors as `strict_yaml` and `schemas`."""
    return _read(platform, root or corpus_root())


def table_from(raw: dict[str, Any], platform: str) -> FacadeTable:
    """Return what a file says that follows the schema."""
    version: str = raw["version"]
    families: dict[str, list[str]] = raw["families"]
    toolsets: dict[str, list[str]] = raw.get("toolsets", {})
    return FacadeTable(
        platform=platform,
        provider=raw["provider"],
        version=version,
        families={family: tuple(families.get(family, ())) for family in (*families, *toolsets)},
        toolsets={family: tuple(patterns) for family, patterns in toolsets.items()},
        runs={family: tuple(patterns) for family, patterns in raw.get("runs", {}).items()},
        names=raw.get("names", {}),
        without_facade=raw.get("without_facade", {}),
        had_anyway=raw.get("had_anyway", {}),
        calls=tuple(_call_row(row, version) for row in raw.get("calls", ())),
        made=tuple(_made_row(row, version) for row in raw.get("made", ())),
        absent=tuple(_absent_row(row, tool) for row in raw.get("absent", ()) for tool in row["tools"]),
        reads_words=raw.get("reads_words", False),
    )


@cache
def _read(platform: str, root: Path) -> FacadeTable:
    path = root / "platforms" / platform / FILE_NAME
    raw: dict[str, Any] = load_document(path, "facade", root)
    return table_from(raw, platform)


def _first(run: str, patterns: dict[str, tuple[str, ...]]) -> str | None:
    """Return the first family that has a pattern for a run, None if none has."""
    return next((family for family, said in patterns.items() if any(fnmatchcase(run, one) for one in said)), None)


def _call_row(row: dict[str, Any], version: str) -> CallRow:
    return CallRow(
        id=row["id"],
        version=row.get("version", version),
        model=row.get("model", ""),
        case=row.get("case", ""),
        call=_call(row),
        canonical=tuple(row["canonical"]),
        native_only=row.get("native_only", {}),
        undeclared=row.get("undeclared", ""),
        dropped=frozenset(row.get("dropped", ())),
    )


def _made_row(row: dict[str, Any], version: str) -> MadeRow:
    filled_with: dict[str, Any] = row.get("filled_with", {})
    return MadeRow(
        id=row["id"],
        version=row.get("version", version),
        model=row.get("model", ""),
        tool=row["tool"],
        canonical=tuple(row["canonical"]),
        calls=tuple(_call(call) for call in row.get("calls", ())),
        filled=frozenset(row.get("filled", ())) | filled_with.keys(),
        dropped=frozenset(row.get("dropped", ())),
        refused=row.get("refused", ""),
        filled_with=filled_with,
        native_tool=row.get("native_tool", ""),
        native_only=row.get("native_only", {}),
        differs=frozenset(row.get("differs", ())),
    )


def _absent_row(row: dict[str, Any], tool: str) -> AbsentRow:
    return AbsentRow(
        tool=tool,
        values=row["values"],
        evidence=row["evidence"],
        at=row["at"],
        since=row.get("since", ""),
        said_by=row.get("said_by", {}),
        only_with=row.get("only_with", ""),
    )


def _call(row: dict[str, Any]) -> NativeCall:
    return NativeCall(row["tool"], row["text"] if "text" in row else row["arguments"])
