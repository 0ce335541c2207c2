"""File the release date that a recording's manifest carries."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hookconform.corpus.releases import Releases, load_releases, write_releases
from hookconform_lab.intake.lab_manifests import read_manifest


def file_release_date(manifest: Path, root: Path) -> str | None:
    """Add the release of a recording to releases.json; return its version, None if the manifest has no date.

    Raises `HookconformError` (`recording.invalid`, `schema.lab-manifest`, `file.unwritable`).
    """
    said = read_manifest(manifest, root)
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
