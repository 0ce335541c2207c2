"""Cline CLI: how the recorder is registered."""

from __future__ import annotations

from hookconform_lab.recorder.own_files import HookFiles


class ClineRecorder(HookFiles):
    """A file an event in a folder of hooks; an ending that is ours keeps them apart from the user's."""

    platform = "cline"
    advice = "Cline runs the hooks of the folder that it is started in."

    def events(self, version: str | None) -> tuple[str, ...]:
        """Return all of that version."""
        return self.registrable(version)


RECORDER = ClineRecorder()
