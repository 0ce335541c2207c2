"""What a check rests on, as a line: every part of the evidence is told."""

from __future__ import annotations

import pytest

from hookconform.checks.grounds import describe
from hookconform.corpus.claims import load_platform
from hookconform.corpus.evidence import Evidence

PLATFORM = load_platform("gemini-cli")
SOURCE = next(iter(PLATFORM.sources))


@pytest.mark.parametrize(
    ("evidence", "told"),
    [
        (Evidence("captured", versions=("0.61.0",)), "captured at 0.61.0"),
        (Evidence("captured", versions=("0.27.0", "0.31.0", "0.61.0")), "captured at 0.27.0 … 0.61.0"),
        (Evidence("vendor-source", source=SOURCE), f"vendor-source {PLATFORM.sources[SOURCE].citation}"),
        (Evidence("vendor-docs", note="since then"), "vendor-docs (since then)"),
        (Evidence("captured", supports=False, versions=("0.61.0",)), "captured (against) at 0.61.0"),
    ],
)
def test_a_line_says_basis_versions_source_and_note(evidence: Evidence, told: str) -> None:
    assert describe(PLATFORM, evidence) == told
    assert told.strip() == told
