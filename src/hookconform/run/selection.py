"""Which part of the corpus a run is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hookconform.checks.table import CAPABILITIES
from hookconform.corpus.cases import Case, iter_cases
from hookconform.ground.errors import HookconformError


@dataclass(frozen=True, slots=True)
class Selection:
    """Platforms, capabilities and shell patterns over case ids; empty means all."""

    platforms: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a capability that is not in the table (`capability.unknown`)."""
        for name in self.capabilities:
            if name not in CAPABILITIES:
                raise HookconformError(
                    "capability.unknown",
                    f"There is no capability {name!r}.",
                    hint=f"Known: {', '.join(CAPABILITIES)}.",
                )

    @property
    def has_all_cases(self) -> bool:
        """Tell whether no case of the corpus is left out."""
        return not (self.platforms or self.cases)

    def iter_cases(self) -> Iterator[Case]:
        """Yield the cases in id order; raises `HookconformError` (`platform.unknown`)."""
        return iter_cases(platforms=self.platforms, globs=self.cases)

    def as_json(self) -> dict[str, list[str]]:
        """Return the selection as the run report states it."""
        return {
            "platforms": list(self.platforms),
            "capabilities": list(self.capabilities),
            "cases": list(self.cases),
        }
