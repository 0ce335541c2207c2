"""Read the manifest that the lab wrote beside a recording."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.ground.errors import HookconformError, reason

MANIFEST = ".manifest.json"


def read_manifest(manifest: Path, root: Path) -> dict[str, Any]:
    """Return a manifest; raises `HookconformError` (`recording.invalid`, `schema.lab-manifest`)."""
    try:
        said: dict[str, Any] = json.loads(manifest.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise HookconformError(
            "recording.invalid",
            f"The manifest of the recording cannot be read: {reason(error)}.",
            where=str(manifest),
            hint="Record the version again with `hookconform lab record`.",
        ) from error
    schemas.check(said, "lab-manifest", where=str(manifest), root=root)
    return said


def probed_names(recordings: Iterable[Path], root: Path) -> dict[tuple[str, str], frozenset[str]]:
    """Return the undeclared names that were called on purpose, by platform and version; errors as `read_manifest`.

    A recording without a manifest beside it has none.
    """
    manifests = (path.with_suffix(MANIFEST) for path in recordings)
    read = [read_manifest(path, root) for path in manifests if path.is_file()]
    return {(said["platform"], said["version"]): frozenset(said["tools"].get("probed", ())) for said in read}
