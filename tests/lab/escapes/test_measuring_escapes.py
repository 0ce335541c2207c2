"""A whole measurement: what is filed, what is kept back for want of a public source, and what differs from before."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.lab.escapes.conftest import Leaky, LeakyTurn
from tests.lab.escapes.planted import PLANTED

from hookconform.corpus import schemas
from hookconform.corpus.escapes import (
    EscapeClaims,
    EscapeRow,
    EscapeSource,
    EscapeTable,
    EscapeVerdict,
    load_escape_table,
)
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.escapes import comparing, measuring
from hookconform_lab.lab.escapes.comparing import differences
from hookconform_lab.lab.escapes.measuring import Escapes, Outcome, measure_escapes
from hookconform_lab.lab.escapes.trial import Trial
from hookconform_lab.parts import platforms_with

pytestmark = pytest.mark.whole
CHOSEN = ("asked-and-obeyed", "never-asked", "another-event", "nothing-happens")
TITLES = {"own-shell": "a shell command", **{name: name.replace("-", " ") for name in CHOSEN}, "gone": "gone"}


def trials(version: str) -> tuple[Trial, ...]:
    return tuple(path.trial() for path in PLANTED if path.name in CHOSEN)


LEAKY = Escapes((), trials, not_offered={"gone": "there is no such thing"})


@pytest.fixture
def claims(monkeypatch: pytest.MonkeyPatch) -> EscapeClaims:
    verdicts: dict[str, EscapeVerdict] = load_escape_table().verdicts
    rows = {name: EscapeRow(name, "all", title, "other") for name, title in TITLES.items()}
    claims = EscapeClaims({"another-event": EscapeSource("https://example.com/a")})
    monkeypatch.setattr(measuring, "load_escape_table", lambda: EscapeTable(verdicts, {"all": "All"}, rows))
    for module in (measuring, comparing):
        monkeypatch.setattr(module, "load_escape_claims", lambda _: claims)
    monkeypatch.setattr(measuring, "load_turn", lambda _, version: LeakyTurn(version))
    monkeypatch.setattr(measuring, "load_own", lambda _: LEAKY)
    monkeypatch.setattr(measuring, "survival_trials", lambda *_, **__: {})
    monkeypatch.setattr(measuring, "install", lambda *_: Path("/nowhere"))
    monkeypatch.setattr(measuring, "need_tools", lambda _: None)
    return claims


def measured(driver: Leaky, *only: str) -> Outcome:
    return measure_escapes(driver, "1.0.102", only=only, allow_network=True, say=lambda _: None)


def test_a_way_past_a_deny_is_kept_back_without_a_source(claims: EscapeClaims) -> None:
    found = measured(Leaky())
    assert {cell.row: cell.verdict for cell in found.measured.cells} == {
        "own-shell": "stopped",
        "asked-and-obeyed": "stopped",
        "another-event": "another-event",
        "nothing-happens": "not-tried",
        "gone": "not-offered",
    }
    assert [(cell.row, cell.verdict) for cell in found.withheld] == [("never-asked", "unseen")]
    assert schemas.problems(found.measured.as_json(), "escapes") == []
    assert {run.id for run in found.measured.runs} == {run for cell in found.measured.cells for run in cell.runs}
    # What is kept back is no difference, and not told to anybody who reads the comparison.
    assert differences(found.measured, found, ()) == []


def test_another_verdict_is_a_difference_unless_it_is_claimed_to_depend_on_timing(claims: EscapeClaims) -> None:
    found = measured(Leaky(), "asked-and-obeyed", "gone")
    before = replace(
        found.measured,
        cells=tuple(
            replace(cell, verdict="seen-after", event="postToolUse") if cell.row == "asked-and-obeyed" else cell
            for cell in found.measured.cells
        ),
    )
    line = "asked-and-obeyed: seen-after at postToolUse in the corpus, stopped at preToolUse now"
    assert differences(before, found, ()) == [line]
    claims.timing["asked-and-obeyed"] = "it is late now and then"
    assert differences(before, found, ()) == []
    missing = replace(found, measured=replace(found.measured, cells=()))
    assert differences(found.measured, missing, ("gone",)) == ["gone: not-offered in the corpus, and it was not driven"]
    assert differences(None, found, ()) == ["no version 1.0.102 of copilot-cli is in the corpus"]


@pytest.mark.parametrize(
    ("obeys", "verdict"), [(True, "unseen"), (False, "not-tried")], ids=["live hook", "deny without effect"]
)
def test_a_run_without_a_control_relies_on_the_row_of_a_shell_command(
    claims: EscapeClaims, monkeypatch: pytest.MonkeyPatch, verdict: str, *, obeys: bool
) -> None:
    (path,) = [path for path in PLANTED if path.name == "never-asked"]
    own = replace(LEAKY, trials=lambda _: (replace(path.trial(), has_control=False),))
    monkeypatch.setattr(measuring, "load_own", lambda _: own)
    found = measured(Leaky(obeys=obeys), "never-asked")
    cells = {cell.row: cell for cell in (*found.measured.cells, *found.withheld)}
    assert cells["never-asked"].verdict == verdict
    assert cells["own-shell"].verdict == ("stopped" if obeys else "not-tried")


def test_a_row_that_is_kept_back_now_is_no_longer_there(claims: EscapeClaims) -> None:
    found = measured(Leaky())
    rows = [cell.row for cell in found.measured.cells]
    left = found.measured.with_cells((), (), rows, without={"asked-and-obeyed", "nothing-happens"})
    assert [cell.row for cell in left.cells] == [
        row for row in rows if row not in {"asked-and-obeyed", "nothing-happens"}
    ]
    assert {run.id for run in left.runs} == {run for cell in left.cells for run in cell.runs}


def test_an_unknown_row_is_refused(claims: EscapeClaims) -> None:
    with pytest.raises(HookconformError) as caught:
        measured(Leaky(), "own-shel")
    assert (caught.value.code, "own-shell" in caught.value.hint) == ("escapes.row", True)


def test_every_driver_says_where_its_hooks_are_registered() -> None:
    assert platforms_with("escapes") == platforms_with("driver")
