"""Tools as each provider's models know them: name, parameter schema, and the way to and from canonical arguments.

    from tool_facades import ProviderToolRegistry

    shell = ProviderToolRegistry().tool("gemini", "run_shell_command")
    shell.definition("gemini")
    shell.to_canonical({"command": "make"}).calls

The canonical arguments and the rules are docs/facades.md. Standard library only; a table is read when it is needed.
"""

from __future__ import annotations

from tool_facades.calls import Assumed, Call, Difference, Filled, Mapped, NativeOnly
from tool_facades.edits import edits_as_patch
from tool_facades.errors import FacadeError
from tool_facades.facade import ToolFacade
from tool_facades.registry import ProviderToolRegistry

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
    "__version__",
    "edits_as_patch",
]

__version__ = "0.1.0"
