"""Manifests are read as they were written, whatever the version before had; what does not fit is refused."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hookconform.corpus.claims import platform_ids
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.manifests import Manifest, Recorded, load_manifests, manifest_path, write_manifests
from hookconform.ground.errors import HookconformError

NAMES = tuple(f"before-tool-{number}" for number in range(6))
HASHES = st.integers(0, 30).map(lambda number: hashlib.sha256(bytes([number])).hexdigest())
RECORDED = st.builds(
    Recorded,
    HASHES,
    st.sampled_from(["1.0.0", "2.0.0"]),
    st.sampled_from(NAMES),
    st.sampled_from(["", "live"]),
    st.sampled_from(["", "2026-11-20"]),
)
ENVELOPES = st.dictionaries(st.sampled_from(["PreToolUse", "Stop"]), st.just((("cwd",),)) | st.just((("cwd", "id"),)))
VERSIONS = ("1.0.0", "1.2.0", "1.10.0", "2.0.0")
MANIFESTS = st.tuples(
    *(
        st.builds(
            Manifest,
            st.just(version),
            st.just("scripted-model"),
            st.just("2026-11-21"),
            st.dictionaries(st.sampled_from(NAMES), RECORDED, min_size=1),
            ENVELOPES,
        )
        for version in VERSIONS
    )
)


@pytest.mark.whole
@given(MANIFESTS)
def test_what_was_written_is_read(manifests: tuple[Manifest, ...]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write_manifests(Path(folder), manifests)
        assert load_manifests(Path(folder)) == {manifest.version: manifest for manifest in manifests}


@pytest.fixture
def two(tmp_path: Path) -> list[Manifest]:
    """Return two manifests in a folder: the second lacks a payload, has a new one, and one shown by another case."""
    payloads = {name: Recorded(digest(name), "1.0.0", name) for name in NAMES}
    later = {name: one._replace(sha256=digest(f"{name} again")) for name, one in payloads.items()}
    del later[NAMES[0]]
    later[NAMES[5]] = later[NAMES[5]]._replace(name=NAMES[4])
    later["new"] = Recorded(digest("new"), "2.0.0", "new")
    found = [Manifest(version, "live", "2026-11-21", one) for version, one in (("1.0.0", payloads), ("2.0.0", later))]
    write_manifests(tmp_path, found)
    return found


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_only_what_is_new_is_listed_with_its_name(two: list[Manifest], tmp_path: Path) -> None:
    written = json.loads(manifest_path(tmp_path, "2.0.0").read_text())
    assert written["again"]["version"] == "1.0.0"
    assert written["again"]["without"] == [NAMES[0], NAMES[5]]
    listed = {name for names in written["payloads"].values() for name in names}
    assert listed == {NAMES[5], "new"}
    assert load_manifests(tmp_path)["2.0.0"] == two[1]


@pytest.mark.parametrize(("same", "repeats"), [(3, False), (4, True)])
def test_a_version_repeats_the_one_before_if_most_names_are_the_same(same: int, repeats: bool, tmp_path: Path) -> None:
    before = {name: Recorded(digest(name), "1.0.0", name) for name in NAMES}
    later = {name: one._replace(version="2.0.0") for name, one in before.items()}
    later |= {name: before[name] for name in NAMES[:same]}
    found = [Manifest(version, "live", "2026-11-21", one) for version, one in (("1.0.0", before), ("2.0.0", later))]
    write_manifests(tmp_path, found)
    written = json.loads(manifest_path(tmp_path, "2.0.0").read_text())
    assert ("again" in written) is repeats
    assert sum(map(len, written["payloads"].values())) == len(NAMES) - same * repeats


WRONG: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "another version": (lambda again: again.update(version="1.5.0"), "repeats payloads of 1.5.0"),
    "one hash less": (
        lambda again: again.update(sha256=again["sha256"][40:]),
        "4 payloads are repeated, with 3 hashes",
    ),
    # 40 characters are one hash.
    "one hash more": (
        lambda again: again.update(sha256=again["sha256"] + again["sha256"][:40]),
        "4 payloads are repeated, with 5 hashes",
    ),
    "half a hash": (lambda again: again.update(sha256=again["sha256"][20:]), "with 3.5 hashes"),
    "no base 85": (lambda again: again.update(sha256='"' * 160), "bad base85"),
    "without an unknown name": (lambda again: again["without"].append("none"), "no payload 'none'"),
    "nothing said of what is left out": (lambda again: again.pop("without"), "without"),
    "a name twice": (lambda again: again.update(without=[NAMES[0]]), "5 payloads are repeated, with 4 hashes"),
}


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize("wrong", WRONG)
def test_what_does_not_fit_the_version_before_is_refused(tmp_path: Path, wrong: str) -> None:
    change, said = WRONG[wrong]
    path = manifest_path(tmp_path, "2.0.0")
    written = json.loads(path.read_text())
    change(written["again"])
    path.write_text(json.dumps(written))
    with pytest.raises(HookconformError, match=said) as caught:
        load_manifests(tmp_path)
    assert (caught.value.code, caught.value.where) == ("manifest.unreadable", str(path))


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize("content", [None, "{"])
def test_nothing_is_repeated_of_a_version_that_cannot_be_read(tmp_path: Path, content: str | None) -> None:
    first = manifest_path(tmp_path, "1.0.0")
    if content is None:
        first.unlink()
    else:
        first.write_text(content)
    problems: list[str] = []
    assert load_manifests(tmp_path, lambda error: problems.append(str(error.where))) == {}
    assert problems[-1] == str(manifest_path(tmp_path, "2.0.0"))


def test_a_version_between_takes_over_what_the_next_one_repeats(two: list[Manifest], tmp_path: Path) -> None:
    between = Manifest("1.5.0", "live", "2026-11-21", {"other": Recorded(digest("other"), "1.5.0", "other")})
    write_manifests(tmp_path, [*two, between])
    assert load_manifests(tmp_path) == {one.version: one for one in (two[0], between, two[1])}


@pytest.mark.parametrize(
    "platform", [one for one in platform_ids() if load_manifests(corpus_root() / "platforms" / one)]
)
def test_a_version_without_news_takes_less_than_twenty_kilobytes(platform: str, tmp_path: Path) -> None:
    manifests = list(load_manifests(corpus_root() / "platforms" / platform).values())
    newest = manifests[-1]
    payloads = {name: one._replace(sha256=digest(one.sha256)) for name, one in newest.payloads.items()}
    write_manifests(tmp_path, [*manifests, newest._replace(version="999.0.0", payloads=payloads)])
    path = manifest_path(tmp_path, "999.0.0")
    assert path.stat().st_size < 20_000
    assert load_manifests(tmp_path)["999.0.0"].payloads == payloads
