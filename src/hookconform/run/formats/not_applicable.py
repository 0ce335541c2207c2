"""Why cases were not asked, in few lines: all platforms that are not claimed stand on one."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hookconform.ground.plain_text import counted

_PLATFORM = re.compile(r"^platform (\S+) is not claimed$")


def not_applicable(reasons: Mapping[str, int]) -> list[str]:
    """Return the numbers of cases by reason, as a run report counts them, as sentences."""
    platforms = unclaimed_platforms(reasons)
    rest = {reason: number for reason, number in sorted(reasons.items()) if not _PLATFORM.match(reason)}
    if platforms:
        many = f"platforms {', '.join(platforms)} are not claimed"
        reason = many if len(platforms) > 1 else f"platform {next(iter(platforms))} is not claimed"
        rest[reason] = sum(platforms.values())
    return [f"{counted(number, 'case')} not applicable: {reason}." for reason, number in rest.items()]


def unclaimed_platforms(reasons: Mapping[str, int]) -> dict[str, int]:
    """Return the platforms that are not claimed, sorted, with the number of their cases."""
    found = {match[1]: number for reason, number in reasons.items() if (match := _PLATFORM.match(reason))}
    return dict(sorted(found.items()))
