"""What hooks see of Hermes Agent: they are registered in the user's configuration."""

from __future__ import annotations

from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.platforms.hermes_agent.driver import HOME

ESCAPES = Escapes((f"{{{{home}}}}/{HOME}/config.yaml",))
