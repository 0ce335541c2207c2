"""Recorded paths in a place: the recorded project and home become its own, and the files a call names are there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from hookconform.attach.place.folders import Place
from hookconform.corpus.placeholder_folders import HOME, WORKSPACE

# Not within a longer name: `/home/dev/project-2` is another folder.
_END = r"(?![\w-]|\.\w)"
_PROJECT = re.compile(rf"(?<![\w.-]){re.escape(WORKSPACE)}{_END}")
_HOME = re.compile(rf"(?<![\w.-]){re.escape(HOME)}{_END}")


def rewritten(text: str, place: Place) -> str:
    """Return a payload's text with the recorded project and home replaced by those of the place."""
    text = _PROJECT.sub(lambda _: str(place.project), text)
    return _HOME.sub(lambda _: str(place.home), text)


def provide(place: Place, folder: str | None, files: Mapping[str, str | None]) -> None:
    """Create the folder a call is made in and the files it names; without a text, only the folder of a file.

    Both are recorded paths, absolute or below `folder`. What lies outside of the place is left alone.
    """
    base = _within(place, place.project, folder or "") or place.project
    _make(base)
    for path, text in files.items():
        found = _within(place, base, path)
        if found is not None:
            _make(found.parent)
            # A name the file system does not take is no file a call could have met.
            with suppress(OSError, ValueError):
                if text is not None and not found.exists():
                    found.write_text(text, encoding="utf-8", errors="surrogateescape")


def _make(folder: Path) -> None:
    with suppress(OSError, ValueError):
        folder.mkdir(parents=True)


def _within(place: Place, base: Path, recorded: str) -> Path | None:
    """Return the path in the place that a recorded one becomes, None if it lies outside."""
    path = base / rewritten(recorded, place)
    try:
        resolved = path.resolve()
    except (OSError, ValueError, RuntimeError):
        return None
    inside = any(resolved.is_relative_to(folder.resolve()) for folder in (place.project, place.home))
    return resolved if inside else None
