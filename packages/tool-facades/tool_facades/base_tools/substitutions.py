"""Command substitution in a shell command."""

from __future__ import annotations

import re

# Within single quotes nothing is substituted; an escaped character is no sign.
_PART = re.compile(r"'[^']*'|\\.|(\$\(|`|[<>]\()|.", re.DOTALL)


def has_substitution(command: str) -> bool:
    """Tell whether a command runs another one for its output: `$(…)`, backticks, `<(…)`, `>(…)`."""
    return any(part[1] for part in _PART.finditer(command))
