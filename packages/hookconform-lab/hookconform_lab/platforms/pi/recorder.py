"""pi: the extension that records."""

from __future__ import annotations

from pathlib import Path

from hookconform_lab.platforms.pi.extensions import LEAVING_OUT, LEFT_OUT
from hookconform_lab.recorder.own_files import HookPlugin

_EXTENSION = Path(__file__).with_name("recorder.js")


class PiRecorder(HookPlugin):
    """An extension file whose functions keep what they are called with."""

    platform = "pi"
    advice = "pi loads extensions when it starts, a project's only if you have trusted its folder: start it anew."

    def events(self, version: str | None) -> tuple[str, ...]:
        """Return all that the claims know; a version that lacks one never calls its function."""
        return self.registrable(version)

    def plugin(self, events: tuple[str, ...], private: Path) -> bytes:
        """Return the extension with its settings filled in."""
        return self.filled(_EXTENSION, events, private, leftOut=LEFT_OUT) + LEAVING_OUT.read_bytes()


RECORDER = PiRecorder()
