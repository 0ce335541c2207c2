"""The table of units in docs/canonical-event.md is what the claims say."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from hookconform.corpus.claims import load_platform, platform_ids

PAGE = Path(__file__).resolve().parents[2] / "docs" / "canonical-event.md"
HEAD = "    | platform | tools | argument | counts |\n    | --- | --- | --- | --- |\n"
WORDS = {"from-zero": "from 0", "seconds": "seconds"}


def claimed_rows() -> list[str]:
    """Return a row for each platform, argument and unit, with its tools in the order of the claims."""
    tools: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for platform in map(load_platform, platform_ids()):
        for claim in platform.tools.values():
            for argument, unit in claim.units.items():
                tools[platform.name, argument, unit].append(f"`{claim.native}`")
    return [
        f"    | {platform} | {', '.join(names)} | `{argument}` | {WORDS[unit]} |"
        for (platform, argument, unit), names in tools.items()
    ]


def test_every_unit_of_the_claims_is_in_the_table() -> None:
    _, _, below = PAGE.read_text(encoding="utf-8").partition(HEAD)
    rows = below.split("\n7. ")[0].rstrip("\n").split("\n")
    assert rows == claimed_rows()
