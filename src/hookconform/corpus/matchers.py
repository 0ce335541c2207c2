"""The matchers of the rule grammar, as the schema of rules describes them: it is the only list of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hookconform.corpus.locate import corpus_root
from hookconform.corpus.schemas import load_schema


def expression_matchers(root: Path | None = None) -> frozenset[str]:
    """Return the matchers whose value is a regular expression."""
    return _with("format", "regex", root or corpus_root())


def list_matchers(root: Path | None = None) -> frozenset[str]:
    """Return the matchers whose value is a list, of which one has to hold or all."""
    return _with("type", "array", root or corpus_root())


@cache
def _with(key: str, value: str, root: Path) -> frozenset[str]:
    definitions = load_schema("rules", root)["$defs"]
    described = {
        name: definitions[matcher["$ref"].rpartition("/")[2]] if "$ref" in matcher else matcher
        for name, matcher in definitions["matchers"]["properties"].items()
    }
    return frozenset(name for name, matcher in described.items() if matcher.get(key) == value)
