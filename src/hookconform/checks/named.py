"""The names of checks as people type them: a capability, with or without the variant, alone or behind a case."""

from __future__ import annotations

from hookconform.checks.outcome import split_name
from hookconform.checks.table import CAPABILITIES
from hookconform.effects.verdicts import SYNONYMS
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant


def demand_check(name: str) -> None:
    """Raise `HookconformError` (`capability.unknown`) for what is no capability, or no variant of one."""
    capability, variant = split_name(name)
    if capability not in CAPABILITIES:
        raise HookconformError(
            "capability.unknown", f"There is no capability {name!r}.", hint=meant(capability, CAPABILITIES)
        )
    variants = CAPABILITIES[capability].all_variants()
    if variant and variant not in variants:
        raise HookconformError(
            "capability.unknown",
            f"The capability {capability} has no check {variant!r}.",
            hint=meant(variant, variants) if variants else f"Name it without brackets: {capability}.",
        )


def plain_check(name: str) -> str:
    """Return the name of a check with the suite's own word for a verdict: `response[deny]` for `response[block]`."""
    capability, variant = split_name(name)
    variants = CAPABILITIES[capability].all_variants() if capability in CAPABILITIES else ()
    own = SYNONYMS.get(variant, "")
    return f"{capability}[{own}]" if own in variants and variant not in variants else name


def without_check(text: str) -> str:
    """Return `CASE` for `CASE::CHECK`, and for `CASE`; raises `HookconformError` (`capability.unknown`)."""
    head, found, check = text.partition("::")
    if found:
        demand_check(check)
    return head
