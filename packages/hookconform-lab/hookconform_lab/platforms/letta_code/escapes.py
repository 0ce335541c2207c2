"""What hooks see of Letta Code: where they are registered, and the rows that are its own."""

from __future__ import annotations

from typing import ClassVar

from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.platforms.letta_code.driver import SETTINGS


class LettaCodeEscapes(Escapes):
    """Hooks are in the user's settings."""

    hook_files: ClassVar[tuple[str, ...]] = (f"{{{{home}}}}/{SETTINGS}",)


ESCAPES = LettaCodeEscapes()
