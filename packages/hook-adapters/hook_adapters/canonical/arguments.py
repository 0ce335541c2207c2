"""From a tool's own arguments to the canonical ones."""

from __future__ import annotations

from hook_adapters.canonical.contained import in_one_text
from hook_adapters.canonical.opened import add_opened
from hook_adapters.canonical.patch import touched_files
from hook_adapters.canonical.reading import ABSENT
from hook_adapters.canonical.roles import Roles, file_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from hook_adapters.canonical.reading import Reading, Tables

LISTED, IN_TEXT, AT = "listed", "in_text", "at"
FROM_ZERO, SECONDS = "from-zero", "seconds"
_INFINITE = float("inf")


def canonical_arguments(reading: Reading, tables: Tables) -> dict[str, Any]:
    """Return the arguments under canonical names, in canonical units, with all files and addresses that they name."""
    value = reading.arguments
    known = not reading.bare_tool
    table = tables.arguments.get(reading.tool, {}) if known else {}
    patch: Any = None
    if value is ABSENT:
        arguments: dict[str, Any] = {}
    elif isinstance(value, dict):
        native = _in_our_units(value, tables.units.get(reading.tool, {})) if known else value
        # What stands where a patch does and is no text is an argument like any other.
        table = {name: to for name, to in table.items() if to != "patch" or isinstance(value.get(name), str)}
        arguments = renamed(native, table)
        # A key called so that the platform does not read is an argument like any other.
        patch = next((arguments.get("patch") for name in value if table.get(name) == "patch"), None)
    elif known and reading.tool in tables.patch_tools and isinstance(value, str):
        arguments = {"patch": value}
        patch = value
    else:
        arguments = {"tool_input": value}
    patched: list[str] = []
    if isinstance(patch, str):
        arguments.pop("file_paths", None)
        arguments.pop("file_path", None)
        if patched := touched_files(patch):
            arguments |= {"file_paths": patched, "file_path": patched[0]}
    if known and isinstance(value, dict):
        _add_paths(arguments, value, tables.paths.get(reading.tool, ()), patched)
        _add_urls(arguments, value, *tables.urls.get(reading.tool, ("", "")))
        _add_commands(arguments, value, tables.commands.get(reading.tool, {}))
    _add_roles(arguments, reading, tables)
    for key, extra in reading.payload.items():
        if key not in tables.read and key not in tables.kept:
            arguments.setdefault(key, extra)
    if tables.opened_as:
        add_opened(arguments, reading.tool if known and tables.knows(reading.tool) else None, tables.opened_as)
    return arguments


def is_unknown(reading: Reading, tables: Tables) -> bool:
    """Tell whether a payload names a tool that the platform's tables do not speak about."""
    return isinstance(reading.tool, str) and (reading.bare_tool or not tables.knows(reading.tool))


def read_names(native: Mapping[str, Any], table: Mapping[str, str]) -> dict[str, str]:
    """Return canonical argument name → the native one that the platform reads; of several the first of the table."""
    result: dict[str, str] = {}
    for name, canonical in table.items():
        if name in native:
            result.setdefault(canonical, name)
    return result


def renamed(native: Mapping[str, Any], table: Mapping[str, str]) -> dict[str, Any]:
    """Rename what the platform reads; an argument that arrives under that canonical name is a decoy and is dropped."""
    read = read_names(native, table)
    names = {name: canonical for canonical, name in read.items()}
    return {names.get(key, key): value for key, value in native.items() if key in names or key not in read}


