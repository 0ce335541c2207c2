"""What hooks see of Kilo Code: they are functions of a plugin in the workspace."""

from __future__ import annotations

from hookconform_lab.lab.plugins.escapes import plugin_escapes
from hookconform_lab.platforms.kilo_code.driver import DRIVER
from hookconform_lab.platforms.kilo_code.turn import TURN

ESCAPES = plugin_escapes(DRIVER, TURN)
