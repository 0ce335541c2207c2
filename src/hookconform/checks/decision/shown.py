"""A hook program's answer as a red check shows it: what was started, how it ended and what it said."""

from __future__ import annotations

from typing import Any

from hookconform.attach.calls import Response, Result
from hookconform.ground.printable import shortened

# Of each of the two outputs; a message as a whole is bounded too.
_LONGEST = 600


def shown_answer(response: Response) -> str:
    """Return the lines `command`, `exit code`, `standard output` and `standard error` of an answer."""
    if not isinstance(response, Result):
        return response.words
    said: dict[str, Any] = response.value
    lines = [f"command: {said['command']}"] if said.get("command") else []
    lines.append(f"exit code: {said.get('exit_code')}")
    for name, key in (("standard output", "stdout"), ("standard error", "stderr")):
        text = str(said.get(key, "")).strip()
        lines.append(f"{name}: {shortened(text, _LONGEST) if text else '(nothing)'}")
    return "\n".join(lines)
