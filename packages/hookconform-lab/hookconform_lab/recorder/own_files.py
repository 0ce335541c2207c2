"""Platforms whose hooks are files of their own: what is installed is a file that is ours as a whole."""

from __future__ import annotations

import json
import shlex
from abc import abstractmethod
from collections.abc import Mapping
from pathlib import Path

from hookconform.corpus.claims import load_platform
from hookconform.ground.errors import HookconformError
from hookconform_lab.recorder.registrations import Registration, demand_text

_SHARED = Path(__file__).with_name("plugin_recorder.js")


class OwnFile(Registration):
    """A file that nobody else has a part in: it is written where there is none, and removed as a whole."""

    @abstractmethod
    def written(self, commands: Mapping[str, str], private: Path) -> bytes:
        """Return the file; what it records goes below the folder `private`, as `hook_recorder.py` files it."""

    @abstractmethod
    def is_ours(self, data: bytes, marker: str) -> bool:
        """Tell whether a file, which may have been edited, was written by us; `marker` is the script we install."""

    def contents(self, original: bytes | None, path: Path, commands: Mapping[str, str], private: Path) -> bytes:
        """Return the file; there must be none of that name."""
        if original is not None:
            raise HookconformError(
                "record.settings", "There is a file of this name already.", where=str(path), hint="Move it away."
            )
        return self.written(commands, private)

    def without_ours(self, data: bytes, path: Path, marker: str) -> tuple[bytes, int]:
        """Leave a file alone that is not ours, and refuse one that somebody changed: their change would be lost."""
        if not self.is_ours(data, marker):
            return data, 0
        raise HookconformError(
            "record.settings",
            "The recorder's file is not as it was installed, so it was not removed.",
            where=str(path),
            hint=f"Look at it and delete it, then uninstall {self.platform} again.",
        )


class HookPlugin(OwnFile):
    """Hooks are functions of a plugin file."""

    @abstractmethod
    def plugin(self, events: tuple[str, ...], private: Path) -> bytes:
        """Return the plugin; what it records goes below the folder `private`, as `hook_recorder.py` files it."""

    def filled(self, part: Path, hooks: tuple[str, ...], private: Path, **settings: object) -> bytes:
        """Return the recorder that plugins share, with these settings and the platform's part behind it."""
        demand_text(self.platform, str(private))
        program = load_platform(self.platform).program
        prefixes = program.prefixes if program is not None else ()
        known = {"platform": self.platform, "folder": str(private), "hooks": hooks, "prefixes": prefixes, **settings}
        before, _, after = _SHARED.read_text(encoding="utf-8").split("/*SETTINGS*/")
        shared = f"{before}{json.dumps(known)}{after}".replace("PLATFORM`", f"{self.platform}`")
        return (shared + part.read_text(encoding="utf-8")).encode()

    def written(self, commands: Mapping[str, str], private: Path) -> bytes:
        """Return the plugin, which needs no command."""
        return self.plugin(tuple(commands), private)

    def is_ours(self, data: bytes, marker: str) -> bool:
        """Tell whether it names our private folder."""
        return json.dumps(str(Path(marker).parents[1]))[1:-1].encode() in data


class HookFiles(OwnFile):
    """Each hook is a file of a folder, which a shell runs; the platform runs all files of an event."""

    def written(self, commands: Mapping[str, str], private: Path) -> bytes:  # noqa: ARG002 (the interface's form)
        """Return the script of one event."""
        lines = [
            "#!/bin/sh",
            f"# Written by `hookconform record install {self.platform}`: it keeps what this hook is told, and answers",
            f"# nothing. `hookconform record uninstall {self.platform}` removes it.",
            *commands.values(),
        ]
        return ("\n".join(lines) + "\n").encode("utf-8", "surrogateescape")

    def is_ours(self, data: bytes, marker: str) -> bool:
        """Tell whether it calls our script."""
        # In a command a path with an apostrophe is written otherwise.
        return any(spelling.encode("utf-8", "surrogateescape") in data for spelling in (marker, shlex.quote(marker)))
