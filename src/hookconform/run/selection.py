"""Which part of the corpus a run is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from hookconform.cases.loading import iter_cases, iter_entries
from hookconform.cases.names import cases_named, known_cases, newest_cases
from hookconform.checks.named import demand_check, plain_check
from hookconform.checks.outcome import check_name
from hookconform.corpus.cases import Case
from hookconform.corpus.declared import declared_versions
from hookconform.corpus.facade_case import FacadeCase
from hookconform.corpus.facade_cases import facade_cases
from hookconform.corpus.facade_names import FACADE, TOOLS, facade_cases_named, names_facades
from hookconform.corpus.facade_table import table_platforms
from hookconform.corpus.locate import corpus_root
from hookconform.ground.versions import newest_of
from hookconform.run.named_facades import NamedFacades
from hookconform.run.sharding import Shard


@dataclass(frozen=True, slots=True)
class Selection:
    """Platforms, capabilities (`response`, `response[deny]`) and cases; empty means all.

    `cases` are ids, former ids, files, shell patterns over ids or claims (`gemini-cli#tool:replace`), each with or
    without a check (`::response[deny]`); `newest` leaves out what was captured at older versions.
    `measured_only` leaves out what is judged by what was measured at another version; `perturb` is the seed by which
    every case is put in another form, None for the cases as they are. `shard` is the part of all these that is run.
    """

    platforms: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    measured_only: bool = False
    perturb: int | None = None
    newest: bool = False
    shard: Shard | None = None

    def __post_init__(self) -> None:
        """Take the suite's own word for a verdict, and refuse a capability that is not there (`capability.unknown`)."""
        object.__setattr__(self, "capabilities", tuple(map(plain_check, self.capabilities)))
        object.__setattr__(self, "cases", tuple(map(_plain, self.cases)))
        for name in (*self.capabilities, *filter(None, (_check_of(text) for text in self.cases))):
            demand_check(name)

    @property
    def has_all_cases(self) -> bool:
        """Tell whether no case of the corpus is left out."""
        return self.is_whole_but_for_shard and self.shard is None

    @property
    def is_whole_but_for_shard(self) -> bool:
        """Tell whether no case of the corpus is left out by all shards together."""
        return not (self.platforms or self.cases or self.measured_only or self.newest)

    def chosen(self) -> dict[str, frozenset[str]] | None:
        """Return the checks that are asked for by case id (empty: all of `capabilities`); None if all cases are.

        Raises `HookconformError` (`case.unknown`, `case.removed`, `claim.unknown`, `platform.unknown`).
        """
        if not self.cases and not self.newest:
            return None
        root = corpus_root()
        known = known_cases(root)
        kept = newest_cases(known) if self.newest else list(known)
        found: dict[str, set[str] | None] = {} if self.cases else dict.fromkeys(kept)
        for text in self.cases:
            head, check = text.partition("::")[0], _check_of(text)
            if names_facades(head):
                facade_cases_named(head, root)  # raises where there is none
                continue
            for case_id in cases_named(head, known, root):
                earlier = found.get(case_id, set[str]())
                found[case_id] = None if earlier is None or not check else earlier | {check}
        return {name: frozenset(found[name] or ()) for name in kept if name in found}

    def iter_cases(self) -> Iterator[Case]:
        """Yield the cases in id order; errors as `chosen`. A case that is named alone is asked about."""
        for _, _, cases in self.by_platform():
            yield from cases

    def by_platform(self) -> Iterator[tuple[str, int, Iterator[Case]]]:
        """Yield platforms in order: the number of its cases, and the cases, which are built when they are read."""
        chosen = self.chosen()
        alone = frozenset(self._named_alone())

        def has(case_id: str) -> bool:
            return (chosen is None or case_id in chosen) and (self.shard is None or self.shard.has(case_id))

        for platform, entries in groupby(iter_entries(platforms=self.platforms), lambda entry: entry.id.split("/")[0]):
            ids = frozenset(entry.id for entry in entries if has(entry.id))
            yield platform, len(ids), _built(platform, ids, alone)

    def _named_alone(self) -> Iterator[str]:
        """Yield the ids that a text names by itself: by id, former id or file, not by a claim or a pattern of many."""
        root = corpus_root()
        known = known_cases(root) if self.cases else {}
        for text in self.cases:
            head = text.partition("::")[0]
            if "#" not in head and not names_facades(head):
                found = cases_named(head, known, root)
                yield from found if len(found) == 1 else ()

    def iter_facade_cases(self) -> Iterator[FacadeCase]:
        """Yield the cases of tool facades, platform by platform."""
        if self.capabilities and not any(name.partition("[")[0] == FACADE for name in self.capabilities):
            return
        newest = {name: newest_of(declared_versions(name)) for name in table_platforms()} if self.newest else {}
        named = NamedFacades.of(self.cases)
        platforms = self.platforms or table_platforms()
        platforms = named.platforms(platforms) if self.cases else platforms
        if not platforms:
            return
        for case in facade_cases(corpus_root(), platforms):
            if self.shard is not None and not self.shard.has(case.id):
                continue
            name = check_name(FACADE, case.variant)
            if self.capabilities and not {name, FACADE}.intersection(self.capabilities):
                continue
            if case.variant == TOOLS and newest.get(case.platform, case.version) != case.version:
                continue
            if not self.cases or named.has(case, name):
                yield case

    def as_json(self) -> dict[str, list[str] | bool | int | str]:
        """Return the selection as the run report states it."""
        return {
            "platforms": list(self.platforms),
            "capabilities": list(self.capabilities),
            "cases": list(self.cases),
            "measured_only": self.measured_only,
            **({"newest": True} if self.newest else {}),
            **({} if self.perturb is None else {"perturb": self.perturb}),
            **({} if self.shard is None else {"shard": str(self.shard)}),
        }


def _built(platform: str, ids: frozenset[str], alone: frozenset[str]) -> Iterator[Case]:
    for case in iter_cases(platforms=[platform], ids=ids):
        yield case._replace(is_asked=True) if case.id in alone and not case.is_asked else case


def _plain(text: str) -> str:
    head, there, check = text.partition("::")
    return f"{head}::{plain_check(check)}" if there else text


def _check_of(text: str) -> str:
    """Return the check that a selected case names behind `::`, empty if it names none."""
    return text.partition("::")[2]
