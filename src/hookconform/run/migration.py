"""A list of known failures of protocol 1 in the names of protocol 2."""

from __future__ import annotations

from hookconform.attach.manifest import Manifest
from hookconform.checks.known_failures import Entry, load_known_failures, migrated
from hookconform.checks.outcome import CheckResult, Outcome
from hookconform.ground.errors import HookconformError
from hookconform.run.known_list import whole_run


def migrate_known_failures(manifest: Manifest) -> list[Entry]:
    """Run the adapter once over the whole corpus and return its list in the names of protocol 2.

    Raises `HookconformError` (`known-failures.none`, `known-failures.current`, and as `whole_run`).
    """
    where = str(manifest.path)
    if manifest.known_failures is None:
        raise HookconformError(
            "known-failures.none",
            "The manifest names no list of known failures.",
            where=where,
            hint="There is nothing to do.",
        )
    if manifest.protocol != 1:
        raise HookconformError(
            "known-failures.current",
            "The manifest says protocol 2, so its list is read in the names of protocol 2 already.",
            where=where,
            hint="Migrate the list first, then set `protocol = 2`.",
        )
    failing, passed = list[CheckResult](), list[str]()

    def hear(result: CheckResult) -> None:
        if result.outcome is Outcome.KNOWN:
            failing.append(result)
        elif result.outcome in {Outcome.PASSED, Outcome.STALE}:
            passed.append(result.id)

    whole_run(manifest, hear)
    return migrated(load_known_failures(manifest.known_failures).entries, failing, passed)
