"""What hooks see of VS Code's agent: where they are registered, and the rows that are its own."""

from __future__ import annotations

from typing import ClassVar

from hookconform_lab.lab.escapes.measuring import Escapes


class VsCodeCopilotEscapes(Escapes):
    """Hooks are in a file of the workspace."""

    hook_files: ClassVar[tuple[str, ...]] = ("{{workspace}}/.github/hooks/lab.json",)


ESCAPES = VsCodeCopilotEscapes()
