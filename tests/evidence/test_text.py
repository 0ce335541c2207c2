"""The grades of a platform as text: a line of a terminal has 80 columns."""

from __future__ import annotations

from typing import Any

from hookconform_lab.evidence.text import platform_text

ROW: dict[str, Any] = {
    "name": "Gemini CLI",
    "newest": "0.61.0",
    "grade": "HIGH",
    "reasons": [],
    "mutants": {"survivors": [], "unjudged": []},
    "rows": [],
}


def test_a_long_line_about_an_answer_is_folded_behind_its_grade() -> None:
    native, name, when = "AfterTool", "PostToolUseFailure", "with the platform's own error field in the payload"
    answer = {"kind": "also", "grade": "HIGH", "native": native, "name": name, "holds": True, "when": when}
    lines = platform_text({**ROW, "answers": [{**answer, "reasons": ["Recorded."]}]}).splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("  HIGH"))
    assert " ".join(" ".join(lines[start:]).split()) == f"HIGH {native} also fires {name}, {when} Recorded."
    assert max(map(len, lines)) <= 80
    assert lines[start + 1].startswith(" " * 13)
