"""Which cases of tool facades the texts of a selection name."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from hookconform.corpus.facade_case import FacadeCase
from hookconform.corpus.facade_names import FACADE, facade_cases_named, names_facades, platforms_meant
from hookconform.corpus.locate import corpus_root


@dataclass(frozen=True, slots=True)
class NamedFacades:
    """Ids and patterns over ids, each with the checks that are asked for; an empty check means all."""

    ids: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    patterns: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    @classmethod
    def of(cls, texts: Iterable[str]) -> NamedFacades:
        """Return what texts name; other texts may be patterns over the ids of all cases. Errors as the corpus's."""
        named = cls()
        for text in texts:
            head, _, check = text.partition("::")
            if not names_facades(head):
                named.patterns.append((head, check))
                continue
            for case in facade_cases_named(head, corpus_root()):
                named.ids.setdefault(case.id, set()).add(check)
        return named

    def platforms(self, among: Iterable[str]) -> Sequence[str]:
        """Return the platforms that something named can be of: composing the cases of one takes a second."""
        known = list(among)
        heads = {*(head for head, _ in self.patterns), *(name.partition("/")[0] for name in self.ids)}
        meant = {platform for head in heads for platform in platforms_meant(head, known)}
        return [platform for platform in known if platform in meant]

    def has(self, case: FacadeCase, check: str) -> bool:
        """Tell whether a check of a case is named."""
        found = {named for pattern, named in self.patterns if fnmatch.fnmatchcase(case.id, pattern)}
        return not (found | self.ids.get(case.id, set())).isdisjoint({"", FACADE, check})
