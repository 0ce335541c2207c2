"""What hooks see of OpenCode: where they are registered, and the rows that are its own."""

from __future__ import annotations

from typing import ClassVar

from hookconform_lab.lab.plugins.driver import plugin_files
from hookconform_lab.lab.plugins.escapes import PluginEscapes
from hookconform_lab.platforms.opencode.driver import DRIVER
from hookconform_lab.platforms.opencode.turn import TURN


class OpenCodeEscapes(PluginEscapes):
    """Hooks are functions of a plugin in the workspace."""

    hook_files: ClassVar[tuple[str, ...]] = plugin_files(DRIVER)
    driver = DRIVER
    turn = TURN


ESCAPES = OpenCodeEscapes()
