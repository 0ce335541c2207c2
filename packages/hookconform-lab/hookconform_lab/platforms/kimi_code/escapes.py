"""What hooks see of Kimi Code: they are registered in the user's configuration."""

from __future__ import annotations

from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.platforms.kimi_code.driver import HOME

ESCAPES = Escapes((f"{{{{home}}}}/{HOME}/config.toml",))
