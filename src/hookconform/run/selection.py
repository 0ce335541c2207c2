"""Which part of the corpus a run is about."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator
from dataclasses import dataclass

from hookconform.checks.outcome import check_name, split_name
from hookconform.checks.table import CAPABILITIES
from hookconform.corpus.case_names import cases_named, known_cases, newest_cases
from hookconform.corpus.cases import Case, iter_cases
from hookconform.corpus.declared import declared_versions
from hookconform.corpus.facade_cases import FACADE, TOOLS, FacadeCase, facade_cases
from hookconform.corpus.facade_table import table_platforms
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant
from hookconform.ground.versions import newest_of

# What stands in the ids of cases of tool facades and in no other.
_FACADES = f"/{FACADE}/"


@dataclass(frozen=True, slots=True)
class Selection:
    """Platforms, capabilities (`response`, `response[deny]`) and cases; empty means all.

    `cases` are ids, former ids, files, shell patterns over ids or claims (`gemini-cli#tool:replace`), each with or
    without a check (`::response[deny]`); `newest` leaves out what was captured at older versions.
    `measured_only` leaves out what is judged by what was measured at another version; `perturb` is the seed by which
    every case is put in another form, None for the cases as they are.
    """

    platforms: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    measured_only: bool = False
    perturb: int | None = None
    newest: bool = False

    def __post_init__(self) -> None:
        """Refuse a capability that is not in the table (`capability.unknown`)."""
        for name in (*self.capabilities, *filter(None, (_check_of(text) for text in self.cases))):
            capability, variant = split_name(name)
            if capability not in CAPABILITIES:
                raise HookconformError(
                    "capability.unknown",
                    f"There is no capability {name!r}.",
                    hint=f"Known: {', '.join(CAPABILITIES)}.",
                )
            variants = CAPABILITIES[capability].all_variants()
            if variant and variant not in variants:
                raise HookconformError(
                    "capability.unknown",
                    f"The capability {capability} has no check {variant!r}.",
                    hint=meant(variant, variants) if variants else f"Name it without brackets: {capability}.",
                )

    @property
    def has_all_cases(self) -> bool:
        """Tell whether no case of the corpus is left out."""
        return not (self.platforms or self.cases or self.measured_only or self.newest)

    def chosen(self) -> dict[str, frozenset[str]] | None:
        """Return the checks that are asked for by case id (empty: all of `capabilities`); None if all cases are.

        Raises `HookconformError` (`case.unknown`, `case.removed`, `claim.unknown`, `platform.unknown`).
        """
        if not self.cases and not self.newest:
            return None
        root = corpus_root()
        known = known_cases(root)
        facades = (
            {case.id for case in facade_cases(root)} if any(_FACADES in text for text in self.cases) else set[str]()
        )
        kept = newest_cases(known) if self.newest else list(known)
        found: dict[str, set[str] | None] = {} if self.cases else dict.fromkeys(kept)
        for text in self.cases:
            head, check = text.partition("::")[0], _check_of(text)
            if _named_facades(head, facades):
                continue
            for case_id in cases_named(head, known, root):
                earlier = found.get(case_id, set[str]())
                found[case_id] = None if earlier is None or not check else earlier | {check}
        return {name: frozenset(found[name] or ()) for name in kept if name in found}

    def iter_cases(self) -> Iterator[Case]:
        """Yield the cases in id order; errors as `chosen`."""
        return iter_cases(platforms=self.platforms, ids=self.chosen())

    def iter_facade_cases(self) -> Iterator[FacadeCase]:
        """Yield the cases of tool facades, platform by platform."""
        newest = {name: newest_of(declared_versions(name)) for name in table_platforms()} if self.newest else {}
        if self.cases and not any(_FACADES in text or "*" in text or "?" in text for text in self.cases):
            return
        named = [(text.partition("::")[0], _check_of(text)) for text in self.cases]
        for case in facade_cases(corpus_root(), self.platforms):
            name = check_name(FACADE, case.variant)
            if self.capabilities and not {name, FACADE}.intersection(self.capabilities):
                continue
            if case.variant == TOOLS and newest.get(case.platform, case.version) != case.version:
                continue
            if not named or any(
                fnmatch.fnmatchcase(case.id, head) and check in {"", FACADE, name} for head, check in named
            ):
                yield case

    def as_json(self) -> dict[str, list[str] | bool | int]:
        """Return the selection as the run report states it."""
        return {
            "platforms": list(self.platforms),
            "capabilities": list(self.capabilities),
            "cases": list(self.cases),
            "measured_only": self.measured_only,
            **({"newest": True} if self.newest else {}),
            **({} if self.perturb is None else {"perturb": self.perturb}),
        }


def _named_facades(head: str, facades: set[str]) -> bool:
    """Tell whether a text names cases of facades and nothing else; raises `HookconformError` (`case.unknown`)."""
    if _FACADES not in head:
        return False
    if not any(fnmatch.fnmatchcase(case_id, head) for case_id in facades):
        raise HookconformError("case.unknown", f"There is no case {head!r}.", hint=meant(head, facades))
    return True


def _check_of(text: str) -> str:
    """Return the check that a selected case names behind `::`, empty if it names none."""
    return text.partition("::")[2]
