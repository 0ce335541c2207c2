"""Draft canonical arguments from native ones and the claim of the tool."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from hookconform.corpus.argument_roles import load_argument_roles
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform.drafting.opened_paths import with_opened
from hookconform.drafting.unknown_tools import file_named_by, with_named
from hookconform.ground.json_text import json_object
from hookconform.ground.pointers import MISSING, unescaped

# From one header of an updated file to the next header, lines that begin with a space are content of that file, but
# for a new name right below the header.
_SECTIONS = re.compile(
    r"^(?:[^\S\n]|\ufeff)*\*\*\*(?: (?P<name>Move to)|[^\S\n]*(?P<what>Add|Update|Delete|Move)[^\S\n]+File):"
    r"(?P<path>[^\n]*)",
    re.MULTILINE,
)
_AROUND = re.compile(r"\A(?:\s|\ufeff)+|(?:\s|\ufeff)+\Z")


def decoded(platform: Platform, arguments: Any) -> Any:
    """Return the object that arguments in a text encode, on a platform that encodes them; else what is given."""
    if not isinstance(arguments, str) or not platform.payload.string_arguments:
        return arguments
    found = json_object(arguments)
    return arguments if found is None else found


def canonical_arguments(
    platform: Platform, claim: Claim | None, arguments: Any, payload: dict[str, Any], *, is_unknown: bool = False
) -> dict[str, Any]:
    """Return decoded native arguments (MISSING: none) under canonical names, with fields the platform does not know.

    `is_unknown`: a tool is named that no claim is about.
    """
    flat: dict[str, Any]
    patched: list[str] = []
    if arguments is MISSING:
        flat = {}
    elif isinstance(arguments, dict):
        flat = dict(arguments)
    else:
        flat = {"tool_input": arguments}
    if claim is not None and claim.canonical is not None and claim.status != "refuted":
        flat = _renamed(_in_our_units(flat, claim.units), claim.arguments)
    if claim is not None and claim.status != "refuted":
        # A tool without a canonical name may take a patch, too.
        key = _patch_key(claim.patch, arguments)
        patched = list(_patched_files(flat[key])) if isinstance(flat.get(key), str) else []
        flat = _with_patch(flat, key, patched)
    if claim is not None and isinstance(arguments, dict):
        flat = _with_urls(_with_paths(flat, claim.paths, arguments, patched), claim.urls, arguments)
        flat = _with_commands(flat, claim.commands, arguments)
        flat = flat if claim.status == "refuted" else _with_files_of_addresses(flat)
    if is_unknown and arguments is not MISSING:
        flat = with_named(flat, arguments, load_argument_roles(platform.root), _patched_files)
    for key, value in payload.items():
        if key not in platform.payload.known_keys:
            flat.setdefault(key, value)
    flat = with_opened(platform, claim, flat)
    flat.pop("platform_tool_name", None)
    return flat


def _renamed(arguments: dict[str, Any], renames: Mapping[str, str]) -> dict[str, Any]:
    """Give arguments their canonical names; what stands under one beside the name that the platform reads is dropped.

    Of several native names for one canonical one the platform reads the first of its claim; the others stay.
    """
    result = dict(arguments)
    settled: set[str] = set()
    for native, canonical in renames.items():
        if native in arguments and canonical not in settled:
            settled.add(canonical)
            del result[native]
            result[canonical] = arguments[native]
    return result


def _patch_key(patch: str | bool, native: Any) -> str:
    """Return where a patch tool has its text now: a bare text is the patch, whatever key carries it else."""
    if patch and isinstance(native, str):
        return "tool_input"
    return patch if isinstance(patch, str) else ""


def _with_patch(arguments: dict[str, Any], key: str, patched: list[str]) -> dict[str, Any]:
    if not key or not isinstance(arguments.get(key), str):
        return arguments
    text: str = arguments[key]
    # What else claims to be the patch or its files is not read by the platform.
    result = {name: value for name, value in arguments.items() if name not in {key, "file_paths", "file_path"}}
    result["patch"] = text
    paths = list(dict.fromkeys(patched))
    if paths:
        result["file_paths"] = paths
        result["file_path"] = paths[0]
    return result


def _patched_files(text: str) -> Iterator[str]:
    update_ends, update = -1, False
    for header in _SECTIONS.finditer(text):
        is_name = header["name"] is not None
        is_content = update and header[0].startswith(" ") and not (is_name and update_ends + 1 == header.start())
        if is_content:
            continue
        if header["what"] == "Update":
            update_ends = header.end()
        update = (is_name and update) or header["what"] == "Update"
        # `Move File` names the old path, an arrow and the new one.
        paths = header["path"].partition("->")[::2] if header["what"] == "Move" else (header["path"],)
        yield from filter(None, (_AROUND.sub("", path) for path in paths))


def _in_our_units(arguments: dict[str, Any], units: Mapping[str, str]) -> dict[str, Any]:
    def ours(name: str, value: Any) -> Any:
        if name not in units or type(value) not in (int, float):
            return value
        return {"from-zero": value + 1, "seconds": value * 1000}[units[name]]

    return {name: ours(name, value) for name, value in arguments.items()}


def _with_paths(
    arguments: dict[str, Any], pointers: tuple[str, ...], native: dict[str, Any], patched: list[str]
) -> dict[str, Any]:
    """Add `file_paths` where paths stand elsewhere than under `file_path`; what arrived under that name is dropped.

    The paths of a patch come first.
    """
    found = [text for pointer in pointers for text in texts_at(native, pointer) if text]
    if not found:
        return arguments
    own = arguments.get("file_path")
    every = [*patched, *([own] if isinstance(own, str) and own else []), *found]
    return {**arguments, "file_paths": list(dict.fromkeys(every))}


def _with_commands(arguments: dict[str, Any], pointers: Mapping[str, str], native: dict[str, Any]) -> dict[str, Any]:
    """Add `commands` where commands stand elsewhere than under `command`, each with its words."""
    found: list[str] = []
    for pointer, words in pointers.items():
        parent, _, last = pointer.rpartition("/")
        for place in values_at(native, parent):
            command = place.get(last) if isinstance(place, dict) else None
            if isinstance(command, str) and command:
                listed = place.get(words)
                args = listed if isinstance(listed, list) and all(isinstance(word, str) for word in listed) else []
                found.append(" ".join([command, *map(shlex.quote, args)]))
    own = [arguments["command"]] if isinstance(arguments.get("command"), str) else []
    return {**arguments, "commands": list(dict.fromkeys([*own, *found]))} if found else arguments


def texts_at(value: Any, pointer: str) -> Iterator[str]:
    """Yield the texts at a pointer, in which `*` stands for every item of a list."""
    yield from (text for text in values_at(value, pointer) if isinstance(text, str))


def values_at(value: Any, pointer: str) -> list[Any]:
    """Return the values at a pointer, in which `*` stands for every item of a list."""
    values = [value]
    for part in pointer.split("/")[1:]:
        below: list[Any] = []
        for each in values:
            if part == "*":
                below += each if isinstance(each, list) else []
            elif isinstance(each, dict) and unescaped(part) in each:
                below.append(each[unescaped(part)])
        values = below
    return values


def _with_files_of_addresses(arguments: dict[str, Any]) -> dict[str, Any]:
    """Add to `file_paths` the files that addresses (`url`, `urls`, `uri`) name."""
    listed = arguments.get("urls")
    texts = [arguments.get("url"), *(listed if isinstance(listed, list) else []), arguments.get("uri")]
    found = [path for text in texts if isinstance(text, str) and (path := file_named_by(text))]
    own, several = arguments.get("file_path"), arguments.get("file_paths")
    head = several if isinstance(several, list) else [own] if isinstance(own, str) and own else []
    added = [path for path in dict.fromkeys(found) if path not in head]
    return {**arguments, "file_paths": [*head, *added]} if added else arguments


def _with_urls(arguments: dict[str, Any], where: Mapping[str, Any], native: dict[str, Any]) -> dict[str, Any]:
    """Add `urls`, and `url` as the first of them."""
    # A key of the call may be empty, so that an empty one cannot stand for none.
    listed, text = (native.get(where[how]) if how in where else None for how in ("listed", "in_text"))
    found: list[str] = []
    if isinstance(listed, list):
        items = [item.get("url") if isinstance(item, dict) else item for item in listed]
        found = [item for item in items if isinstance(item, str) and item]
    elif isinstance(text, str):
        found = re.findall(r"\S*://\S*", text)
        url = arguments.get("url")
        found = [url, *found] if found and isinstance(url, str) and url else found
    else:
        found = [text for pointer in where.get("at", ()) for text in texts_at(native, pointer) if text]
    return {**arguments, "urls": list(dict.fromkeys(found)), "url": found[0]} if found else arguments
