"""One unattended turn of Kilo Code."""

from __future__ import annotations

from dataclasses import replace

from hookconform_lab.lab.plugins.turn import PluginTurn
from hookconform_lab.lab.turn import Started

# Of files with secrets in them it asks whatever is said of tools in general.
_SECRETS = {"*": "allow", "*.env": "allow", ".env": "allow"}


class KiloCodeTurn(PluginTurn):
    """A `kilo run`, to which reading is granted file by file."""

    def start(self, *, granted: bool) -> Started:
        """Return a run with the permissions in the workspace's configuration."""
        usual = super().start(granted=granted)
        permission = {**usual.settings["permission"], "read": _SECRETS}
        return replace(usual, settings={**usual.settings, "permission": permission})


TURN = KiloCodeTurn
