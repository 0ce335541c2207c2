"""Parts of a corpus in which nothing was found are not looked through again; whatever changed is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support.miniature import PLATFORM, build

from hookconform.corpus import schemas
from hookconform.ground import file_digests
from hookconform_lab.lint import claim_and_case, clean, lint, no_host_data, stored_changes
from hookconform_lab.lint.clean import Clean, mark_of
from hookconform_lab.lint.reading import Corpus, Finding

pytestmark = pytest.mark.whole

VIOLATIONS = sorted((Path(__file__).with_name("violations")).glob("*.yaml"))


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(clean, "user_cache", lambda: tmp_path / "cache")
    monkeypatch.setattr(file_digests, "_STARTED", float("inf"))
    return tmp_path / "cache" / "clean"


def found(root: Path, monkeypatch: pytest.MonkeyPatch) -> list[Finding]:
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    return list(lint(Corpus(root)))


@pytest.mark.parametrize("violation", VIOLATIONS, ids=lambda path: path.stem)
def test_a_violation_is_found_again_and_after_the_good_corpus(
    violation: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(tmp_path / "bad" / "corpus", violation)
    with monkeypatch.context() as patch:
        patch.setattr(Clean, "is_new", lambda *_: True)
        patch.setattr(Clean, "keep", lambda _: None)
        alone = found(tmp_path / "bad" / "corpus", monkeypatch)
    build(tmp_path / "good" / "corpus")
    assert found(tmp_path / "good" / "corpus", monkeypatch) == []
    assert alone
    assert found(tmp_path / "bad" / "corpus", monkeypatch) == alone
    assert found(tmp_path / "bad" / "corpus", monkeypatch) == alone


def never(*_: object, **__: object) -> Any:
    pytest.fail("a clean part was looked through again")


def test_what_was_clean_is_not_looked_through_again(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(tmp_path / "corpus")
    assert found(tmp_path / "corpus", monkeypatch) == []
    # It has no requirements.
    rules = {"case-schema", "claim-and-case", "no-host-data", "stored-changes"}
    assert {path.name.rpartition("-")[0] for path in cache.iterdir()} == rules
    monkeypatch.setattr(claim_and_case, "draft", never)
    monkeypatch.setattr(no_host_data, "kinds_in", never)
    monkeypatch.setattr(stored_changes, "shortest", never)
    judge = schemas.problems

    def problems(value: object, name: str, root: Path | None = None) -> list[str]:
        return never() if name == "case" else judge(value, name, root)

    monkeypatch.setattr(schemas, "problems", problems)
    assert found(tmp_path / "corpus", monkeypatch) == []


def test_other_claims_are_looked_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tmp_path / "corpus")
    found(tmp_path / "corpus", monkeypatch)
    claims = tmp_path / "corpus" / "platforms" / PLATFORM / "platform.yaml"
    claims.write_text(claims.read_text(encoding="utf-8") + "\n# Another comment.\n", encoding="utf-8")
    drafted: list[str] = []
    draft = claim_and_case.draft
    monkeypatch.setattr(
        claim_and_case, "draft", lambda platform, *more: drafted.append(platform.id) or draft(platform, *more)
    )
    assert found(tmp_path / "corpus", monkeypatch) == []
    assert set(drafted) == {PLATFORM}


def test_another_content_of_a_version_s_file_is_looked_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tmp_path / "corpus")
    assert found(tmp_path / "corpus", monkeypatch) == []
    looked: list[Path] = []
    shortest = stored_changes.shortest
    monkeypatch.setattr(
        stored_changes, "shortest", lambda kind, path, whole: looked.append(path) or shortest(kind, path, whole)
    )
    assert found(tmp_path / "corpus", monkeypatch) == []
    assert looked == []
    path = tmp_path / "corpus" / "platforms" / PLATFORM / "responses" / "1.0.0.json"
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    found(tmp_path / "corpus", monkeypatch)
    assert looked == [path]


@pytest.mark.parametrize("damage", [b"", b"\0" * 100])
def test_a_damaged_file_is_as_if_it_were_not_there(tmp_path: Path, cache: Path, damage: bytes) -> None:
    known = Clean("rule")
    known.add(mark_of("a"))
    known.keep()
    (path,) = cache.iterdir()
    assert not Clean("rule").is_new(mark_of("a"))
    path.write_bytes(damage)
    assert Clean("rule").is_new(mark_of("a"))


def test_marks_stay_beside_those_of_another_corpus(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        known = Clean("rule")
        known.add(mark_of(str(number)))
        known.keep()
    assert [Clean("rule").is_new(mark_of(str(number))) for number in range(4)] == [False, False, False, True]
    monkeypatch.setattr(clean, "_MOST", 3)
    known = Clean("rule")
    assert not known.is_new(mark_of("1"))
    known.add(mark_of("new"))
    known.keep()
    assert [Clean("rule").is_new(mark_of(word)) for word in ("0", "1", "new")] == [True, False, False]


def test_parts_that_are_divided_otherwise_have_another_mark() -> None:
    divided = [("ab", "c"), ("a", "bc"), ("abc",), ("abc", ""), ("abc", "", "")]
    assert len({mark_of(*parts) for parts in divided}) == len(divided)
    assert mark_of("\ud800") != mark_of("\ud801")
