"""Tools as each provider's models know them: name, parameter schema, and the way to and from canonical arguments.

    from hook_adapters.facades import ProviderToolRegistry

    shell = ProviderToolRegistry().tool("gemini", "run_shell_command")
    shell.definition("gemini")
    shell.to_canonical({"command": "make"}).calls

The canonical arguments and the rules are docs/facades.md. Standard library only; a table is read when it is needed.
"""

from __future__ import annotations

from hook_adapters.facades.calls import Assumed, Call, Difference, Filled, Mapped, NativeOnly
from hook_adapters.facades.edits import edits_as_patch
from hook_adapters.facades.errors import FacadeError
from hook_adapters.facades.facade import ToolFacade
from hook_adapters.facades.registry import ProviderToolRegistry

__all__ = [
    "Assumed",
    "Call",
    "Difference",
    "FacadeError",
    "Filled",
    "Mapped",
    "NativeOnly",
    "ProviderToolRegistry",
    "ToolFacade",
    "edits_as_patch",
]
