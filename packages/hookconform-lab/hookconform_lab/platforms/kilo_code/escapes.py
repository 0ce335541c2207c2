"""What hooks see of Kilo Code: they are functions of a plugin in the workspace."""

from __future__ import annotations

from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.lab.plugins.driver import plugin_files
from hookconform_lab.platforms.kilo_code.driver import DRIVER

ESCAPES = Escapes(plugin_files(DRIVER))
