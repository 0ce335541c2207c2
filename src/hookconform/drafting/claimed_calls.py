"""Arguments that use everything the claim of a tool speaks of, with a decoy beside each argument that is renamed.

What the platform reads says `read` and what it does not read says `decoy`, so that a person who looks at a case sees
which is which. Lists have more items than a hand has fingers.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform.corpus.families import CLAIMED_TOOL, PATCH_TOOL, QUIET_TOOL, REFUTED_TOOL, RENAMED_TOOL, kebab
from hookconform.corpus.vocabulary import load_vocabulary

# More than ten: a reader that stops at a round number misses some.
_SEVERAL = 12
_CURRENT = frozenset({"current", "historic"})
_PATHS = frozenset({"file_path", "path", "notebook_path"})
TEXTS, ODD, EMPTY_DECOYS, DECOYS_ALONE, UNREAD = "texts", "odd", "empty-decoys", "decoys-alone", "unread"
# What an unknown tool would be taken to name.
_UNREAD = {
    "target_file": "unread/0.txt",
    "files": ["unread/1.txt", "/home/dev/project/unread/2.txt"],
    "script": "ls unread-3",
    "args": ["ls", "unread-4"],
    "uri": "https://unread.example/5",
    "note": "/home/dev/project/unread/6.txt",
}


@dataclass(frozen=True, slots=True)
class ClaimedCall:
    """A tool's native name and the end of the names of its cases."""

    claim: Claim
    slug: str


def claimed_tools(platform: Platform, which: str = CLAIMED_TOOL) -> tuple[ClaimedCall, ...]:
    """Return the tools whose claims rename, convert or find something in their arguments, in their order.

    `which`: those, only those with renamed arguments, only those that take a patch, only the others, or the refuted
    names that are no canonical ones, of which nothing counts.
    """
    if which == REFUTED_TOOL:
        canonical = load_vocabulary(platform.root).tools
        refuted = [claim for claim in platform.tools.values() if claim.status == "refuted"]
        speaking = [claim for claim in refuted if claim.native not in canonical]
    else:
        speaking = [claim for claim in platform.tools.values() if claim.status in _CURRENT and _IS[which](claim)]
    slugs = unique_slugs(claim.native for claim in speaking)
    return tuple(ClaimedCall(claim, slug) for claim, slug in zip(speaking, slugs, strict=True))


def unique_slugs(names: Iterable[str]) -> list[str]:
    """Return names as the ends of file names; of two that are spelled alike the second has a number."""
    found: list[str] = []
    for name in names:
        slug = kebab(name)
        numbered = (f"{slug}-{number}" if number else slug for number in (0, *range(2, 99)))
        found.append(next(one for one in numbered if one not in found))
    return found


def arguments_of(platform: Platform, claim: Claim, how: str) -> dict[str, Any]:
    """Return the native arguments of a call.

    `texts`: every argument that the platform reads is a text or a list, and so is each decoy. `odd`: what it reads is
    null, empty or a number. `empty-decoys`: what it does not read is. `decoys-alone`: the canonical names without the
    native ones. `unread`: what would count of a tool that nobody knows.
    """
    if how == UNREAD:
        return copy.deepcopy(_UNREAD)
    if how == DECOYS_ALONE:
        return {canonical: _text("decoy", canonical, n) for n, canonical in _numbered(claim.arguments.values())}
    arguments = _renamed(claim, how)
    if how == ODD:
        for pointer in (*claim.paths, *claim.urls.get("at", ()), *claim.commands):
            _put(arguments, pointer, ["", None, 41, []])
    if how in (ODD, EMPTY_DECOYS):
        return arguments
    for pointer in claim.paths:
        _put(arguments, pointer, [_text("read", "path", n) for n in range(_SEVERAL)])
    _add_addresses(arguments, claim)
    for pointer, words in claim.commands.items():
        # A program stays as it is, with the blank in it; its words are quoted.
        _put(arguments, pointer, [f"read {n}" for n in range(_SEVERAL)])
        _put(
            arguments,
            f"{pointer.rpartition('/')[0]}/{words}",
            [["-x", f"a b {n}"] if n != 1 else None for n in range(_SEVERAL)],
        )
    for native in claim.units:
        arguments.setdefault(native, 3)
    _add_calls(arguments, platform, claim)
    _add_lists(arguments, claim)
    return arguments


def _finds(claim: Claim) -> bool:
    return bool(claim.paths or claim.urls or claim.commands or claim.units or claim.calls or claim.patch)


_IS: dict[str, Callable[[Claim], bool]] = {
    CLAIMED_TOOL: lambda claim: bool(claim.arguments) or _finds(claim),
    RENAMED_TOOL: lambda claim: bool(claim.arguments),
    PATCH_TOOL: lambda claim: bool(claim.patch),
    QUIET_TOOL: lambda claim: not claim.arguments and not _finds(claim),
}


def _numbered(names: Iterable[str]) -> Iterator[tuple[int, str]]:
    return enumerate(dict.fromkeys(names))


def _text(side: str, name: str, number: int) -> str:
    if name in _PATHS:
        # Two of them differ in nothing but the case of a letter.
        if (side, number) == ("read", 1):
            return "secrets/Read-0.md"
        return f"secrets/{side}-{number}.md" if side == "read" else f"{side}/{number}.txt"
    if name == "command":
        return f"rm -rf {side}-{number}" if side == "read" else f"ls {side}-{number}"
    if name == "url":
        # Five of them differ in nothing but query, fragment, case and marks at the end; two are of files.
        alike = {1: f"https://{side}.example/0?a=c", 2: f"https://{side.upper()}.example/0?A=b&c=%20#D"}
        alike |= {3: f"https://{side}.example/0?a=b&c=%20#d).", 4: f"https://{side}.example/0?a=b&c=%20#d/"}
        alike |= {n: f"file:///home/dev/project/secrets/%64eep-{n}.md?a=b#c" for n in (10, 11)}
        return alike.get(number, f"https://{side}.example/{number}?a=b&c=%20#d")
    if name == "patch":
        files = [f"*** Add File: {_text(side, 'path', n)}\n+x\n" for n in range(_SEVERAL)]
        return f"*** Begin Patch\n{''.join(files)}*** End Patch"
    return f"{side} {number}"


