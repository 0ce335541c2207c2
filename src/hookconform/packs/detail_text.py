"""Every rule on every platform as text of 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from hookconform.ground.printable import printable, shortened

_WIDTH = 80
_INDENT = 22
# The most that is shown of one text out of a pack.
_LONGEST = 240


def detail_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a report (schema: rules-report) says of each rule on each platform, in lines."""
    for pack in report["packs"]:
        yield from _pack(pack)


def _pack(pack: Mapping[str, Any]) -> Iterator[str]:
    count = len(pack["rules"])
    yield from textwrap.wrap(
        f"{_short(pack['pack'])}: {count} rule{'s' * (count != 1)}, {pack['grammar']} format", _WIDTH
    )
    for rule in pack["rules"]:
        yield ""
        yield from _rule(rule)
    yield ""


def _rule(rule: Mapping[str, Any]) -> Iterator[str]:
    about = rule["about"]
    parts = [_short(", ".join(about[key])) for key in ("operations", "tools", "kinds") if key in about]
    parts += [f"by {_short(', '.join(about['reads']))}"] if about["reads"] else []
    said = f"{_short(rule['name'])}: {rule['action']} {'; '.join(parts)}".rstrip()
    yield from textwrap.wrap(said, _WIDTH, subsequent_indent="  ")
    for condition in rule["conditions"]:
        yield from _wrapped("", f"note: {condition}")
    for hole in rule["holes"]:
        yield from _hole(hole)
    for standing in rule["platforms"]:
        yield from _standing(standing)


def _standing(standing: Mapping[str, Any]) -> Iterator[str]:
    yield from _wrapped(standing["platform"], _state(standing))
    for note in standing["notes"]:
        yield from _wrapped("", f"note: {note}")
    missed: dict[tuple[str, str], list[str]] = {}
    for hole in standing["holes"]:
        if hole["code"] == "missed-tool":
            missed.setdefault((hole["kind"], hole.get("accepted", "")), []).append(f"`{_short(hole['name'])}`")
        elif hole["text"] != standing.get("why"):
            yield from _hole(hole)
    for (kind, reason), names in missed.items():
        mark, why = ("accepted", f" ({_short(reason)})") if reason else ("GAP", "")
        yield from _wrapped("", f"{mark} missed-tool: misses {', '.join(names)}, of kind {kind}{why}")


def _state(standing: Mapping[str, Any]) -> str:
    if standing["state"] == "never":
        of_it = next((hole for hole in standing["holes"] if hole["text"] == standing["why"]), None)
        if of_it is None:
            return f"never: {_short(standing['why'])}"
        if "accepted" in of_it:
            return f"never: {_short(standing['why'])} (accepted: {_short(of_it['accepted'])})"
        return f"GAP {of_it['code']}: never: {_short(standing['why'])}"
    return f"fires on {standing['fires']} of {standing['shapes']} {standing['basis']} shapes"


def _hole(hole: Mapping[str, Any]) -> Iterator[str]:
    if "accepted" in hole:
        yield from _wrapped("", f"accepted {hole['code']}: {_short(hole['text'])} ({_short(hole['accepted'])})")
    else:
        yield from _wrapped("", f"GAP {hole['code']}: {_short(hole['text'])}")


def _wrapped(first: str, words: str, before: int = 2, indent: int = _INDENT) -> list[str]:
    head = f"{' ' * before}{first}".ljust(indent - 1) + " "
    return textwrap.wrap(words, _WIDTH, initial_indent=head, subsequent_indent=" " * indent) or [head.rstrip()]


def _short(text: str) -> str:
    return shortened(printable(text), _LONGEST)
