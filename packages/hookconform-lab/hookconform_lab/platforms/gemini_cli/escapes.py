"""What hooks see of Gemini CLI: where they are registered, and the rows that are its own."""

from __future__ import annotations

from typing import ClassVar

from hookconform_lab.lab.escapes.measuring import Escapes


class GeminiCliEscapes(Escapes):
    """Hooks are in the project's settings."""

    hook_files: ClassVar[tuple[str, ...]] = ("{{workspace}}/.gemini/settings.json",)


ESCAPES = GeminiCliEscapes()
