"""Which part of the corpus a run is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hookconform.checks.outcome import split_name
from hookconform.checks.table import CAPABILITIES
from hookconform.corpus.cases import Case, iter_cases
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant


@dataclass(frozen=True, slots=True)
class Selection:
    """Platforms, capabilities (`response`, `response[deny]`) and shell patterns over case ids; empty means all.

    `measured_only` leaves out what is judged by what was measured at another version; `perturb` is the seed by which
    every case is put in another form, None for the cases as they are.
    """

    platforms: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    measured_only: bool = False
    perturb: int | None = None

    def __post_init__(self) -> None:
        """Refuse a capability that is not in the table (`capability.unknown`)."""
        for name in self.capabilities:
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
        return not (self.platforms or self.cases or self.measured_only)

    def iter_cases(self) -> Iterator[Case]:
        """Yield the cases in id order; raises `HookconformError` (`platform.unknown`)."""
        return iter_cases(platforms=self.platforms, globs=self.cases)

    def as_json(self) -> dict[str, list[str] | bool | int]:
        """Return the selection as the run report states it."""
        return {
            "platforms": list(self.platforms),
            "capabilities": list(self.capabilities),
            "cases": list(self.cases),
            "measured_only": self.measured_only,
            **({} if self.perturb is None else {"perturb": self.perturb}),
        }
