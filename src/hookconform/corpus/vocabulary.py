"""The canonical vocabulary: tools with their tier and argument names, events with their phase."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hookconform.corpus.documents import load_document
from hookconform.corpus.locate import corpus_root

if TYPE_CHECKING:
    from hookconform.corpus.claim import Claim

# The canonical event at which a hook can stop a tool call.
PRE_TOOL = "PreToolUse"
# The kind of a tool of which nothing is known, and of every tool of an MCP server.
UNKNOWN_KIND = "other"
CORE, EXTENDED = "core", "extended"


class Default(NamedTuple):
    """What the absence of an argument of a tool facade means: `value` (None: no limit), or a limit of `least` or more.

    Beside an argument of `unless` it means nothing.
    `may_differ` are the values meant at which a tool may do otherwise if it says so; None is every value.
    """

    value: Any = None
    least: float | None = None
    may_differ: tuple[Any, ...] | None = ()
    unless: tuple[tuple[str, Any], ...] = ()

    def counts_in(self, call: Mapping[str, Any]) -> bool:
        """Tell whether the absence means something in a call."""
        return not any(name in call and call[name] == value for name, value in self.unless)

    def is_met(self, value: Any) -> bool:
        """Tell whether a value does what absence means."""
        if self.least is not None:
            return value is None or (not isinstance(value, bool | str) and value >= self.least)
        # 1 equals 1.0, and true is no number.
        return isinstance(value, bool) == isinstance(self.value, bool) and bool(value == self.value)

    def allows(self, meant: Any) -> bool:
        """Tell whether a tool may do otherwise where this was meant."""
        return self.may_differ is None or meant in self.may_differ


class Vocabulary(NamedTuple):
    """Canonical names: `tools` maps name to tier, `kinds` to kind, `events` maps name to phase.

    `all_kinds`, `verdicts` and `capabilities` are the lists of these names, in their order.

    At `pre_tool` a tool call can still be stopped, and `post_tool` report how it went. At `turn_ends` an agent or
    sub-agent is done; a deny there makes it go on.
    """

    version: int
    tools: dict[str, str]
    kinds: dict[str, str]
    arguments: dict[str, tuple[str, ...]]
    events: dict[str, str]
    pre_tool: frozenset[str]
    post_tool: frozenset[str]
    turn_ends: frozenset[str]
    facade_arguments: dict[str, tuple[str, ...]]
    facade_defaults: dict[str, dict[str, Default]]
    all_kinds: tuple[str, ...] = ()
    verdicts: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()

    def facade_arguments_of(self, tool: str) -> frozenset[str]:
        """Return every argument that a call of a canonical tool may have; what is drawn from others is none."""
        return frozenset((*self.arguments.get(tool, ()), *self.facade_arguments.get(tool, ()))) - {"file_paths"}

    def tier_of(self, claim: Claim) -> str | None:
        """Return the tier of a tool's mapping: its own, else that of the canonical name; None where there is none."""
        return claim.tier or self.tools.get(claim.canonical or "")

    def kind_of(self, name: str, claim: Claim | None) -> str:
        """Return the kind of a tool by its name in canonical events, else by the row of its native name.

        A name that is neither canonical nor claimed is unknown, and so is one that no version has.
        """
        if name in self.kinds:
            return self.kinds[name]
        if claim is None or claim.status == "refuted":
            return UNKNOWN_KIND
        return claim.tool_kind or UNKNOWN_KIND


def load_vocabulary(root: Path | None = None) -> Vocabulary:
    """Return the vocabulary of the corpus; errors as `strict_yaml` and `schemas`."""
    return _read(root or corpus_root())


@cache
def _read(root: Path) -> Vocabulary:
    path = root / "vocabulary.yaml"
    raw: dict[str, Any] = load_document(path, "vocabulary", root)
    return Vocabulary(
        version=raw["version"],
        tools={name: row["tier"] for name, row in raw["tools"].items()},
        kinds={name: row["kind"] for name, row in raw["tools"].items()},
        arguments={name: tuple(row["arguments"]) for name, row in raw["tools"].items()},
        events={name: row["phase"] for name, row in raw["events"].items()},
        pre_tool=_of_phase(raw, "pre-tool"),
        post_tool=_of_phase(raw, "post-tool"),
        facade_arguments={name: tuple(row) for name, row in raw.get("facade_arguments", {}).items()},
        all_kinds=tuple(raw["kinds"]),
        verdicts=tuple(raw["verdicts"]),
        capabilities=tuple(raw["capabilities"]),
        facade_defaults={
            tool: {name: _default(said) for name, said in row.items()}
            for tool, row in raw.get("facade_defaults", {}).items()
        },
        turn_ends=frozenset(name for name, row in raw["events"].items() if "turn_end" in row),
    )


def _of_phase(raw: dict[str, Any], phase: str) -> frozenset[str]:
    return frozenset(name for name, row in raw["events"].items() if row["phase"] == phase)


def _default(said: dict[str, Any]) -> Default:
    may_differ = said.get("may_differ", ())
    return Default(
        said.get("is"),
        said.get("at_least"),
        None if may_differ is True else tuple(may_differ),
        tuple(said.get("unless", {}).items()),
    )
