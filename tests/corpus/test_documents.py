"""Documents of the corpus are parsed and validated once, and never kept where they would be wrong."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from hookconform.corpus import documents, schemas
from hookconform.corpus.documents import load_document, parse_document
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a corpus that has schemas and a vocabulary only, and keep in a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "corpus"
    shutil.copytree(corpus_root() / "schema", root / "schema")
    shutil.copy(corpus_root() / "vocabulary.yaml", root)
    shutil.copy(corpus_root() / "answers.yaml", root)
    return root


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return the files that are parsed from now on."""
    found: list[Path] = []
    parse = documents.parse_yaml

    def counted(text: str, *, where: str) -> Any:
        found.append(Path(where))
        return parse(text, where=where)

    monkeypatch.setattr(documents, "parse_yaml", counted)
    return found


def test_second_reading_neither_parses_nor_validates(
    corpus: Path, parsed: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = corpus / "answers.yaml"
    first = load_document(path, "answers", corpus)
    monkeypatch.setattr(schemas, "check", lambda *_, **__: pytest.fail("validated twice"))
    assert load_document(path, "answers", corpus) == first
    assert parsed == [path]


def test_invalid_document_is_refused_each_time(corpus: Path) -> None:
    path = corpus / "answers.yaml"
    path.write_text("answers: 1\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(HookconformError) as raised:
            load_document(path, "answers", corpus)
        assert (raised.value.code, raised.value.where) == ("schema.answers", str(path))


def test_document_valid_by_one_schema_is_refused_by_another(corpus: Path) -> None:
    path = corpus / "answers.yaml"
    load_document(path, "answers", corpus)
    with pytest.raises(HookconformError):
        load_document(path, "vocabulary", corpus)


def test_document_is_validated_anew_by_a_stricter_schema(corpus: Path) -> None:
    load_document(corpus / "answers.yaml", "answers", corpus)
    stricter = corpus.parent / "stricter"
    shutil.copytree(corpus, stricter)
    schema = stricter / "schema" / "answers.schema.json"
    schema.write_text('{"$schema": "https://json-schema.org/draft/2020-12/schema", "not": {}}', encoding="utf-8")
    with pytest.raises(HookconformError):
        load_document(stricter / "answers.yaml", "answers", stricter)


def test_changed_text_is_parsed_anew(corpus: Path, parsed: list[Path]) -> None:
    path = corpus / "some.yaml"
    for text in ("a: 1\n", "a: 2\n", "a: 1\n"):
        path.write_text(text, encoding="utf-8")
        assert parse_document(path) == {"a": int(text[3])}
    assert len(parsed) == 2


def test_damaged_file_of_the_cache_is_not_read(corpus: Path, parsed: list[Path]) -> None:
    path = corpus / "some.yaml"
    path.write_text("a: 1\n", encoding="utf-8")
    parse_document(path)
    (kept,) = (corpus.parent / "cache" / "hookconform" / "documents").iterdir()
    kept.write_bytes(kept.read_bytes().replace(b"1}", b"2}"))
    assert parse_document(path) == {"a": 1}
    assert len(parsed) == 2


@pytest.mark.parametrize("text", ["1: a\n", "? null\n: a\n", "true: a\n", "[[1]]\n", "a: '\\ud800'\n"])
def test_kept_document_equals_the_parsed_one(corpus: Path, text: str) -> None:
    path = corpus / "some.yaml"
    path.write_text(text, encoding="utf-8")
    first = parse_document(path)
    again = parse_document(path)
    assert (again, [type(key) for key in again]) == (first, [type(key) for key in first])


def test_documents_are_read_where_nothing_can_be_kept(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (corpus.parent / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(corpus.parent / "file"))
    assert load_document(corpus / "answers.yaml", "answers", corpus) == parse_document(corpus / "answers.yaml")


def test_unreadable_document_is_refused_with_its_place(corpus: Path) -> None:
    with pytest.raises(HookconformError) as raised:
        load_document(corpus / "missing.yaml", "answers", corpus)
    assert raised.value.code == "file.unreadable"


def test_schemas_are_obeyed_without_the_fast_validator(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> Any:
        raise ImportError

    monkeypatch.setattr(schemas, "_fast_validator", missing)
    load_document(corpus / "answers.yaml", "answers", corpus)
    (corpus / "answers.yaml").write_text("answers: 1\n", encoding="utf-8")
    with pytest.raises(HookconformError):
        load_document(corpus / "answers.yaml", "answers", corpus)
