"""The checks of an adapter that were red when they last ran, kept in the user's cache so that they can be run again."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile

from hookconform.attach.manifest import Manifest
from hookconform.checks.outcome import RED, CheckResult
from hookconform.ground.errors import HookconformError


class LastRun:
    """Hears the results of a run; what it did not judge stays as it was in the runs before."""

    def __init__(self, manifest: Manifest) -> None:
        self._manifest = manifest
        self._path = _path(manifest)
        self._red = dict.fromkeys(_read(self._path) or ())

    def red(self) -> tuple[str, ...]:
        """Return the ids of the checks that were red, in order.

        Raises `HookconformError` (`run.none-failed`): none was, or no run is known.
        """
        if not self._red:
            known = _read(self._path) is not None
            raise HookconformError(
                "run.none-failed",
                "No check of this adapter failed when it last ran."
                if known
                else "No run of this adapter is known, so nothing that failed in it.",
                where=str(self._manifest.path),
                hint="Run it without --failed.",
            )
        return tuple(self._red)

    def hear(self, result: CheckResult) -> None:
        """Take one result."""
        if result.outcome in RED:
            self._red[result.id] = None
        elif self._red:
            self._red.pop(result.id, None)

    def keep(self) -> None:
        """Write down what is red now; raises `OSError` if it cannot be written."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", encoding="utf-8", dir=self._path.parent, delete=False) as stream:
            json.dump(list(self._red), stream)
        Path(stream.name).replace(self._path)


def _read(path: Path) -> list[str] | None:
    """Return the kept ids; None if there are none that can be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, list) and all(isinstance(name, str) for name in found) else None


def _path(manifest: Manifest) -> Path:
    import platformdirs  # noqa: PLC0415 (imported on use)

    name = sha256(str(manifest.path.resolve()).encode()).hexdigest()[:32]
    return Path(platformdirs.user_cache_dir("hookconform", appauthor=False)) / "last-run" / f"{name}.json"
