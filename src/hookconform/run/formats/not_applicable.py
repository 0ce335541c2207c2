"""Why cases were not asked, in few lines: platforms that are not claimed stand on one."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hookconform.ground.plain_text import counted

_PLATFORM = re.compile(r"^platform (\S+) is not claimed$")


def not_applicable(reasons: Mapping[str, int]) -> list[str]:
    """Return the numbers of cases by reason, as a run report counts them, as sentences."""
    platforms = sorted(found[1] for found in map(_PLATFORM.match, reasons) if found)
    rest = {reason: number for reason, number in sorted(reasons.items()) if not _PLATFORM.match(reason)}
    if platforms:
        many = f"platforms {', '.join(platforms)} are not claimed"
        reason = many if len(platforms) > 1 else f"platform {platforms[0]} is not claimed"
        rest[reason] = sum(number for said, number in reasons.items() if _PLATFORM.match(said))
    return [f"{counted(number, 'case')} not applicable: {reason}." for reason, number in rest.items()]
