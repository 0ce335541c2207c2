"""What a tool requires and a call does not say: a constant, or what follows from the rest of the call."""

from __future__ import annotations

from typing import Any


def filled_value(rule: dict[str, Any], canonical: dict[str, Any], number: int) -> tuple[Any, str]:
    """Return a value and where it comes from in words; None if what it would come from is absent.

    A rule is `{"constant": value}`, `{"copy": argument}`, `{"first-line": argument, "length": n}`,
    `{"slug": argument}`, `{"numbered": prefix}` (text), `{"number": true}`,
    `{"present": argument, "values": [if so, if not]}`. `number` is that of the item in its list, from 1. `copy`,
    `first-line` and `slug` take a list of names, too: the first that is there.
    """
    if "constant" in rule:
        return rule["constant"], "constant"
    if "numbered" in rule:
        return f"{rule['numbered']}{number}", "place in the list"
    if "number" in rule:
        return number, "place in the list"
    if "present" in rule:
        name = rule["present"]
        return rule["values"][0 if canonical.get(name) else 1], f"whether there is {name}"
    for kind, made in (("copy", lambda value: value), ("first-line", _first_line), ("slug", _slug)):
        for name in _names(rule.get(kind, ())):
            if canonical.get(name):
                value = made(canonical[name])
                return (value[: rule["length"]].rstrip() if "length" in rule else value), f"{kind} of {name}"
    return None, ""


def _names(said: str | list[str]) -> list[str]:
    return [said] if isinstance(said, str) else list(said)


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), text)


def _slug(text: str) -> str:
    plain = "".join(letter if letter.isascii() and letter.isalnum() else " " for letter in text.lower())
    return "-".join(plain.split()) or "task"
