"""One question about tools of a provider, and what all of a platform, version and model have in common."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from hookconform.corpus.declared import Form, declared_tools, has_models
from hookconform.corpus.facade_names import FACADE
from hookconform.corpus.facade_table import CallRow, FacadeTable, MadeRow, NativeCall, load_table
from hookconform.corpus.known_tools import ByFamily, known_by_version, recorded_tools, tools_by_family
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError
from hookconform.ground.json_text import compact

Forms = list[Form]
# The fields of a case, in order.
Fields = tuple[str, str, str, str, str, str, str, dict[str, Forms]]


@dataclass(frozen=True)
class FacadeCase:
    """One question about the tools of a provider at a version of its program, asked for one model.

    `variant` is what is judged, `file` what it rests on, from the corpus's folder. `declared` are the tools that the
    model's family was given, with the forms of each.
    """

    id: str
    platform: str
    provider: str
    version: str
    model: str
    variant: str
    file: str
    declared: dict[str, Forms]


@dataclass(frozen=True)
class ToolsCase(FacadeCase):
    """All tools: `canonical` are the names of those that stand for a canonical one, `needed` those to be offered."""

    canonical: dict[str, str]
    needed: frozenset[str]


@dataclass(frozen=True)
class NativeCase(FacadeCase):
    """A native call: what it means by hand, or, without a row, that it fits its declaration or does not (`misfit`).

    `meanings` are the canonical names of those arguments of it that are known to have one (`known_meanings`).
    """

    call: NativeCall
    tool: str
    row: CallRow | None = None
    misfit: str = ""
    meanings: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class CanonicalCase(FacadeCase):
    """Canonical calls of one tool: the native calls of a row by hand, or, without one, any that say the same.

    `had_anyway` are values by path (without numbers of items) that the provider's tool has without being told.
    `assumed` are arguments that a native call left to be understood: number of the call, name, value.
    """

    tool: str
    canonical: tuple[dict[str, Any], ...]
    native_only: dict[str, Any]
    native_tool: str = ""
    row: MadeRow | None = None
    had_anyway: dict[str, list[Any]] = field(default_factory=dict[str, list[Any]])
    assumed: tuple[tuple[int, str, Any], ...] = ()


@dataclass(frozen=True)
class AbsentNativeCase(FacadeCase):
    """A native call without some of its optional arguments: `known` is what the program does then, by canonical name.

    `meanings` as in `NativeCase`.
    """

    call: NativeCall
    tool: str
    known: dict[str, Any]
    meanings: dict[str, str]


@dataclass(frozen=True)
class AbsentCanonicalCase(FacadeCase):
    """A canonical call without an argument, for one native tool, of which `actual` is what its program does then.

    `natives` are the native arguments that say it. `assumed` are arguments of the call that another provider's tool
    left to be understood; then it is they that the native tool is judged by, and `native_tool` is empty.
    """

    tool: str
    canonical: dict[str, Any]
    native_tool: str
    argument: str
    meant: Any
    actual: dict[str, Any]
    natives: frozenset[str] = frozenset()
    assumed: bool = False


def digest(call: Any) -> str:
    """Return the part of an id that tells calls apart: eight digits of a hash."""
    return hashlib.sha256(compact(call).encode()).hexdigest()[:8]


def offered(table: FacadeTable, version: str, model: str, root: Path | None = None) -> dict[str, Forms]:
    """Return the tools that the family of a model was given at a version, each with its forms."""
    return _by_family(table.platform, root or corpus_root())[version].get(table.family_of(model) or "", {})


def models_of(table: FacadeTable, version: str, root: Path | None = None) -> dict[str, str]:
    """Return one recorded model id for each family, those of the table's version where a version has none.

    Where a setting chooses the family it is the family's name.
    Raises `HookconformError` (`facade.no-models`) where that has none either.
    """
    own, newest = (declared_tools(table.platform, one, root) for one in (version, table.version))
    if not has_models(own) and not has_models(newest):
        raise HookconformError(
            "facade.no-models",
            f"It was not recorded to which models {table.platform} {table.version} declared its tools.",
            where=f"platforms/{table.platform}/declared/{table.version}.json",
            hint="Record that version again, or name one in facade.yaml whose declarations have `models`.",
        )
    found = {family: family for family in table.toolsets}
    for tools in (own, newest):
        for model in sorted({model for tool in tools.values() for model in tool.get("models", ())}):
            family = table.family_of(model)
            if family is not None:
                found.setdefault(family, model)
    given = _by_family(table.platform, root or corpus_root())[version]
    return {family: found[family] for family in table.families if family in found and family in given}


@cache
def _by_family(platform: str, root: Path) -> dict[str, ByFamily]:
    families_of = load_table(platform, root).families_of
    return tools_by_family(known_by_version(platform, root), recorded_tools(platform, root), families_of)


class CasesOf:
    """What the cases of one platform, version and model have in common; an empty model is the first family's."""

    def __init__(self, table: FacadeTable, version: str, model: str, root: Path | None) -> None:
        self._head = f"{table.platform}/{FACADE}/{version}"
        known = model or next(iter(models_of(table, version, root).values()))
        self.declared = offered(table, version, known, root)
        self._fields = (table.platform, table.provider, version, known)

    def named(self, name: str, variant: str, file: str) -> Fields:
        """Return the fields of `FacadeCase`."""
        return f"{self._head}/{name}", *self._fields, variant, file, self.declared


@cache
def cases_of(platform: str, version: str, model: str, root: Path) -> CasesOf:
    """Return what the cases of a platform, version and model share; errors as `load_table`."""
    return CasesOf(load_table(platform, root), version, model, root)
