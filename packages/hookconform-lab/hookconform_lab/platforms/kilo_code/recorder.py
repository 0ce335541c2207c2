"""Kilo Code: the plugin that records."""

from __future__ import annotations

from hookconform_lab.recorder.function_plugins import FunctionPlugin


class KiloCodeRecorder(FunctionPlugin):
    """A plugin of the project or the user."""

    platform = "kilo-code"
    advice = "Kilo Code loads plugins when it starts, and with KILO_PURE=1 none: start it anew."


RECORDER = KiloCodeRecorder()
