"""Age of evidence: from fixed days that are filed, never from today's."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support import miniature

from hookconform.corpus.claims import load_platform
from hookconform.corpus.releases import LATEST_POSSIBLE, PUBLISHED, releases_path
from hookconform_lab.evidence.age import Age, age_of
from hookconform_lab.evidence.claims import evaluate
from hookconform_lab.evidence.document import confidence_document
from hookconform_lab.evidence.grades import Grade
from hookconform_lab.evidence.platform_grade import platform_grade
from hookconform_lab.evidence.text import overview_text

PLATFORM = miniature.PLATFORM


@pytest.fixture
def root(tmp_path: Path) -> Path:
    miniature.build(tmp_path / "corpus")
    return tmp_path / "corpus"


def _listed(
    root: Path, releases: dict[str, str], *, read: str = "2026-07-01", dates: str = PUBLISHED, **more: object
) -> None:
    """File releases of the one platform, which was recorded at 1.0.0."""
    content = {
        "$schema": "../../schema/releases.schema.json",
        "package": "agent",
        "registry": "npm",
        "read": read,
        "dates": dates,
        "releases": releases,
        **more,
    }
    releases_path(PLATFORM, root).write_text(json.dumps(content), encoding="utf-8")


def _age(root: Path) -> Age:
    age = age_of(load_platform(PLATFORM, root))
    assert age is not None
    return age


def test_where_the_newest_release_is_recorded_nothing_is_old(root: Path) -> None:
    _listed(root, {"0.9.0": "2020-01-01", "1.0.0": "2020-02-01"})
    age = _age(root)
    assert (age.days, age.missed, age.ceiling) == (0, (), "HIGH")
    assert age.reason == "The newest release known on 2026-07-01 is recorded: 1.0.0, out on 2020-02-01."


@pytest.mark.parametrize(
    ("out", "days", "ceiling"),
    [
        ("2026-07-01", 0, "HIGH"),
        ("2026-06-01", 30, "HIGH"),
        ("2026-05-31", 31, "MEDIUM"),
        ("2026-01-02", 180, "MEDIUM"),
        ("2026-01-01", 181, "LOW"),
    ],
)
def test_the_age_is_counted_from_the_first_release_that_was_missed(
    root: Path, out: str, days: int, ceiling: str
) -> None:
    _listed(root, {"1.0.0": "2025-01-01", "1.1.0": out, "1.2.0": "2026-07-01"})
    age = _age(root)
    assert (age.missed, age.days, age.ceiling) == (("1.1.0", "1.2.0"), days, ceiling)
    assert age.newest == "1.2.0"


def test_prereleases_make_nothing_old(root: Path) -> None:
    _listed(root, {"1.0.0": "2025-01-01", "1.1.0-beta.1": "2025-01-02"})
    assert _age(root).missed == ()


def test_of_a_mirror_it_is_at_least_so_old(root: Path) -> None:
    """1.1.0 was out before 1.2.0, which the mirror had sooner."""
    listed = {"1.0.0": "2026-06-30", "1.1.0": "2026-06-30", "1.2.0": "2026-05-01"}
    _listed(root, listed, dates=LATEST_POSSIBLE)
    assert _age(root).days == 61
    assert _age(root).reason == (
        "2 newer releases not recorded, the newest 1.2.0, out by 2026-05-01; the first was out for 61 days on "
        "2026-07-01; from 31 days on no grade is better than MEDIUM."
    )


def test_a_release_that_cannot_be_recorded_has_its_reason(root: Path) -> None:
    """One that is recorded, or older than what is recorded, is no excuse for the age."""
    reasons = {"0.9.0": "does not start: it said nothing", "1.1.0": "cannot be installed: npm lacks what it needs"}
    listed = {"0.9.0": "2024-01-01", "1.0.0": "2025-01-01", "1.1.0": "2026-06-20"}
    _listed(root, listed, unrecordable=reasons)
    age = _age(root)
    assert age.reason == (
        "1 newer release not recorded, the newest 1.1.0, out on 2026-06-20; the first was out for 11 days on "
        "2026-07-01. 1.1.0 cannot be installed: npm lacks what it needs."
    )
    assert age.as_json()["unrecordable"] == {"1.1.0": reasons["1.1.0"]}
    # It ages all the same.
    assert age.days == 11


def test_without_a_list_nobody_knows(root: Path) -> None:
    assert age_of(load_platform(PLATFORM, root)) is None
    assert age_of(load_platform("cursor")) is None


def test_old_evidence_lowers_claims_and_platform(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    _listed(root, {"1.0.0": "2025-01-01"})
    fresh = evaluate(PLATFORM, root)
    high = {row.claim.id for row in fresh.claims if row.grade == Grade.HIGH}
    assert high
    graded = {row.claim.id: row.grade for row in fresh.claims}
    for out, best in (("2026-05-31", Grade.MEDIUM), ("2026-01-01", Grade.LOW)):
        _listed(root, {"1.0.0": "2025-01-01", "1.1.0": out})
        aged = evaluate(PLATFORM, root)
        for row in aged.claims:
            if row.claim.id in high:
                assert row.grade == best
                assert row.graded.reasons[-1] == aged.age.reason if aged.age else False
            elif graded[row.claim.id] in {Grade.CONFLICTED, Grade.REFUTED}:
                assert row.grade == graded[row.claim.id]
        assert platform_grade(aged).grade == best


def test_a_platform_of_contested_claims_stays_contested(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    _listed(root, {"1.0.0": "2025-01-01", "1.1.0": "2026-05-31"})
    evidence = evaluate(PLATFORM, root)
    rows = tuple(
        replace(row, graded=row.graded._replace(grade=Grade.CONFLICTED)) if row.is_core else row
        for row in evidence.claims
    )
    assert platform_grade(replace(evidence, claims=rows)).grade == Grade.CONFLICTED


def test_the_report_has_the_age_and_the_day_it_was_counted_to(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    _listed(root, {"1.0.0": "2025-01-01", "1.1.0": "2026-05-31"})
    document = confidence_document([evaluate(PLATFORM, root)], "0" * 64)
    assert document["platforms"][PLATFORM]["age"] == {
        "recorded": "1.0.0",
        "newest": "1.1.0",
        "read": "2026-07-01",
        "recorded_released": {"day": "2025-01-01", "exact": True},
        "newest_released": {"day": "2026-05-31", "exact": True},
        "missed": 1,
        "days": 31,
        "ceiling": "MEDIUM",
    }
    assert f"not recorded: {PLATFORM} 31." in " ".join(overview_text(document).split())
