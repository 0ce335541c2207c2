"""What hooks see of Code Puppy: where they are registered, and the rows that are its own."""

from __future__ import annotations

from typing import ClassVar

from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.platforms.code_puppy.driver import HOME


class CodePuppyEscapes(Escapes):
    """Hooks are in the user's file of hooks."""

    hook_files: ClassVar[tuple[str, ...]] = (f"{{{{home}}}}/{HOME}/hooks.json",)


ESCAPES = CodePuppyEscapes()
