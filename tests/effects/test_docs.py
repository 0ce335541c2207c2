"""The table of what platforms honour in docs/responses.md is what the measured rows say."""

from __future__ import annotations

import re
from pathlib import Path

from hookconform.effects.rows import load_rows, measured_platforms, measured_versions
from hookconform.effects.verdicts import ALLOW, VERDICTS, honoured

PAGE = Path(__file__).parents[2] / "docs" / "responses.md"
ROW = re.compile(r"^\| ([a-z-]+) \| ([^|]+) \| ([a-z, ]+) \|$", re.MULTILINE)


def test_the_page_says_what_was_measured() -> None:
    written = {
        (platform, event): verdicts.strip()
        for platform, events, verdicts in ROW.findall(PAGE.read_text(encoding="utf-8"))
        for event in events.strip().split(", ")
        if platform in measured_platforms()
    }
    measured: dict[tuple[str, str], str] = {}
    for platform in measured_platforms():
        newest = measured_versions(platform)[-1]
        for row in load_rows(platform, newest):
            found = honoured(platform, newest, row.registered_event) - {ALLOW}
            if found:
                measured[platform, row.registered_event] = ", ".join(name for name in VERDICTS if name in found)
    assert written == measured
