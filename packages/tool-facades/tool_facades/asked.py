"""What is mapped to a native tool: the result of another mapping, canonical calls, or their arguments alone."""

from __future__ import annotations

from typing import Any, NamedTuple

from tool_facades.calls import Assumed, Call, Mapped
from tool_facades.errors import FacadeError, meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Asked(NamedTuple):
    """Arguments of each call; for each call those of them that nobody said; the tool's own arguments."""

    calls: list[Any]
    assumed: list[dict[str, Any]]
    native_only: dict[str, Any]


def asked(calls: Any, native_only: Any, assumed: Sequence[Assumed], canonical: str, where: str) -> Asked:
    """Return what is asked of a facade of a canonical tool; raises `FacadeError` (`wrong-argument`, `unknown-tool`)."""
    if isinstance(calls, Mapped):
        native_only = calls.native_only if native_only is None else native_only
        calls, assumed = calls.calls, assumed or calls.assumed
    if not isinstance(native_only, dict | None):
        what = f"native_only is a dict of arguments, not {type(native_only).__name__}."
        raise FacadeError("wrong-argument", what, where)
    listed = [calls] if isinstance(calls, dict | Call) else calls
    if not isinstance(listed, list | tuple | str):
        what = f"takes a Mapped, canonical arguments, or a list of them, not {type(calls).__name__}."
        raise FacadeError("wrong-argument", what, where)
    found = [_arguments(one, canonical, where) for one in listed]
    if not found:
        raise FacadeError("missing-argument", "there is no call.", where)
    return Asked(found, _by_call(found, assumed, where), native_only or {})


def _arguments(call: Any, canonical: str, where: str) -> Any:
    if not isinstance(call, Call):
        return call
    if call.tool != canonical:
        what = f"takes calls of {canonical}, not of {call.tool!r}."
        raise FacadeError("unknown-tool", what, where, meant(call.tool, [canonical]))
    return call.arguments


def _by_call(calls: list[Any], assumed: Sequence[Assumed], where: str) -> list[dict[str, Any]]:
    """Return for each call the assumed arguments that it still has: one with another value was said since."""
    found: list[dict[str, Any]] = [{} for _ in calls]
    for one in assumed:
        if not 0 <= one.call < len(calls):
            raise FacadeError("wrong-argument", f"there is no call {one.call}, of which {one.argument} is.", where)
        call = calls[one.call]
        if isinstance(call, dict) and call.get(one.argument) == one.value:
            found[one.call][one.argument] = one.value
    return found


def tool_of(calls: Any, where: str) -> str:
    """Return the canonical tool of calls; raises `FacadeError` (`wrong-argument`, `missing-argument`)."""
    listed = calls.calls if isinstance(calls, Mapped) else [calls] if isinstance(calls, Call) else calls
    if not isinstance(listed, list | tuple) or not all(isinstance(call, Call) for call in listed):
        what = f"takes a Mapped, or Calls of one canonical tool, not {type(calls).__name__}."
        raise FacadeError("wrong-argument", what, where, "Call('Bash', {'command': 'ls'}) is one.")
    if not listed:
        raise FacadeError("missing-argument", "there is no call.", where)
    return str(listed[0].tool)
