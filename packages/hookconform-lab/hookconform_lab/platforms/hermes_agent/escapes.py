"""What hooks see of Hermes Agent: where they are registered, and the rows that are its own."""

from __future__ import annotations

from typing import ClassVar

from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.platforms.hermes_agent.driver import HOME


class HermesAgentEscapes(Escapes):
    """Hooks are in the user's configuration."""

    hook_files: ClassVar[tuple[str, ...]] = (f"{{{{home}}}}/{HOME}/config.yaml",)


ESCAPES = HermesAgentEscapes()
