"""File the release date that a recording's manifest carries."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.corpus.releases import Releases, load_releases, write_releases
from hookconform.ground.errors import HookconformError

MANIFEST = ".manifest.json"


def file_release_date(manifest: Path, root: Path) -> str | None:
    """Add the release of a recording to releases.json; return its version, None if the manifest has no date.

    Raises `HookconformError` (`recording.invalid`, `schema.lab-manifest`, `file.unwritable`).
    """
    try:
        said: dict[str, Any] = json.loads(manifest.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise HookconformError(
            "recording.invalid",
            f"The manifest of the recording cannot be read: {error}.",
            where=str(manifest),
            hint="Record the version again with `hookconform lab record`.",
        ) from error
    schemas.check(said, "lab-manifest", where=str(manifest), root=root)
    released = said.get("released")
    if not released:
        return None
    version, registry, kind = said["version"], released["registry"], released["dates"]
    known = load_releases(said["platform"], root)
    if known is None:
        known = Releases(said["package"], registry, said["recorded"], kind, {})
    if known.listed.get(version) is None:
        added = replace(known, listed={**known.listed, version: released["day"]})
        write_releases(said["platform"], added, root)
    return version
