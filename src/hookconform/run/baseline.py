"""What an adapter's score is held against: the same checks of an adapter that does nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from hookconform.attach.attaching import DEFAULT_DEADLINE
from hookconform.attach.manifest import FILE_NAME, Manifest, load_manifest
from hookconform.corpus.cases import Case
from hookconform.corpus.facade_case import FacadeCase
from hookconform.corpus.locate import data_root
from hookconform.run.engine import run
from hookconform.run.kept_baseline import keep_counts, kept_file, read_counts
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
        # What it answers to `initialize` is in the words of the manifest's own protocol.
        return replace(base, claims=claims, protocol=manifest.protocol, stated=manifest.stated, hook=hook)
    names = {"BASE_LINE_PLATFORMS": " ".join(sorted(manifest.platforms))}
    return replace(base, claims=claims, run=replace(base.run, env={**base.run.env, **names}))


def add_baseline(  # noqa: PLR0913 (what the record is about, and how it was run)
    record: RunRecord,
    *,
    cases: Iterable[Case] | None = None,
    facades: Iterable[FacadeCase] = (),
    deadline: float = DEFAULT_DEADLINE,
    time_limit: float | None = None,
    known: list[RunRecord] | None = None,
) -> None:
    """Run the base line over what the record is about, and put its record beside it; it has counts only.

    `cases` and `facades` are as in `run`.
    Where the run ended at its first red check, the base line ends there, too. A run that did not come to its end, and
    one of a base line itself, has none. Of `known` base lines over the same
    cases one that claims the same is taken as it is; a new one is added to them.
    Counts that an earlier run kept for the same question are taken from the user's cache.
    """
    if record.interrupted or record.manifest.path.is_relative_to(_folder()):
        return
    until = record.notable[-1].id if record.stopped else ""
    base, among = baseline_of(record.manifest), [] if known is None or until else known
    record.baseline = next((one for one in among if (one.manifest, one.selection) == (base, record.selection)), None)
    file = None if until or cases is not None else kept_file(base, record.selection)
    if record.baseline is None and file is not None:
        record.baseline = read_counts(file, base, record.selection)
    if record.baseline is None:
        record.baseline = run(
            base,
            record.selection,
            cases=cases,
            facades=facades,
            deadline=deadline,
            until=until,
            counts_only=True,
            time_limit=time_limit or record.manifest.time_limit,
        )
        among.append(record.baseline)
        if file is not None:
            keep_counts(file, record.baseline)
    if record.baseline.interrupted:
        # A part of a score is none.
        record.baseline = None


def _folder() -> Path:
    return (data_root() / "adapters" / "baseline").resolve()
