"""What hooks see of Codex: where they are registered, and the rows that are its own."""

from __future__ import annotations

from typing import ClassVar

from hookconform_lab.lab.escapes.measuring import Escapes


class CodexEscapes(Escapes):
    """Hooks are in the user's file of hooks."""

    hook_files: ClassVar[tuple[str, ...]] = ("{{home}}/.codex/hooks.json",)


ESCAPES = CodexEscapes()
