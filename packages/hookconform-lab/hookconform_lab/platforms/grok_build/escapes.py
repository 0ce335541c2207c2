"""What hooks see of Grok Build: where they are registered, and the rows that are its own."""

from __future__ import annotations

from typing import ClassVar

from hookconform_lab.lab.escapes.measuring import Escapes


class GrokBuildEscapes(Escapes):
    """Hooks are in a file of the user's folder of hooks."""

    hook_files: ClassVar[tuple[str, ...]] = ("{{home}}/.grok/hooks/lab.json",)


ESCAPES = GrokBuildEscapes()
