"""The page of escapes: what a hook never sees, three lines a platform, then rows by platforms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hookconform.corpus.claims import platform_ids
from hookconform.corpus.escapes import UNMEASURED, EscapeTable, escape_versions, load_escape_table
from hookconform.explain.escapes import answer_lines, escape_manifest

FILE = "escapes.html"
_MARKS = {"stopped": "✓", "not-offered": "\u2013", "not-tried": "?"}


@dataclass(frozen=True, slots=True)
class EscapePage:
    """What the page shows: manifests by platform, the answer of each in sentences, and the rows' cells."""

    table: EscapeTable
    manifests: dict[str, dict[str, Any]]

    @property
    def driven(self) -> int:
        """Return how many cells were measured."""
        return sum(effect["verdict"] not in UNMEASURED for one in self.manifests.values() for effect in one["effects"])

    def answer(self, platform: str) -> str:
        """Return the answer for a platform, without its name."""
        lines = answer_lines(self.manifests[platform])
        text = " ".join(line.strip() for line in lines).partition(": ")[2]
        return text[:1].upper() + text[1:]

    def effect(self, platform: str, row: str) -> dict[str, Any] | None:
        """Return what is known of a row on a platform, None if nothing is shown."""
        return next((effect for effect in self.manifests[platform]["effects"] if effect["row"] == row), None)

    def mark(self, effect: dict[str, Any]) -> str:
        """Return the sign of a cell."""
        return _MARKS.get(effect["verdict"], "✗")

    def look(self, effect: dict[str, Any]) -> str:
        """Return the class of a cell, by which it has its colour."""
        if effect["verdict"] in UNMEASURED:
            return "st-unjudged"
        return "st-right" if effect["stopped"] else "st-wrong"


def escape_page() -> EscapePage:
    """Return what the page shows; errors as `escape_manifest`."""
    measured = [platform for platform in platform_ids() if escape_versions(platform)]
    table = load_escape_table() if measured else EscapeTable({}, {}, {})
    return EscapePage(table, {platform: escape_manifest(platform) for platform in measured})
