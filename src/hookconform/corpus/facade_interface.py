"""Cases of tools that a vendor's interface defines: `platforms/<p>/interface.yaml`, one tool with several actions.

No program declares these tools, so their forms and calls are the documented ones. `version` and `model` of such a case
say so: `own` and `any`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hookconform.corpus.declared import Form
from hookconform.corpus.declared_misfits import told_apart
from hookconform.corpus.documents import load_document
from hookconform.corpus.facade_case import CanonicalCase, FacadeCase, Fields, Forms, NativeCase, digest
from hookconform.corpus.facade_names import ACTIONS, FACADE
from hookconform.corpus.facade_table import CallRow, FacadeTable, MadeRow, NativeCall
from hookconform.corpus.fitting import misfit

FILE_NAME = "interface.yaml"
VERSION, MODEL = "own", "any"


@dataclass(frozen=True)
class DefinedTool:
    """One tool: path of the argument that chooses its action (empty: one action), canonical tools, documented forms."""

    discriminator: str
    canonical: tuple[str, ...]
    forms: Forms


@dataclass(frozen=True)
class Interface:
    """One platform's file: tools by native name, and rows with the canonical tool that each call stands for.

    `refused` are calls by id that are none of the documented ones.
    """

    platform: str
    provider: str
    tools: dict[str, DefinedTool]
    calls: tuple[tuple[str, CallRow], ...]
    made: tuple[tuple[str, MadeRow], ...]
    refused: tuple[tuple[str, NativeCall], ...]

    @property
    def file(self) -> str:
        """Return the file's path from the corpus's folder."""
        return f"platforms/{self.platform}/{FILE_NAME}"

    def meanings(self, native: str, form: Form) -> set[str]:
        """Return the canonical tools that rows of calls of one form of a tool stand for: one, in a sound file."""
        calls = ((means, row.call) for means, row in self.calls)
        return {means for means, call in calls if call.tool == native and not misfit(call.given, [form])}

    def fields(self, name: str) -> Fields:
        """Return the fields of `FacadeCase`."""
        declared = {tool: one.forms for tool, one in self.tools.items()}
        head = f"{self.platform}/{FACADE}/{self.provider}"
        return f"{head}/{name}", self.platform, self.provider, VERSION, MODEL, ACTIONS, self.file, declared


def load_interface(platform: str, root: Path) -> Interface | None:
    """Return the file of a platform, None if it has none; errors as `strict_yaml` and `schemas`."""
    return _read(platform, root)


def interface_from(raw: dict[str, Any], platform: str) -> Interface:
    """Return what a file says that follows the schema."""
    return Interface(
        platform=platform,
        provider=raw["provider"],
        tools={
            name: DefinedTool(tool.get("discriminator", ""), tuple(tool["canonical"]), tool["forms"])
            for name, tool in raw["tools"].items()
        },
        calls=tuple((row["means"], _call_row(row)) for row in raw["calls"]),
        made=tuple((row["means"], _made_row(row)) for row in raw["made"]),
        refused=tuple((row["id"], NativeCall(row["tool"], row["arguments"])) for row in raw["refused"]),
    )


def interface_cases(interface: Interface, tables: Sequence[FacadeTable], root: Path) -> Iterator[FacadeCase]:
    """Yield the cases of one file: rows both ways, calls to refuse, and calls of recorded programs' own rows.

    `tables` are those of all platforms.
    """
    for means, row in interface.calls:
        yield NativeCase(*interface.fields(f"calls/{row.id}"), row.call, means, row)
        back = MadeRow(row.id, VERSION, MODEL, means, row.canonical, (row.call,), frozenset(), frozenset(), refused="")
        fields = interface.fields(f"back/{row.id}")
        yield CanonicalCase(*fields, means, row.canonical, row.native_only, row.call.tool, back)
    for means, row in interface.made:
        fields = interface.fields(f"made/{row.id}")
        yield CanonicalCase(*fields, means, row.canonical, {}, row.native_tool, row)
    for name, call in interface.refused:
        wrong = misfit(call.given, interface.tools[call.tool].forms)
        yield NativeCase(
            *interface.fields(f"refused/{name}"), call, interface.tools[call.tool].canonical[0], None, wrong
        )
    for name, tool in interface.tools.items():
        yield from _told_apart(interface, name, tool)
    stand_for = {name for tool in interface.tools.values() for name in tool.canonical}
    for table in tables:
        for row in table.calls:
            tool = table.canonical_of(row.call.tool, root) or ""
            # Patches are cut into one call a file, so that none comes back as it was: rows say how.
            if tool in stand_for and any(row.canonical) and not any("patch" in call for call in row.canonical):
                yield CanonicalCase(*interface.fields(f"from/{table.platform}/{row.id}"), tool, row.canonical, {})


def _told_apart(interface: Interface, name: str, tool: DefinedTool) -> Iterator[FacadeCase]:
    """Yield calls that a tool's forms allow, which come back as they were, and calls with one thing wrong."""
    # What a patch may hold is for its grammar to say.
    is_patched = any("patch" in call for _, row in interface.calls if row.call.tool == name for call in row.canonical)
    seen: set[str] = set()
    for form in tool.forms:
        (means,) = interface.meanings(name, form)
        for given, misfit_here in told_apart([form]):
            wrong = misfit(given, tool.forms)
            if misfit_here and not wrong:
                continue  # another form takes it
            case_name = f"{'misfit' if wrong else 'declared'}/{name}-{digest(given)}"
            if case_name in seen or (is_patched and not wrong):
                continue
            seen.add(case_name)
            yield NativeCase(*interface.fields(case_name), NativeCall(name, given), means, None, wrong)


@cache
def _read(platform: str, root: Path) -> Interface | None:
    path = root / "platforms" / platform / FILE_NAME
    if not path.is_file():
        return None
    raw: dict[str, Any] = load_document(path, "interface", root)
    return interface_from(raw, platform)


def _call_row(row: dict[str, Any]) -> CallRow:
    call = NativeCall(row["tool"], row["arguments"])
    return CallRow(row["id"], VERSION, MODEL, "", call, tuple(row["canonical"]), row.get("native_only", {}))


def _made_row(row: dict[str, Any]) -> MadeRow:
    return MadeRow(
        id=row["id"],
        version=VERSION,
        model=MODEL,
        tool=row["means"],
        canonical=tuple(row["canonical"]),
        calls=tuple(NativeCall(row["tool"], arguments) for arguments in row.get("calls", ())),
        filled=frozenset(),
        dropped=frozenset(row.get("dropped", ())),
        refused=row.get("refused", ""),
        native_tool=row["tool"],
    )
