"""Made-up calls, which only show what a program passes on: of undeclared tools, or with undeclared arguments."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform_lab.intake.shapes import Shape

# Platform and version.
At = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Probes:
    """What tells made-up calls: `names` of tools everywhere, `named` those of a platform and version.

    `declared` has the argument keys of every declared tool, by platform and version.
    """

    names: frozenset[str] = frozenset()
    named: Mapping[At, frozenset[str]] = field(default_factory=dict[At, frozenset[str]])
    declared: Mapping[At, Mapping[str, frozenset[str]]] = field(default_factory=dict[At, Mapping[str, frozenset[str]]])

    def mark(self, platform: Platform, version: str, shape: Shape) -> dict[str, Any]:
        """Return what the origin of such a case says of it, empty for a call that was not made up."""
        at = (platform.id, version)
        if shape.tool in self.names | self.named.get(at, frozenset()):
            return {"probe": True}
        claim = platform.tools.get(shape.tool or "")
        if claim is None or at not in self.declared:
            return {}
        return {"probe": "arguments"} if made_up_arguments(claim, shape.argument_keys, self.declared[at]) else {}


def made_up_arguments(claim: Claim, keys: Collection[str], tools: Mapping[str, frozenset[str]]) -> list[str]:
    """Return the keys that neither the declared `tools` of a version nor the claim have, sorted.

    It is empty if no arguments of the tool are known.
    """
    declared = {key for name in (claim.native, *claim.declared_as) for key in tools.get(name, ())}
    known = declared or {*claim.keys}
    return sorted({*keys} - known - {*claim.added_keys}) if known else []
