"""One order of versions: in the suite, and in the adapters, which share no code with it."""

from __future__ import annotations

from itertools import product

import pytest

from hook_adapters.canonical.verdict import at_least as adapters_at_least
from hookconform.ground.versions import as_listed, at_least, in_order, newest_of, version_key, within

# Oldest first, written down by hand: Semantic Versioning's own example is in the middle.
ORDER = (
    "unknown",
    "0.0.0-dev",
    "0",
    "0.0.399",
    "0.27.0",
    "0.60.9",
    "0.61.0-nightly.20260801.a1b2c3",
    "0.61.0-preview",
    "0.61.0-preview.0",
    "0.61.0-preview.2",
    "0.61.0-preview.10",
    "0.61.0",
    "0.61.1-1",
    "0.61.1",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.1",
    "1.0.9",
    "1.0.10",
    "1.10",
    "2.1.50",
    "2.1.329",
    "2026.1.28-fd13201",
    "2026.01.29-a",
    "9" * 5000,
)
SAME = (
    ("2.1", "2.1.0"),
    ("v2.1.0", "2.1.0"),
    ("rust-v0.166.0-alpha.3", "0.166.0-alpha.3"),
    ("2.1.50 (Claude Code)", "2.1.50"),
    ("1.0.0+build.7", "1.0.0"),
    ("01.002", "1.2"),
    ("0", "0.0.0"),
)


@pytest.mark.parametrize("judge", [at_least, adapters_at_least])
def test_versions_have_one_order(judge: object) -> None:
    assert callable(judge)
    pairs = list(product(enumerate(ORDER), repeat=2))
    wrong = [(one, two) for (i, one), (j, two) in pairs if judge(one, two) is not (i >= j)]
    assert wrong == []


@pytest.mark.parametrize("judge", [at_least, adapters_at_least])
@pytest.mark.parametrize(("one", "two"), SAME)
def test_spellings_of_one_version_are_the_same(judge: object, one: str, two: str) -> None:
    assert callable(judge)
    assert judge(one, two) is True
    assert judge(two, one) is True


def test_keys_are_equal_exactly_for_the_same_version() -> None:
    assert len({version_key(version) for version in ORDER}) == len(ORDER)
    assert all(version_key(one) == version_key(two) for one, two in SAME)


def test_what_is_known_since_a_release_is_not_known_of_its_previews() -> None:
    assert not within("0.61.0-preview.1", since="0.61.0")
    assert within("0.61.0-preview.1", since="0.60.0", before="0.61.0")
    assert within("1.0", since="", before="")


def test_versions_are_listed_oldest_first() -> None:
    assert in_order(reversed(ORDER)) == list(ORDER)
    assert newest_of(["1.0.9", "1.0.10", "1.0.10-rc.1"]) == "1.0.10"
    assert newest_of({"2.1", "2.1.0"}) == "2.1.0"


@pytest.mark.parametrize(
    ("text", "found"),
    [("1.0", "1.0"), ("v1.0.0", "1.0"), ("2.0.0-beta.1", "2.0.0-beta.1"), ("2.0", None), ("", None), ("newest", None)],
)
def test_a_version_is_found_however_it_is_written(text: str, found: str | None) -> None:
    assert as_listed(["1.0", "2.0.0-beta.1"], text) == found
