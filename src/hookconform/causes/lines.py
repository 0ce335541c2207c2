"""The causes of a run in a few lines: what differs in one way stands on one line, name beside name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hookconform.attach.calls import INVALID_PAYLOAD
from hookconform.checks.outcome import split_name

Row = Mapping[str, Any]
# By (kind, about), or by kind alone: what a line says, and the name that one cause adds to it.
_WORDS = {
    ("broke", "method"): ("lacks a method: {got}", ""),
    ("broke", ""): ("breaks: {got}", ""),
    ("refused", ""): ("refuses good payloads: {got}", ""),
    ("answered", ""): ("accepts payloads it must refuse", "{wanted}"),
    ("refused", "tool"): ("refuses calls that can be mapped: {got}", ""),
    ("answered", "tool"): ("maps calls it must refuse", "{wanted}"),
    ("stale", ""): ("known failures that pass", ""),
    ("tier", ""): ("maps extended names of {platform}, but the manifest claims tier core", "{wanted} → {got}"),
    ("partly-mapped", ""): ("does not map {about}s of {platform} in {where}", "{got} → {wanted}"),
    ("unmapped", ""): ("does not map {about}s of {platform}", "{got} → {wanted}"),
    ("not-renamed", ""): ("does not rename arguments of {platform}", "{got} → {wanted}"),
    ("wrong", "payload"): (f"refuses with another error than {INVALID_PAYLOAD}: {{got}}", ""),
    ("wrong", "tool"): ("{platform}: tool_name is {got}, expected", "{wanted}"),
    ("wrong", "event"): ("{platform}: hook_event_name is {got}, expected", "{wanted}"),
    ("wrong", "answer"): ("{capability}: {effect}", "{variant} ({wanted})"),
    ("wrong", "rule"): ("rules: {got}", ""),
    ("too-much", "rule"): ("rules that must not match", "{got}"),
    ("absent", "rule"): ("rules that do not match", "{wanted}"),
    ("wrong", ""): ("wrong value", "{place}"),
    ("too-much", ""): ("value where none is expected", "{place}"),
    ("absent", "event"): ("returns no event {where}", "{wanted}"),
    ("too-much", "event"): ("returns an event that does not fire", "{got}"),
    ("absent", ""): ("missing value", "{place}"),
}
# The same where there is little room: one line for all platforms, or for all that is said of a crash or an answer.
_WORDS_IN_SHORT = _WORDS | {
    ("broke", "method"): ("lacks a method", "{got}"),
    ("broke", ""): ("breaks", "{got}"),
    ("refused", ""): ("refuses good payloads", "{got}"),
    ("refused", "tool"): ("refuses calls that can be mapped", "{got}"),
    ("tier", ""): ("maps extended names, but the manifest claims tier core, by platform", "{platform}"),
    ("partly-mapped", ""): ("maps {about}s in some payloads only, by platform", "{platform}"),
    ("unmapped", ""): ("does not map {about}s, by platform", "{platform}"),
    ("not-renamed", ""): ("does not rename arguments, by platform", "{platform}"),
    ("wrong", "payload"): (f"refuses with another error than {INVALID_PAYLOAD}", "{got}"),
    ("wrong", "tool"): ("wrong tool_name, by platform", "{platform}"),
    ("wrong", "event"): ("wrong hook_event_name, by platform", "{platform}"),
    ("wrong", "answer"): ("{capability}: wrong effect", "{variant}"),
}


@dataclass(slots=True)
class Line:
    """One line: how many red checks, what is wrong in words, and with which names (empty: the words say it all).

    `checks` counts those that show it and those that follow from it; one that shows two names stands for both.
    """

    gap: bool
    words: str
    checks: int = 0
    names: list[str] = field(default_factory=list[str])
    platforms: Counter[str] = field(default_factory=Counter[str])
    rows: list[Row] = field(default_factory=list[Row])

    def said(self, most: int | None = None) -> str:
        """Return the words with the names, or with the first `most` of them and how many more there are.

        Behind a name that several causes have stands how many.
        """
        names = [name if number == 1 else f"{name} ({number})" for name, number in Counter(self.names).items()]
        named = names[:most]
        mark = "" if self.words.endswith(", expected") else ":"
        text = f"{self.words}{mark} {', '.join(named)}" if named else self.words
        more = len(names) - len(named)
        return f"{text} and {more} more" if more else text


def cause_lines(rows: Iterable[Row], *, short: bool = False) -> list[Line]:
    """Return the lines of causes as `cause_as_json` makes them, what is wrong before what is missing, largest first.

    `short`: as few lines as can be, with platforms and effects as names.
    """
    lines: dict[tuple[bool, str], Line] = {}
    for row in rows:
        words, name = _words(row, _WORDS_IN_SHORT if short else _WORDS)
        line = lines.setdefault((row["gap"], words), Line(row["gap"], words))
        line.checks += row["checks"] + row["also"] + row["following"]
        line.platforms.update(row["platforms"])
        line.rows.append(row)
        if name:
            line.names.append(name)
    return sorted(lines.values(), key=lambda line: (line.gap, -line.checks, line.words))


def place_in_words(pointer: str) -> str:
    """Return `tool_input.offset` for `/events/0/tool_input/offset`; a place that is no such pointer as it is."""
    parts = pointer.split("/")
    if parts[:2] != ["", "events"]:
        return pointer
    which = "" if parts[2:3] in (["0"], ["*"]) else f"event {parts[2]} "
    return which + ".".join(parts[3:])


def _words(row: Row, table: Mapping[tuple[str, str], tuple[str, str]]) -> tuple[str, str]:
    """Return what a line says, and the name that this row adds to it."""
    capability, variant = split_name(row.get("place", ""))
    got = row.get("got", "")
    parts = {
        "platform": row.get("platform", ""),
        "about": row["about"],
        "wanted": row.get("wanted", ""),
        "got": got,
        "place": place_in_words(row.get("place", "")) + (f" ({row['where']})" if row.get("where") else ""),
        "capability": capability,
        "variant": variant or capability,
        "where": row.get("where", ""),
        "effect": got or "wrong effect",
    }
    words, name = table.get((row["kind"], row["about"])) or table[row["kind"], ""]
    return words.format(**parts), name.format(**parts)
