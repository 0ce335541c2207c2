"""What hooks see of Claude Code: where they are registered, and the rows that are its own."""

from __future__ import annotations

from typing import ClassVar

from hookconform_lab.lab.escapes.measuring import Escapes


class ClaudeCodeEscapes(Escapes):
    """Hooks are in the project's settings."""

    hook_files: ClassVar[tuple[str, ...]] = ("{{workspace}}/.claude/settings.json",)


ESCAPES = ClaudeCodeEscapes()
