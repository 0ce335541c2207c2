"""What hooks see of Cline: where they are registered, and the rows that are its own."""

from __future__ import annotations

from typing import ClassVar

from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.platforms.cline.driver import EVENTS


class ClineEscapes(Escapes):
    """Each event has a file of its own in the workspace."""

    hook_files: ClassVar[tuple[str, ...]] = tuple(f"{{{{workspace}}}}/.cline/hooks/{event}" for event in EVENTS)


ESCAPES = ClineEscapes()
