"""Rule packs over canonical events: `read_pack`, `compile_pack` and `matching` may be imported and stay."""

from __future__ import annotations

from hook_adapters.rules.pack import Rule, compile_pack, matching, read_pack

__all__ = ["Rule", "compile_pack", "matching", "read_pack"]
