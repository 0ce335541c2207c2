"""All adapters of other people's, one row each."""

from __future__ import annotations

from typing import Any

from hookconform.attach.program import load_program
from hookconform.run.fingerprint import corpus_fingerprint
from hookconform_lab.community.folders import community_folder, community_names
from hookconform_lab.community.summaries import load_summary, outdated


def rows() -> list[dict[str, Any]]:
    """Return name, version, source (`pypi`, `npm`, `git`), installed, measured and outdated of each, by name.

    `measured` is a date or None, `outdated` says why the measurement is not about today's program and corpus, or is
    empty. Raises as `load_program` and `load_summary`.
    """
    fingerprint = corpus_fingerprint()
    found: list[dict[str, Any]] = []
    for name in community_names():
        folder = community_folder(name)
        program, summary = load_program(folder), load_summary(folder)
        found.append(
            {
                "name": name,
                "version": program.version,
                "source": program.source,
                "installed": program.is_installed,
                "measured": summary["date"] if summary else None,
                "outdated": outdated(summary, program, fingerprint) if summary else "",
            }
        )
    return found
