"""Roles of arguments: what a text under a name is, for tools that are declared and for unknown ones."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from hookconform.corpus.documents import load_document
from hookconform.corpus.locate import corpus_root

FILE = "argument-roles.yaml"
PATH, ADDRESS, COMMAND = "path", "address", "command"
PATCH = "patch"
# Of unknown tools alone: the list of a program's words.
WORDS = "words"
# Roles by which a rule finds an argument.
SEEN_BY_RULES = frozenset({PATH, ADDRESS, COMMAND, PATCH})
# Where a word of a key begins anew, and what parts two words.
_BREAK = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z]+")


class ArgumentRoles(NamedTuple):
    """The table of roles.

    `declared` is the role of a declared argument by its name. All others are of unknown tools: the role of a key by its
    last word, by what that word ends in, and which words do not count.
    """

    declared: dict[str, str]

    words: dict[str, str]
    endings: dict[str, str]
    other_words: frozenset[str]
    fillers: frozenset[str]
    prepositions: frozenset[str]

    def of_unknown(self, key: str) -> str:
        """Return the role of what is under a key of an unknown tool, empty for none."""
        parts = [part.lower() for part in _BREAK.split(key) if part]
        if self.is_other(key):
            return ""
        role = self._of_parts(parts)
        while not role and any(part in self.prepositions for part in parts[1:]):
            last = max(number for number, part in enumerate(parts) if part in self.prepositions)
            parts = parts[:last]
            role = self._of_parts(parts)
        return role

    def is_other(self, key: str) -> bool:
        """Tell whether a key looks like that of a path and means something else."""
        parts = [part.lower() for part in _BREAK.split(key) if part]
        return bool(parts) and parts[-1] in self.other_words

    def _of_parts(self, parts: list[str]) -> str:
        if not parts or parts[-1] in self.other_words:
            return ""
        if parts[-1] in self.words:
            return self.words[parts[-1]]
        whole = "".join(parts)
        role = next((role for end, role in self.endings.items() if whole == end or parts[-1].endswith(end)), "")
        return role or (self._of_parts(parts[:-1]) if parts[-1] in self.fillers else "")


@cache
def load_argument_roles(root: Path | None = None) -> ArgumentRoles:
    """Return the corpus's table; raises `HookconformError` (`schema.argument-roles`, `yaml.invalid`)."""
    root = root or corpus_root()
    raw = load_document(root / FILE, "argument-roles", root)
    unknown = raw["unknown_tools"]
    return ArgumentRoles(
        declared=_by_word(raw["declared_tools"]),
        words=_by_word(unknown["words"]),
        endings=_by_word(unknown["endings"]),
        other_words=frozenset(unknown["other_words"]),
        fillers=frozenset(unknown["fillers"]),
        prepositions=frozenset(unknown["prepositions"]),
    )


def load_word_lists(root: Path) -> dict[str, Any]:
    """Return the table's lists of words about unknown tools, as they are written; errors as `load_argument_roles`."""
    return load_document(root / FILE, "argument-roles", root)["unknown_tools"]


def _by_word(listed: dict[str, list[str]]) -> dict[str, str]:
    return {word: role for role, words in listed.items() for word in words}
