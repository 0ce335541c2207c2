"""One unattended turn of OpenCode."""

from __future__ import annotations

from hookconform_lab.lab.plugins.turn import PluginTurn
from hookconform_lab.lab.turn import Started
from hookconform_lab.platforms.opencode.names import has


class OpenCodeTurn(PluginTurn):
    """An `opencode run`; old versions have no patches."""

    def start_with_patches(self) -> Started | None:
        """Return a run with a model that is offered patches, by versions that have the tool."""
        return super().start_with_patches() if has("apply_patch", self.version) else None


TURN = OpenCodeTurn
