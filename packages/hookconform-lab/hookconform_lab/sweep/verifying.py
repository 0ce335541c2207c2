"""Whether what was installed is what the registry's metadata named: its archive has the hash of the unit's key."""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.pypi import download
from hookconform_lab.sweep.registry import Release

# npm compares each archive with the hash it writes here before it unpacks it.
_LOCK = Path("node_modules", ".package-lock.json")


def verify(driver: Driver, release: Release, folder: Path) -> None:
    """Raise `HookconformError` (`sweep.integrity`) unless the archive of what lies in `folder` has the release's hash.

    Of a program of PyPI the wheel is fetched once more, from pip's own cache, and hashed here.
    """
    found = _of_wheel(release) if driver.from_pypi else _of_npm(driver, folder)
    if found != release.integrity:
        raise HookconformError(
            "sweep.integrity",
            f"The archive of {release.package} has the hash {found or '(none)'}, "
            f"and the registry's metadata says {release.integrity}.",
            where=str(folder),
            hint="Delete the folder and try again; if it stays so, tell the registry and do not run the program.",
            exit_code=EXIT_INCOMPLETE,
        )


def _of_npm(driver: Driver, folder: Path) -> str:
    try:
        lock: dict[str, Any] = json.loads((folder / _LOCK).read_bytes())
        return lock["packages"][f"node_modules/{driver.package}"].get("integrity", "")
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return ""


def _of_wheel(release: Release) -> str:
    with tempfile.TemporaryDirectory(prefix="hookconform-sweep-") as folder:
        wheel = download(release.package, Path(folder))
        return f"sha256-{hashlib.sha256(wheel.read_bytes()).hexdigest()}"
