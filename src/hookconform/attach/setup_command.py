"""What became of a command of `setup`, of a place or of an adapter: it must end well, and in time."""

from __future__ import annotations

from typing import Any

from hookconform.attach.hook_host import MISSED, TOO_MUCH
from hookconform.ground.errors import HookconformError

_SHOWN_LINES = 20
_PROBLEMS = {TOO_MUCH: "it wrote more than 1 MB"}


def demand(done: dict[str, Any] | None, *, where: str, hint: str, seconds: float) -> None:
    """Raise `HookconformError` (`adapter.setup`) with what a command said unless it ended with exit code 0.

    `done` is the host's answer about it, None if the host ended over it; `seconds` is what it had.
    """
    said = done or {}
    if said.get("exit_code") == 0:
        return
    output = f"{said.get('stdout', '')}\n{said.get('stderr', '')}".strip()
    raise HookconformError(
        "adapter.setup",
        f"A command of `setup` failed: {_how(said, seconds)}.",
        where=where,
        shown=output.splitlines()[-_SHOWN_LINES:],
        hint=f"{hint} It must end with exit code 0 in at most {seconds:g} s.",
    )


def _how(said: dict[str, Any], seconds: float) -> str:
    if "exit_code" in said:
        code = said["exit_code"]
        return f"exit code {code}" if code >= 0 else f"it was ended by signal {-code}, exit code {code}"
    if said.get("problem") == MISSED:
        return f"it had not ended after {seconds:g} s"
    return said.get("why") or _PROBLEMS.get(said.get("problem", ""), "its process was ended")
