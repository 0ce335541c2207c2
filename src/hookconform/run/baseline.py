"""What an adapter's score is held against: the same checks of an adapter that does nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from hookconform.attach.manifest import FILE_NAME, Manifest, load_manifest
from hookconform.attach.registry import DEFAULT_DEADLINE
from hookconform.corpus.cases import Case
from hookconform.corpus.locate import data_root
from hookconform.run.engine import run
from hookconform.run.record import RunRecord


def baseline_of(manifest: Manifest) -> Manifest:
    """Return the base line that claims what this adapter claims, so that the same checks are judged."""
    if manifest.kind == "hook":
        name = f"no-op/{FILE_NAME}"
    else:
        name = "identity/extended.toml" if manifest.maps_extended else f"identity/{FILE_NAME}"
    base = load_manifest(_folder() / name)
    claims = replace(manifest.claims, platforms=manifest.platforms, rule_engine=base.claims.rule_engine)
    if base.run is None:
        mine = manifest.hook
        hook = replace(
            base.hook, policies=dict.fromkeys(mine.policies, ()), triggers=mine.triggers, reads_packs=mine.reads_packs
        )
        return replace(base, claims=claims, protocol=manifest.protocol, hook=hook)
    names = {"BASE_LINE_PLATFORMS": " ".join(sorted(manifest.platforms))}
    return replace(base, claims=claims, run=replace(base.run, env={**base.run.env, **names}))


def add_baseline(record: RunRecord, *, cases: Iterable[Case] | None = None, deadline: float = DEFAULT_DEADLINE) -> None:
    """Run the base line over what the record is about, and put its record beside it; `cases` as in `run`.

    A run that did not come to its end, and one of a base line itself, has none.
    """
    if not record.interrupted and not record.manifest.path.is_relative_to(_folder()):
        base = baseline_of(record.manifest)
        record.baseline = run(base, record.selection, cases=cases, deadline=deadline)


def _folder() -> Path:
    return (data_root() / "adapters" / "baseline").resolve()
