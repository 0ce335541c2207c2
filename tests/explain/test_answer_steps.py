"""A change of an answer lies between the two releases next to it where it was measured."""

from __future__ import annotations

import pytest

from hookconform.corpus.claims import load_platform
from hookconform.effects.rows import Row, load_rows
from hookconform.explain.contract import answers


def test_a_release_that_was_not_asked_for_an_answer_hides_no_change_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stops = next(row for row in load_rows("copilot-cli", "1.0.102") if row.id == "preToolUse/flat-deny")
    runs = stops._replace(effect=stops.effect._replace(tool="ran"))
    other = stops._replace(id="preToolUse/other")
    rows: dict[str, tuple[Row, ...]] = {"1.0.0": (runs,), "1.1.0": (other,), "1.2.0": (stops, other)}
    monkeypatch.setattr(answers, "measured_versions", lambda *_: tuple(rows))
    monkeypatch.setattr(answers, "load_rows", lambda _, version, __: rows[version])
    (step,) = answers.answer_steps(load_platform("copilot-cli"))
    assert (step.after, step.since) == ("1.0.0", "1.2.0")
