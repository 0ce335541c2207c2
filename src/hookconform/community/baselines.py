"""What an adapter's score is held against: the same checks of an adapter that does nothing."""

from __future__ import annotations

from dataclasses import replace

from hookconform.attach.manifest import FILE_NAME, Manifest, load_manifest
from hookconform.corpus.locate import data_root


def baseline_of(manifest: Manifest) -> Manifest:
    """Return the base line that claims what this adapter claims, so that the same checks are judged."""
    if manifest.kind == "hook":
        name = f"no-op/{FILE_NAME}"
    else:
        name = "identity/extended.toml" if manifest.maps_extended else f"identity/{FILE_NAME}"
    base = load_manifest(data_root() / "adapters" / "baseline" / name)
    claims = replace(base.claims, platforms=manifest.platforms, capabilities=manifest.capabilities, tier=manifest.tier)
    if manifest.kind != "hook":
        return replace(base, claims=claims)
    mine = manifest.hook
    hook = replace(
        base.hook, policies=dict.fromkeys(mine.policies, ()), triggers=mine.triggers, reads_packs=mine.reads_packs
    )
    return replace(base, claims=claims, protocol=manifest.protocol, hook=hook)
