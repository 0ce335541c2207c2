"""A tool's own arguments, put back where they came from."""

from __future__ import annotations

from typing import Any

from tool_facades.errors import FacadeError, is_text, meant
from tool_facades.validation import same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def put_back(native: dict[str, Any], own: dict[str, Any], schema: dict[str, Any], where: Callable[[str], str]) -> None:
    """Add a tool's own arguments, nested ones at their place.

    Raises `FacadeError` (`native-only`) for one without a place, and for one whose place the call has taken.
    """
    declared: dict[str, Any] = schema.get("properties", {})
    for place, value in own.items():
        if not is_text(place):
            raise FacadeError("native-only", f"{place!r} is no name.", where(""))
        first, *rest = place.split("/")
        if first not in declared:
            raise FacadeError(
                "native-only", f"{place} is no argument of this tool.", where(place), meant(first, declared)
            )
        inside: Any = native
        for before, part in zip([first, *rest], rest, strict=False):
            inside = _step(inside, before)
            if inside is None:
                raise FacadeError("native-only", f"there is no place for {place}.", where(place), f"{part!r} has none.")
        last = rest[-1] if rest else first
        # Only objects have arguments that a table does not speak of.
        if not isinstance(inside, dict):
            raise FacadeError("native-only", f"there is no place for {place}.", where(place), f"{last!r} is in a list.")
        if last in inside and not same(inside[last], value):
            raise FacadeError("native-only", f"{place} is said by the call itself.", where(place))
        inside[last] = value


def _step(inside: Any, part: str) -> Any:
    if isinstance(inside, list):
        return inside[int(part)] if part in {str(number) for number in range(len(inside))} else None
    found = inside.get(part) if isinstance(inside, dict) else None
    return found if isinstance(found, dict | list) else None
