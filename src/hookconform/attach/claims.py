"""What an adapter says it does: platforms, capabilities, events, verdicts, and its own words for canonical names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hookconform.effects.verdicts import plain_verdict

ALL = "all"
REFERENCE_ENGINE = "reference"


@dataclass(frozen=True, slots=True)
class Words:
    """An adapter's own words for canonical names of one kind; without a table they are the canonical names.

    Several canonical names may share one word: the vocabulary is then coarser, which is said and no fault.
    """

    table: Mapping[str, str] | None = None

    def knows(self, canonical: str) -> bool:
        """Tell whether the adapter has a word for this name."""
        return self.table is None or canonical in self.table

    def word(self, canonical: str) -> str:
        """Return the adapter's word; the name itself where it has none."""
        return canonical if self.table is None else self.table.get(canonical, canonical)

    def shared(self) -> dict[str, list[str]]:
        """Return the words that stand for more than one canonical name, with these names in order."""
        found: dict[str, list[str]] = {}
        for canonical, word in sorted((self.table or {}).items()):
            found.setdefault(word, []).append(canonical)
        return {word: names for word, names in found.items() if len(names) > 1}


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of a manifest; None stands for all (platforms, events, verdicts)."""

    platforms: frozenset[str] | None
    capabilities: frozenset[str]
    tier: str
    events: frozenset[str] | None = None
    verdicts: frozenset[str] | None = None
    tools: Words = Words()
    event_words: Words = Words()
    legacy_aliases: bool = False
    further_fields: bool = False
    rule_engine: str = "own"

    @property
    def has_words(self) -> bool:
        """Tell whether the adapter has words of its own for canonical names."""
        return self.tools.table is not None or self.event_words.table is not None


def read_claims(raw: Mapping[str, Any]) -> Claims:
    """Return the claims in the content of a manifest that follows the schema."""
    vocabulary: Mapping[str, Mapping[str, str]] = raw.get("vocabulary", {})
    return Claims(
        platforms=None if raw["platforms"] == ALL else frozenset(raw["platforms"]),
        capabilities=frozenset[str](raw["capabilities"]),
        tier=raw["tier"],
        events=frozenset(raw["events"]) if "events" in raw else None,
        verdicts=frozenset[str](map(plain_verdict, raw["verdicts"])) if "verdicts" in raw else None,
        tools=Words(vocabulary.get("tools")),
        event_words=Words(vocabulary.get("events")),
        legacy_aliases=raw.get("legacy_aliases", False),
        further_fields=raw.get("further_fields", False),
        rule_engine=raw.get("rule_engine", "own"),
    )
