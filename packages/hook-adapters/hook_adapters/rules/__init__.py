"""Rule packs over canonical events: what `__all__` names may be imported and stays."""

from __future__ import annotations

from hook_adapters.rules.pack import Rule, compile_pack, load_pack, matching, parse_pack, read_pack, with_own_words
from hook_adapters.rules.parts import without_parts

__all__ = [
    "Rule",
    "compile_pack",
    "load_pack",
    "matching",
    "parse_pack",
    "read_pack",
    "with_own_words",
    "without_parts",
]
