"""Named parts of expressions: `(?&name)` in an expression of a pack stands for a group with the part."""

from __future__ import annotations

import re

from hook_adapters.canonical.errors import InvalidRules, every
from hook_adapters.canonical.meant import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Characters of one expression with its parts: what is repeated in parts of parts grows without bound.
LONGEST_EXPRESSION = 64 * 1024
EXPRESSIONS = ("command_match", "prompt_match")
REFERENCE = re.compile(r"\(\?&([^)]*)\)")
NAME = re.compile(r"[a-z][a-z0-9-]*")


def without_parts(pack: Any) -> Any:
    """Return a pack whose expressions have their parts in place, without `parts`; raises `InvalidRules`.

    What is no pack with parts is returned as it is.
    """
    if not isinstance(pack, dict) or "parts" not in pack:
        return pack
    parts = _Parts(pack["parts"])
    rest = {key: value for key, value in pack.items() if key != "parts"}
    if isinstance(rest.get("rules"), list):
        rest["rules"] = every(lambda number, rule: _with_parts(number, rule, parts), enumerate(rest["rules"], 1))
    return rest


def _with_parts(number: int, rule: Any, parts: _Parts) -> Any:
    matchers = rule.get("matchers") if isinstance(rule, dict) else None
    if not isinstance(matchers, dict):
        return rule
    try:
        changed = {key: parts.expression(matchers[key]) for key in EXPRESSIONS if isinstance(matchers.get(key), str)}
    except InvalidRules as error:
        raise InvalidRules(f"{rule.get('name') or f'rule {number}'}: {error}") from None
    return {**rule, "matchers": {**matchers, **changed}}


class _Parts:
    """The parts of one pack, each put together when it is first referred to."""

    def __init__(self, parts: Any) -> None:
        if not isinstance(parts, dict) or not parts:
            raise InvalidRules("`parts` is not a table of names and expressions")
        for name, text in parts.items():
            if not isinstance(name, str) or not NAME.fullmatch(name):
                raise InvalidRules(f"the part {name!r} is not named by lower-case letters, digits and hyphens")
            if not isinstance(text, str) or not text:
                raise InvalidRules(f"the part {name} is not a regular expression in a string")
        self._parts = parts
        self._ready: dict[str, str] = {}
        self._open: list[str] = []

    def expression(self, text: str) -> str:
        """Return an expression with its parts in place."""
        result = REFERENCE.sub(lambda reference: f"(?:{self._part(reference[1])})", text)
        if len(result) > LONGEST_EXPRESSION:
            raise InvalidRules(f"an expression with its parts has more than {LONGEST_EXPRESSION} characters")
        return result

    def _part(self, name: str) -> str:
        if name not in self._parts:
            raise InvalidRules(f"undefined part {name!r}{meant(name, self._parts)}")
        if name in self._open:
            raise InvalidRules(f"the part {name} is a part of itself: {' in '.join([*reversed(self._open), name])}")
        if name not in self._ready:
            self._open.append(name)
            try:
                self._ready[name] = self.expression(self._parts[name])
            finally:
                self._open.pop()
        return self._ready[name]
