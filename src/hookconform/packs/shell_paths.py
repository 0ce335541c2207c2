"""Paths in shell commands: matchers of paths do not look there, so a rule about files needs another one beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from hookconform.corpus.path_spellings import WORKSPACE
from hookconform.corpus.vocabulary import PRE_TOOL
from hookconform.packs.rule import Rule, made_call
from hookconform.packs.tests_of import PATHS

_SPECIAL = re.compile(r"[\\.^$*+?{}\[\]|()]")
# A folder with one of these is a pattern, of which no text in a command is sure to be an example.
_PATTERN = frozenset("*?[")
# Suffixes that are the whole name of a file: `.env.local` is its variant.
_WHOLE_NAMES = frozenset({".env", ".npmrc", ".netrc"})
_BEFORE, _AFTER = r"(?:^|[^\w.-])", r"(?:[^\w.-]|$)"


def is_passed(rule: Rule, rules: Sequence[Rule]) -> bool:
    """Tell whether some command that names one of a rule's paths passes all `rules`, the rule itself among them.

    A rule whose paths are all patterns counts as passed: no command is sure to name what they match.
    """
    if not any(test.reads == PATHS for test in rule.tests):
        return False
    deciding = [one for one in rules if one.decides]
    calls = [made_call("Bash", "execute", {"command": f"cat {path}"}) for path, _ in _named(rule)]
    return not calls or any(not any(one.matches(call) for one in deciding) for call in calls)


def command_rule(rule: Rule) -> dict[str, Any] | None:
    """Return the rule that stops commands with a rule's paths as written; None where all of them are patterns."""
    found = [expression for _, expression in _named(rule)]
    if not found or rule.row is None or not rule.decides:
        return None
    return {
        "name": f"{rule.name}-in-commands",
        "matchers": {"operations": [PRE_TOOL], "kinds": ["execute"], "command_match": "|".join(dict.fromkeys(found))},
        "actions": dict(rule.row.get("actions") or {rule.row["action"]: True}),
    }


def longer_names(rule: Rule, rules: Sequence[Rule]) -> list[str]:
    """Return patterns of files whose names go on behind a suffix of the rule, and which none of `rules` stops.

    Asked of suffixes that are whole names (`.env`): what follows those is the same kind of file.
    """
    deciding = [one for one in rules if one.decides]
    if rule.kinds is not None and "read" not in rule.kinds:
        return []
    suffixes = [text for test in rule.tests if test.matcher == "extensions" for text in json.loads(test.wanted)]
    reads = {text: made_call("Read", "read", {"file_path": f"{WORKSPACE}/{text}.local"}) for text in suffixes}
    return [
        f"**/*{text}.*"
        for text, call in reads.items()
        if text in _WHOLE_NAMES and not any(one.matches(call) for one in deciding)
    ]


def _named(rule: Rule) -> Iterator[tuple[str, str]]:
    """Yield each path that a rule names as such, with an expression that finds it in a command."""
    for test in rule.tests:
        if test.reads != PATHS or test.matcher not in ("extensions", "directories"):
            continue
        for text in json.loads(test.wanted):
            # A name ends in a suffix, whatever it begins with; a folder is a whole name.
            before = "" if test.matcher == "extensions" else _BEFORE
            if text.strip("/") and not _PATTERN & set(text):
                yield text, before + _SPECIAL.sub(r"\\\g<0>", text.rstrip("/")) + _AFTER
