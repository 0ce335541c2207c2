"""Why cases were not asked."""

from __future__ import annotations

from hookconform.run.formats.not_applicable import not_applicable


def test_platforms_stand_on_one_line_behind_the_other_reasons() -> None:
    assert not_applicable({}) == []
    assert not_applicable({"platform codex is not claimed": 2}) == [
        "2 cases not applicable: platform codex is not claimed."
    ]
    several = {
        "platform pi is not claimed": 1200,
        "legacy-aliases are not claimed": 1,
        "platform codex is not claimed": 3,
    }
    assert not_applicable(several) == [
        "1 case not applicable: legacy-aliases are not claimed.",
        "1,203 cases not applicable: platforms codex, pi are not claimed.",
    ]
