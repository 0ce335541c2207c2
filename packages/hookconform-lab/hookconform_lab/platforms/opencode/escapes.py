"""What hooks see of OpenCode: they are functions of a plugin in the workspace."""

from __future__ import annotations

from hookconform_lab.lab.plugins.escapes import plugin_escapes
from hookconform_lab.platforms.opencode.driver import DRIVER

ESCAPES = plugin_escapes(DRIVER)
