"""The canonical vocabulary: tools with their tier and argument names, events with their phase."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.corpus.locate import corpus_root
from hookconform.ground.strict_yaml import load_yaml

# The canonical event at which a hook can stop a tool call.
PRE_TOOL = "PreToolUse"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Canonical names: `tools` maps name to tier (`core`, `extended`), `events` maps name to phase.

    At `turn_ends` an agent or sub-agent is done: whoever denies that makes it go on.
    """

    version: int
    tools: dict[str, str]
    arguments: dict[str, tuple[str, ...]]
    events: dict[str, str]
    turn_ends: frozenset[str]

    @property
    def pre_tool(self) -> frozenset[str]:
        """Return the events at which a tool call can still be stopped."""
        return self._of_phase("pre-tool")

    @property
    def post_tool(self) -> frozenset[str]:
        """Return the events that report how a tool call went."""
        return self._of_phase("post-tool")

    def _of_phase(self, phase: str) -> frozenset[str]:
        return frozenset(name for name, named in self.events.items() if named == phase)


def load_vocabulary(root: Path | None = None) -> Vocabulary:
    """Return the vocabulary of the corpus; errors as `strict_yaml` and `schemas`."""
    return _read(root or corpus_root())


@cache
def _read(root: Path) -> Vocabulary:
    path = root / "vocabulary.yaml"
    raw: dict[str, Any] = load_yaml(path)
    schemas.check(raw, "vocabulary", where=str(path), root=root)
    return Vocabulary(
        version=raw["version"],
        tools={name: row["tier"] for name, row in raw["tools"].items()},
        arguments={name: tuple(row["arguments"]) for name, row in raw["tools"].items()},
        events={name: row["phase"] for name, row in raw["events"].items()},
        turn_ends=frozenset(name for name, row in raw["events"].items() if "turn_end" in row),
    )
