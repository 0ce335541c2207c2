"""OpenCode: the plugin that records."""

from __future__ import annotations

from hookconform_lab.recorder.function_plugins import FunctionPlugin


class OpenCodeRecorder(FunctionPlugin):
    """A plugin of the project or the user."""

    platform = "opencode"
    advice = "OpenCode loads plugins when it starts: start it anew."


RECORDER = OpenCodeRecorder()