def _renamed(claim: Claim, how: str) -> dict[str, Any]:
    """Return each renamed argument with its decoy; whichever of the two stands first, the other takes the next turn."""
    arguments: dict[str, Any] = {}
    for number, (native, canonical) in enumerate(claim.arguments.items()):
        value: Any = _text("read", canonical, number)
        if f"/{native}/*" in claim.paths:
            value = [_text("read", "path", n) for n in range(_SEVERAL)]
        # Tools with one argument differ, too.
        odd = (None, "", 40 + number, [])[(number + len(claim.native)) % 4]
        decoy = odd if how == EMPTY_DECOYS else _text("decoy", canonical, number)
        pair = {native: odd if how == ODD else value, canonical: decoy}
        if canonical in claim.arguments:
            del pair[canonical]
        # An empty decoy that stands last would be the value, if it counted.
        in_turn = pair if how == EMPTY_DECOYS else sorted(pair, reverse=bool(number % 2))
        for name in in_turn:
            arguments.setdefault(name, pair[name])
    return arguments


def _put(arguments: dict[str, Any], pointer: str, values: list[Any]) -> None:
    """Put the first of `values` at a pointer, or one in each item of the list that it leads through."""
    *parents, last = pointer.split("/")[1:]
    if last == "*":
        if not parents or parents[-1] == "*":
            return
        _put(arguments, "/" + "/".join(parents), [values])
        return
    places: list[dict[str, Any]] = [arguments]
    for part, following in pairwise([*parents, last]):
        if part == "*":
            continue
        several = following == "*"
        below: list[dict[str, Any]] = []
        for place in places:
            held = place.setdefault(part, [{} for _ in range(_SEVERAL)] if several else {})
            below += [item for item in (held if isinstance(held, list) else [held]) if isinstance(item, dict)]
        places = below
    for place, value in zip(places, values, strict=False):
        place.setdefault(last, value)


def _add_addresses(arguments: dict[str, Any], claim: Claim) -> None:
    addresses = [_text("read", "url", number) for number in range(_SEVERAL)]
    if "listed" in claim.urls:
        arguments.setdefault(claim.urls["listed"], addresses)
    elif "in_text" in claim.urls:
        arguments.setdefault(claim.urls["in_text"], " and\n".join(addresses))
    for pointer in claim.urls.get("at", ()):
        _put(arguments, pointer, addresses)


def _add_lists(arguments: dict[str, Any], claim: Claim) -> None:
    """Add decoys under the names of the lists that are drawn from what the platform reads."""
    if isinstance(claim.patch, str):
        arguments.setdefault(claim.patch, _text("read", "patch", 0))
    if claim.patch or claim.paths:
        arguments.setdefault("file_paths", [_text("decoy", "path", 0)])
    if claim.urls:
        arguments.setdefault("urls", [_text("decoy", "url", 0)])
    if claim.commands:
        arguments.setdefault("commands", [_text("decoy", "command", 0)])
        # The first of them, although the tool has none of this name.
        arguments.setdefault("command", "ls read")


def _opened(number: int) -> str:
    """Return a path within a call; platforms may open the first two, an address and one with a backslash, as others."""
    odd = {0: "file:///home/dev/project/%73ecrets/read-0.md?a=b#c", 1: "secrets\\read-1.md"}
    return odd.get(number, f"secrets/read-{number}.md")


def _add_calls(arguments: dict[str, Any], platform: Platform, claim: Claim) -> None:
    calls = claim.calls
    if "tool" in calls:
        others = [other.claim for other in claimed_tools(platform) if other.claim.native != claim.native]
        listed: list[tuple[str, Any]] = [(other.native, arguments_of(platform, other, TEXTS)) for other in others]
        listed += [(f"some_custom_tool_{number}", {"path": _opened(number)}) for number in range(_SEVERAL)]
        # What is no object is an argument, too.
        listed += [("some_custom_tool", given) for given in (None, "rm -rf read", 7)]
        arguments[calls["at"]] = [{calls["tool"]: name, calls["arguments"]: given} for name, given in listed]
    elif "file" in calls:
        # Two changes of each file, so that there are fewer calls than items.
        pairs = [{**_renamed(claim, TEXTS), calls["file"]: _opened(n // 2), "n": n} for n in range(24)]
        arguments[calls["at"]] = pairs
    elif "each" in calls:
        each: str = calls["each"]
        role = str(claim.arguments.get(each, each))
        texts: list[Any] = [_text("read", role, number) for number in range(_SEVERAL)]
        words = {calls["words"]: ["-x", "a b"]} if "words" in calls else {}
        at = calls["at"][0]
        # What the claim finds within a value stands there already.
        held = arguments.get(at)
        within = (
            [item if isinstance(item, dict) else {} for item in held] if isinstance(held, list) else [{}] * _SEVERAL
        )
        objects: list[Any] = [
            {**_renamed(claim, TEXTS), **found, each: text, **words} for found, text in zip(within, texts, strict=True)
        ]
        arguments[at] = [value for pair in zip(texts, objects, strict=True) for value in pair]
