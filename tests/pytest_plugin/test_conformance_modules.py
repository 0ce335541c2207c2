"""`pytest conformance/` asks everything that there is to ask: a new capability cannot be forgotten there."""

from __future__ import annotations

import re
from pathlib import Path

from hookconform.checks.capability import HOOK_KINDS, METHOD_KINDS
from hookconform.checks.table import CAPABILITIES

MODULES = Path(__file__).resolve().parents[2] / "conformance"


def asked(module: str) -> set[str]:
    text = (MODULES / module).read_text(encoding="utf-8")
    return set(re.findall(r'= conformance\("([a-z-]+)", adapter=', text))


def test_every_capability_of_an_adapter_with_methods_is_asked() -> None:
    assert asked("test_adapter.py") == {name for name, item in CAPABILITIES.items() if item.kinds & METHOD_KINDS}


def test_every_capability_of_a_hook_program_is_asked() -> None:
    assert asked("test_hook_program.py") == {name for name, item in CAPABILITIES.items() if item.kinds & HOOK_KINDS}
