"""What hooks see of Kilo Code: they are functions of a plugin in the workspace."""

from __future__ import annotations

from dataclasses import replace

from hookconform_lab.lab.escapes.lacking import lacking
from hookconform_lab.lab.plugins.escapes import plugin_escapes
from hookconform_lab.platforms.kilo_code.driver import DRIVER

# By its list of tools; of the rest nothing was tried.
_LACKING = lacking("own-notebook", "own-memory", "workflow", "batch")
ESCAPES = replace(plugin_escapes(DRIVER), not_offered=_LACKING)
