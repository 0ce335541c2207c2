"""The catalogue as it is filed: which document a fault misreads, where, and how it is put in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.corpus.claims import platform_ids
from hookconform.corpus.locate import data_root
from hookconform.corpus.traits import traits_of
from hookconform.ground.errors import HookconformError
from hookconform.ground.strict_yaml import load_yaml

FOLDER = Path("conformance") / "misreadings"


@dataclass(frozen=True, slots=True)
class Misreading:
    """One fault of thought, on each of its platforms; `kind` is the file that it stands in.

    `rule` is the id of the sentence in the documents that it misreads, `misreads` what its author took it for. `when`
    limits it to some payloads, and `change` says what is then done otherwise, by part of the adapter. `equivalent` is
    the reason for which no case can see it, by platform.
    """

    id: str
    kind: str
    rule: str
    misreads: str
    platforms: tuple[str, ...]
    when: Mapping[str, Any] = field(default_factory=dict[str, Any], hash=False)
    change: Mapping[str, Any] = field(default_factory=dict[str, Any], hash=False)
    equivalent: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All faults, in order of their files; `early` are the platforms for which cases were first written by hand."""

    entries: tuple[Misreading, ...]
    early: frozenset[str]


def load_catalogue(folder: Path | None = None) -> Catalogue:
    """Return the catalogue of this checkout.

    Errors as `strict_yaml`, and `schema.misreadings`, `catalogue.twice`, `catalogue.platform`.
    """
    folder = folder or data_root() / FOLDER
    groups = load_yaml(folder / "platforms.yaml")
    schemas.check(groups, "misreading-platforms", where=str(folder / "platforms.yaml"))
    every = platform_ids()
    early = frozenset(groups["early"])
    named = {"all": every, "early": sorted(early), "late": [name for name in every if name not in early]}
    entries: dict[str, Misreading] = {}
    for path in sorted(folder.glob("*.yaml")):
        if path.name == "platforms.yaml":
            continue
        rows = load_yaml(path)
        schemas.check(rows, "misreadings", where=str(path))
        for row in rows:
            if row["id"] in entries:
                what = f"Two misreadings are called {row['id']}."
                raise HookconformError("catalogue.twice", what, where=str(path), hint="Give one another id.")
            platforms = [name for group in row["platforms"] for name in named.get(group, [group])]
            unknown = [name for name in platforms if name not in every]
            if unknown:
                what = f"{row['id']} names {unknown[0]}, which is no platform."
                raise HookconformError("catalogue.platform", what, where=str(path), hint="Correct its `platforms`.")
            left, needed = frozenset(row.get("except", ())), frozenset(row.get("needs", ()))
            about = [name for name in dict.fromkeys(platforms) if name not in left and needed <= traits_of(name)]
            if not about:
                what = f"{row['id']} is about no platform."
                raise HookconformError(
                    "catalogue.platform", what, where=str(path), hint="Correct `platforms` or `needs`."
                )
            fields = {key: row[key] for key in ("id", "rule", "misreads", "when", "change", "equivalent") if key in row}
            entries[row["id"]] = Misreading(**fields, kind=path.stem, platforms=tuple(about))
    return Catalogue(tuple(entries.values()), early)
