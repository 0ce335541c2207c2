"""Releases and their days: what a registry lists, and what a mirror's dates still say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.manifests import manifest_versions
from hookconform.corpus.releases import (
    LATEST_POSSIBLE,
    PUBLISHED,
    ReleaseDate,
    Releases,
    load_releases,
    release_date,
    releases_path,
)
from hookconform.ground.errors import HookconformError
from hookconform.run.fingerprint import corpus_fingerprint

# As a mirror had them in November 2026: the day on which somebody first asked for each.
MIRROR = Releases(
    "agent",
    "npm",
    "2026-11-27",
    LATEST_POSSIBLE,
    {
        "0.9.0": "2026-01-05",
        "1.0.20": "2026-06-11",
        "1.0.24": "2026-04-11",
        "1.0.25-1": "2026-01-02",
        "1.0.34": "2026-09-01",
        "2.0.0": "2026-03-01",
    },
)


def test_a_mirrors_date_is_the_latest_possible_one() -> None:
    assert MIRROR.date_of("1.0.24") == ReleaseDate("2026-04-11", is_exact=False)
    assert str(MIRROR.date_of("1.0.24")) == "by 2026-04-11"


def test_a_newer_release_of_the_series_makes_it_earlier() -> None:
    assert MIRROR.date_of("1.0.20") == ReleaseDate("2026-04-11", is_exact=False)


def test_another_series_and_prereleases_bound_nothing() -> None:
    """1.0.34 may be a fix for those who stay with 1, and a pre-release of the next version may come before it."""
    assert MIRROR.date_of("1.0.34") == ReleaseDate("2026-09-01", is_exact=False)


def test_a_release_that_the_registry_lost_is_bounded() -> None:
    assert MIRROR.date_of("1.0.21") == ReleaseDate("2026-04-11", is_exact=False)
    assert MIRROR.date_of("2.1.0") is None


def test_a_stated_day_is_exact_and_bounds_older_ones() -> None:
    stated = {"1.0.22": "2026-04-09"}
    assert MIRROR.date_of("1.0.22", stated) == ReleaseDate("2026-04-09", is_exact=True)
    assert MIRROR.date_of("1.0.20", stated) == ReleaseDate("2026-04-09", is_exact=False)


def test_a_registrys_own_date_is_exact() -> None:
    own = Releases("agent", "PyPI", "2026-11-27", PUBLISHED, {"1.0": "2026-05-01", "1.1": None, "1.2": "2026-04-01"})
    assert own.date_of("1.0") == ReleaseDate("2026-05-01", is_exact=True)
    assert own.date_of("1.1") == ReleaseDate("2026-04-01", is_exact=False)


def test_releases_between_two_leave_out_prereleases() -> None:
    assert MIRROR.between("1.0.20", "2.0.0") == ["1.0.24", "1.0.34"]
    assert MIRROR.between("1.0.24", "1.0.34") == []


def test_the_newest_is_no_prerelease() -> None:
    assert MIRROR.newest == "2.0.0"
    assert Releases("agent", "npm", "2026-11-27", PUBLISHED, {"1.0.0-1": None}).newest == "1.0.0-1"


@pytest.mark.parametrize(
    "platform", [name for name in platform_ids() if manifest_versions(load_platform(name).path.parent)]
)
def test_every_recorded_version_has_a_date(platform: str) -> None:
    loaded = load_platform(platform)
    dates = {version: release_date(loaded, version) for version in manifest_versions(loaded.path.parent)}
    assert dates
    assert [version for version, date in dates.items() if date is None] == []


def test_a_platform_without_a_list_has_the_days_that_documents_state() -> None:
    cursor = load_platform("cursor")
    assert load_releases("cursor") is None
    assert release_date(cursor, cursor.newest) is None


def test_news_of_a_registry_change_no_fingerprint(tmp_path: Path) -> None:
    """A run is worth the same after another release came out."""
    before = corpus_fingerprint()
    root = tmp_path / "corpus"
    root.mkdir()
    for entry in corpus_root().iterdir():
        if entry.name != "platforms":
            (root / entry.name).symlink_to(entry)
    for platform in platform_ids():
        folder = root / "platforms" / platform
        folder.mkdir(parents=True)
        for entry in load_platform(platform).path.parent.iterdir():
            (folder / entry.name).symlink_to(entry)
    changed = releases_path("pi", root)
    known = load_releases("pi")
    assert known is not None
    changed.unlink()
    changed.write_text(json.dumps({**known.as_json(), "read": "2027-01-01"}), encoding="utf-8")
    assert corpus_fingerprint(root) == before


def test_a_damaged_list_says_what_to_do(tmp_path: Path) -> None:
    path = releases_path("pi", tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(HookconformError) as caught:
        load_releases("pi", tmp_path)
    assert caught.value.code == "releases.unreadable"
    assert "lab versions" in caught.value.hint
