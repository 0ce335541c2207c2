"""What somebody read in cited files that cannot be opened everywhere: `read-files.yaml` of the corpus.

Such a reading is no opened file: it is counted apart, and only where the file itself cannot be had.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.corpus.sources import Source
from hookconform.ground.errors import HookconformError
from hookconform.ground.strict_yaml import load_yaml
from hookconform_lab.citations.cited import Citation

# Repository, commit and path.
Place = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Readings:
    """The texts that stand in each file that was read, by place."""

    stands: dict[Place, frozenset[str]]

    def of(self, source: Source) -> frozenset[str] | None:
        """Return what stands in a source, None if nobody read it."""
        return self.stands.get(_place(source))

    def bears_out(self, citation: Citation) -> bool:
        """Tell whether somebody read what is cited; that a text is absent, nobody wrote down."""
        found = self.of(citation.source)
        return found is not None and not citation.unwanted and found.issuperset(citation.wanted)

    def uncited(self, cited: Iterable[Citation]) -> Iterator[tuple[str, str]]:
        """Yield file and text of what nothing cites; `cited` are the citations of all platforms."""
        wanted: dict[Place, set[str]] = {}
        for item in cited:
            wanted.setdefault(_place(item.source), set()).update(item.wanted)
        for place, texts in self.stands.items():
            yield from ((f"{place[0]}, {place[2]}", text) for text in sorted(texts - wanted.get(place, set())))


def read_before(root: Path) -> Readings:
    """Return the readings of a corpus, none if it has no such file; raises `HookconformError` (`citation.readings`)."""
    path = root / "read-files.yaml"
    if not path.is_file():
        return Readings({})
    raw: Any = load_yaml(path)
    schemas.check(raw, "read-files", where=str(path))
    stands: dict[Place, frozenset[str]] = {}
    for row in raw["files"]:
        place = (row["repository"], row["commit"], row["path"])
        if place in stands:
            raise HookconformError(
                "citation.readings",
                f"{place[0]}, {place[2]} stands there twice at one commit.",
                where=str(path),
                hint="Put the texts of both into one entry.",
            )
        stands[place] = frozenset(row["stands"])
    return Readings(stands)


def _place(source: Source) -> Place:
    return (source.repository, source.commit, source.path)
