"""The meaning of arguments that are left out: what each side takes their absence for, and what has to be said.

A value in a table's `absent` is that value, `{"any": [values]}` (as good as each of them), or a list of
`{"value": …, "since": version, "declared": bool}`: the first counts that is old enough, and whose argument the tool is
declared with, or not. `None` is no limit.
"""

from __future__ import annotations

from typing import Any

from tool_facades.calls import Assumed, Difference
from tool_facades.forms import Unsayable
from tool_facades.validation import same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tool_facades.canonical_tools import CanonicalTool


def absent_value(said: Any, version: str, *, is_declared: bool) -> list[Any]:
    """Return what a tool does at a version where an argument is left out, as a list of one; empty if unknown."""
    for entry in said if isinstance(said, list) else [said]:
        if not isinstance(entry, dict):
            return [entry]
        if "value" in entry and _applies(entry, version, is_declared=is_declared):
            return [entry["value"]]
    return []


def has_value(said: Any, value: Any) -> bool:
    """Tell whether a tool that has no argument for it does what a value asks for."""
    for entry in said if isinstance(said, list) else [said]:
        if not isinstance(entry, dict):
            values = [entry]
        elif "any" in entry:
            values = entry["any"]
        else:
            values = [] if entry.get("declared") else [entry["value"]]
        if any(same(value, one) for one in values):
            return True
    return False


def assume(
    tool: CanonicalTool, calls: list[dict[str, Any]], absent: dict[str, Any], is_kept: Callable[[str], bool]
) -> tuple[Assumed, ...]:
    """Add to canonical calls what a native tool does where it was told nothing, and canonical absence is another thing.

    `absent` is what the tool does, by canonical name; `is_kept` tells whether the native call said the argument after
    all, in a way without a canonical meaning.
    """
    found: list[Assumed] = []
    for number, call in enumerate(calls):
        for name, value in absent.items():
            # No limit at all is the largest one, and never has to be said.
            if name in call or value is None or tool.is_default(name, value) or is_kept(name):
                continue
            if not tool.has_meaning(name, call):
                continue
            call[name] = value
            found.append(Assumed(number, name, value))
    return tuple(found)


def complete(  # noqa: PLR0913, PLR0917 (both sides of a call)
    tool: CanonicalTool,
    call: dict[str, Any],
    assumed: dict[str, Any],
    absent: dict[str, Any],
    can_say: Callable[[str], bool],
    differences: list[Difference],
) -> tuple[dict[str, Any], list[str]]:
    """Return a canonical call with what has to be said to a native tool, and the names of what was added.

    `assumed` are arguments of the call that nobody said, `absent` is what the native tool does by itself. What cannot
    be said and may differ is added to `differences`; raises `Unsayable` for the rest.
    """
    said = {name: value for name, value in call.items() if name not in assumed}
    added: list[str] = []
    # A patch is a call of its own: the other arguments of an edit mean nothing beside it.
    defaults = [] if "patch" in call else [name for name in tool.with_default if name not in call]
    defaults = [name for name in defaults if tool.has_meaning(name, call)]
    for name, value in (*assumed.items(), *((name, tool.default(name)) for name in defaults)):
        is_assumed = name in assumed
        if not is_assumed and name not in absent:
            continue
        actual = absent.get(name)
        if name in absent and (same(actual, value) if is_assumed else tool.is_default(name, actual)):
            continue
        if value is not None and can_say(name):
            said[name] = value
            added.append(name)
        elif tool.may_differ(name, value):
            differences.append(Difference(name, value, actual))
        else:
            does = f"does {actual!r}" if name in absent else "has no word for it"
            raise Unsayable(name, f"means {value!r} where it is absent, and this tool {does}")
    return said, added


def _applies(entry: dict[str, Any], version: str, *, is_declared: bool) -> bool:
    if entry.get("declared", is_declared) != is_declared:
        return False
    return "since" not in entry or _key(version) >= _key(entry["since"])


def _key(version: str) -> list[int]:
    # A facade of one's own has no version: it is as the newest.
    return [int(part) for part in version.split(".")] if version[:1].isdigit() else [10**9]
