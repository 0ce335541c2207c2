"""Translated rules with parts: what their commands begin and end with stands once in a rule file, under a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from hookconform.packs.permissions.translation import COMMAND_PARTS

_COMMAND = "command_match"
# Behind a quantifier the group of a part would repeat another piece than the text did.
_PARTS = {name: re.compile(re.escape(text) + r"(?![*+?{])") for name, text in COMMAND_PARTS.items()}


def in_parts(rules: Iterable[Mapping[str, Any]]) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Return rules whose expressions name their parts, and the parts that they name, as a rule file has them."""
    found = [_rule(rule) for rule in rules]
    texts = [str(rule.get("matchers", {}).get(_COMMAND, "")) for rule in found]
    used = {name: text for name, text in COMMAND_PARTS.items() if any(_reference(name) in one for one in texts)}
    return found, used


def _rule(rule: Mapping[str, Any]) -> dict[str, Any]:
    matchers = rule.get("matchers", {})
    expression = matchers.get(_COMMAND)
    # What its author refers to is in place already, so that a reference left is no part.
    if not isinstance(expression, str) or "(?&" in expression:
        return dict(rule)
    for name, text in _PARTS.items():
        expression = text.sub(_reference(name), expression)
    return {**rule, "matchers": {**matchers, _COMMAND: expression}}


def _reference(name: str) -> str:
    return f"(?&{name})"
