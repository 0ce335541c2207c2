"""Which page a native name is on, and which names are easily taken for it."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from hookconform_lab.evidence.claims import GradedClaim, PlatformEvidence

_NEAR = 6
# How alike two names are at least, as difflib measures it.
_ALIKE = 0.7


@dataclass(frozen=True)
class NamePage:
    """All spellings of one name that differ in case only; `rows` in the order of the platforms."""

    slug: str
    rows: tuple[tuple[PlatformEvidence, GradedClaim], ...]

    @property
    def title(self) -> str:
        """Return the spellings."""
        return ", ".join(dict.fromkeys(row.claim.native for _, row in self.rows))


class Names:
    """Every claimed native name; names that differ in case only share a page, since file systems may fold case."""

    def __init__(self, platforms: Iterable[PlatformEvidence]) -> None:
        grouped: dict[str, list[tuple[PlatformEvidence, GradedClaim]]] = {}
        for evidence in platforms:
            for row in evidence.claims:
                grouped.setdefault(row.claim.native.casefold(), []).append((evidence, row))
        self._pages: dict[str, NamePage] = {}
        taken: set[str] = set()
        for folded in sorted(grouped):
            slug = _slug(folded, taken)
            taken.add(slug)
            self._pages[folded] = NamePage(slug, tuple(grouped[folded]))

    @property
    def pages(self) -> list[NamePage]:
        """Return all pages, by name."""
        return list(self._pages.values())

    def page_of(self, native: str) -> NamePage:
        """Return the page a claimed name is on."""
        return self._pages[native.casefold()]

    def near(self, page: NamePage) -> list[NamePage]:
        """Return the pages of names that look alike, the most alike first."""
        folded = page.rows[0][1].claim.native.casefold()
        words = self._words[folded]
        matches = difflib.get_close_matches(folded, self._possible(folded), n=_NEAR + 1, cutoff=_ALIKE)
        related = [name for name in self._pages if len(words & self._words[name]) * 2 > len(words | self._words[name])]
        chosen = [name for name in dict.fromkeys([*matches, *related]) if name != folded]
        return [self._pages[name] for name in chosen[:_NEAR]]

    def _possible(self, folded: str) -> list[str]:
        """Return the names that share enough letters to be alike: few, since comparing two letter by letter is slow."""
        mine, length = self._letters[folded], len(folded)
        return [
            name
            for name, letters in self._letters.items()
            if 2 * (mine & letters).bit_count() / (length + len(name)) >= _ALIKE
        ]

    @cached_property
    def _letters(self) -> dict[str, int]:
        """Return each name's letters as bits, a bit for each time that a letter occurs."""
        width = max(map(len, self._pages), default=0)
        places = {letter: number * width for number, letter in enumerate(sorted(set("".join(self._pages))))}
        found: dict[str, int] = {}
        for name in self._pages:
            bits = 0
            for letter, times in Counter(name).items():
                bits |= ((1 << times) - 1) << places[letter]
            found[name] = bits
        return found

    @cached_property
    def _words(self) -> dict[str, frozenset[str]]:
        return {name: frozenset(re.findall(r"[a-z0-9]+", name)) for name in self._pages}


def anchor(evidence: PlatformEvidence, row: GradedClaim) -> str:
    """Return the id of a claim's section on its page, which differs by spelling, too."""
    return f"{evidence.platform.id}-{row.claim.kind}-{re.sub(r'[^A-Za-z0-9]+', '-', row.claim.native)}"


def _slug(folded: str, taken: set[str]) -> str:
    stem = re.sub(r"[^a-z0-9]+", "-", folded).strip("-") or "name"
    number, slug = 1, stem
    while slug in taken:
        number += 1
        slug = f"{stem}-{number}"
    return slug
