"""Evidence: the words for what a claim rests on, and their order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

# Basis → its words for readers; strongest first.
BASES = {
    "captured": "recorded",
    "declared": "declared to the model",
    "measured": "seen when the program was run",
    "vendor-source": "vendor's code",
    "vendor-docs": "vendor's documentation",
    "third-party": "third party",
    "inferred": "inferred",
}
_STRENGTH = {basis: number for number, basis in enumerate(BASES)}


class Evidence(NamedTuple):
    """One piece of evidence; `versions` for what was run, `source` for what was read.

    `finds` are the texts that say it in the source, where that is not the name itself; `lacks` those whose absence
    does.
    """

    basis: str
    versions: tuple[str, ...] = ()
    source: str | None = None
    supports: bool = True
    note: str = ""
    finds: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return it as it is filed."""
        row: dict[str, Any] = {"basis": self.basis}
        if not self.supports:
            row["says"] = "refutes"
        if self.versions:
            row["versions"] = list(self.versions)
        if self.source is not None:
            row["source"] = self.source
        if self.note:
            row["note"] = self.note
        if self.finds:
            row["finds"] = list(self.finds)
        if self.lacks:
            row["lacks"] = list(self.lacks)
        return row


def evidence_from_dict(raw: dict[str, Any]) -> Evidence:
    """Return the piece of evidence in `raw`, which must follow the platform schema."""
    return Evidence(
        basis=raw["basis"],
        versions=tuple(raw.get("versions", ())),
        source=raw.get("source"),
        supports=raw.get("says", "supports") == "supports",
        note=raw.get("note", ""),
        finds=tuple(raw.get("finds", ())),
        lacks=tuple(raw.get("lacks", ())),
    )


def strongest(evidence: Iterable[Evidence]) -> Evidence:
    """Return the strongest of some pieces of evidence, at least one: what supports comes before what refutes."""
    return min(evidence, key=lambda item: (not item.supports, _STRENGTH[item.basis]))