def in_native_unit(value: Any, unit: str | None) -> Any:
    """Return a canonical value as the platform counts it."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    if unit == FROM_ZERO:
        return value - 1
    try:
        return value / 1000 if unit == SECONDS else value
    except OverflowError:  # more than a fraction can be
        return value // 1000


def _in_our_units(native: Mapping[str, Any], units: Mapping[str, str]) -> dict[str, Any]:
    result = dict(native)
    for name, unit in units.items():
        value = native.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            ours = value + 1 if unit == FROM_ZERO else value * 1000
            # What our unit has no number for stays as it is.
            result[name] = value if abs(ours) == _INFINITE else ours
    return result


def _add_paths(
    arguments: dict[str, Any], native: Mapping[str, Any], pointers: tuple[str, ...], patched: list[str]
) -> None:
    """Add every path that stands elsewhere than under `file_path`, behind those of a patch."""
    named = [path for pointer in pointers for path in _at(native, pointer.split("/")[1:]) if path]
    if named:
        first = arguments.get("file_path")
        head = patched or ([first] if isinstance(first, str) and first else [])
        arguments["file_paths"] = list(dict.fromkeys([*head, *named]))


def _add_commands(arguments: dict[str, Any], native: Mapping[str, Any], pointers: Mapping[str, str]) -> None:
    """Add every command that stands elsewhere than under `command`, with its words."""
    found: list[str] = []
    for pointer, words in pointers.items():
        *above, key = pointer.split("/")[1:]
        for place in _values_at(native, above):
            command = place.get(key) if isinstance(place, dict) else None
            if isinstance(command, str) and command:
                found.append(in_one_text(command, place.get(words)))
    if found:
        own = arguments.get("command")
        arguments["commands"] = list(dict.fromkeys([*([own] if isinstance(own, str) else []), *found]))


def _add_roles(arguments: dict[str, Any], reading: Reading, tables: Tables) -> None:
    """Add lists of what an unknown tool names elsewhere than under `file_path`, `url` and `command`."""
    if reading.arguments is ABSENT:
        return
    if not is_unknown(reading, tables):
        _add_files_of_addresses(arguments)
        return
    roles = Roles(reading.arguments)
    lists = (
        ("file_path", "file_paths", roles.paths),
        ("url", "urls", roles.addresses),
        ("command", "commands", roles.commands),
    )
    for single, several, found in lists:
        first = arguments.get(single)
        head = [first] if isinstance(first, str) and first else []
        if found.keys() - set(head):
            arguments[several] = list(dict.fromkeys([*head, *found]))


def _at(value: Any, parts: list[str]) -> Iterator[str]:
    """Yield the texts at a pointer, in which `*` stands for every item of a list."""
    return (text for text in _values_at(value, parts) if isinstance(text, str))


def _values_at(value: Any, parts: list[str]) -> Iterator[Any]:
    if not parts:
        yield value
    elif isinstance(value, list) and parts[0] == "*":
        for item in value:
            yield from _values_at(item, parts[1:])
    elif isinstance(value, dict) and parts[0] in value:
        yield from _values_at(value[parts[0]], parts[1:])


def _add_files_of_addresses(arguments: dict[str, Any]) -> None:
    """Add every file that an address names."""
    urls = arguments.get("urls")
    addresses = [arguments.get("url"), *(urls if isinstance(urls, list) else ()), arguments.get("uri")]
    files = dict.fromkeys(filter(None, (file_of(text) for text in addresses if isinstance(text, str))))
    if files:
        single, several = arguments.get("file_path"), arguments.get("file_paths")
        head = several if isinstance(several, list) else [single] if isinstance(single, str) and single else []
        if added := [path for path in files if path not in head]:
            arguments["file_paths"] = [*head, *added]


def _add_urls(arguments: dict[str, Any], native: Mapping[str, Any], how: str, key: str | tuple[str, ...]) -> None:
    """Add every address of a list, at pointers, or of a text, in which any word with `://` is one."""
    if not isinstance(key, str):
        if found := [text for pointer in key for text in _at(native, pointer.split("/")[1:]) if text]:
            arguments |= {"urls": list(dict.fromkeys(found)), "url": found[0]}
        return
    value = native.get(key)
    if how == LISTED and isinstance(value, list):
        items = [item.get("url") if isinstance(item, dict) else item for item in value]
        found = [item for item in items if isinstance(item, str) and item]
        if found:
            arguments |= {"urls": list(dict.fromkeys(found)), "url": found[0]}
    elif how == IN_TEXT and isinstance(value, str):
        found = [word for word in value.split() if "://" in word]
        url = arguments.get("url")
        if found:
            head = [url] if isinstance(url, str) and url else []
            urls = list(dict.fromkeys([*head, *found]))
            arguments |= {"urls": urls, "url": urls[0]}
