"""What hooks see of Kimi Code: where they are registered, and the rows that are its own."""

from __future__ import annotations

from typing import ClassVar

from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.platforms.kimi_code.driver import HOME


class KimiCodeEscapes(Escapes):
    """Hooks are in the user's configuration."""

    hook_files: ClassVar[tuple[str, ...]] = (f"{{{{home}}}}/{HOME}/config.toml",)


ESCAPES = KimiCodeEscapes()
