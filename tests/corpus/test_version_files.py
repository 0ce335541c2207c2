"""A version's file may say only what changed, and every reader gets the whole document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hookconform.corpus import version_files
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.schemas import load_schema, problems
from hookconform.corpus.version_files import (
    CHANGES_OF,
    KINDS,
    Record,
    document_text,
    filed_versions,
    raw_document,
    read_document,
    shortest,
    store_changes,
    write_document,
)
from hookconform.ground.errors import HookconformError
from hookconform_lab.intake.filing import filing_of

FOLDERS = sorted(folder for folder in (corpus_root() / "platforms").glob("*/*") if folder.name in KINDS)


def responses(version: str, **tools: str) -> dict[str, Any]:
    rows = [
        {"id": f"Event/{name}", "effect": {"tool": tool}, "measured": {"date": "d"}} for name, tool in tools.items()
    ]
    return {"$schema": "../../../schema/responses.schema.json", "version": version, "rows": rows}


OLD = responses("1.0.0", a="ran", b="ran", c="ran", d="ran", e="ran")
MIDDLE = responses("1.5.0", a="stopped", b="ran", c="ran", d="ran", e="ran")
NEW = responses("2.0.0", a="stopped", b="ran", c="ran", d="ran", e="stopped")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "platforms" / "p" / "responses"


def write(folder: Path, document: dict[str, Any]) -> Path:
    path = folder / f"{document['version']}.json"
    write_document("responses", path, document)
    return path


@pytest.mark.parametrize("order", [(OLD, MIDDLE, NEW), (NEW, MIDDLE, OLD), (OLD, NEW, MIDDLE), (NEW, OLD, MIDDLE)])
def test_versions_may_be_filed_in_any_order(folder: Path, order: tuple[dict[str, Any], ...]) -> None:
    for document in order:
        write(folder, document)
    paths = [folder / f"{version}.json" for version in filed_versions(folder)]
    assert [read_document("responses", path) for path in paths] == [OLD, MIDDLE, NEW]
    assert [raw_document("responses", path).get(CHANGES_OF) for path in paths] == [None, "1.0.0", "1.5.0"]
    assert json.loads(paths[2].read_text())["rows"] == [{"id": "Event/e", "effect": {"tool": "stopped"}}]


def test_a_version_measured_again_leaves_the_next_as_it_was(folder: Path) -> None:
    for document in (OLD, MIDDLE, NEW):
        write(folder, document)
    again = responses("1.5.0", a="ran", b="stopped", c="ran", d="ran", e="ran")
    write(folder, again)
    assert read_document("responses", folder / "1.5.0.json") == again
    assert read_document("responses", folder / "2.0.0.json") == NEW


@pytest.mark.parametrize("writes", [0, 1, 2])
def test_a_writer_that_is_stopped_changes_no_other_version(
    folder: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    for document in (OLD, MIDDLE, NEW):
        write(folder, document)
    left = iter(range(writes))
    real = version_files.write_text

    def stopping(path: Path, text: str) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt
        real(path, text)

    monkeypatch.setattr(version_files, "write_text", stopping)
    with pytest.raises(KeyboardInterrupt):
        write(folder, responses("1.5.0", a="ran", b="stopped", c="ran", d="ran", e="ran"))
    assert read_document("responses", folder / "2.0.0.json") == NEW
    assert read_document("responses", folder / "1.0.0.json") == OLD


def test_a_document_that_is_all_new_is_stored_whole(folder: Path) -> None:
    write(folder, OLD)
    path = write(folder, responses("2.0.0", x="ran", y="ran"))
    assert CHANGES_OF not in raw_document("responses", path)


def test_a_file_outside_of_a_corpus_is_whole(tmp_path: Path) -> None:
    for document in (OLD, MIDDLE):
        write(tmp_path / "responses", document)
    assert json.loads((tmp_path / "responses" / "1.5.0.json").read_text()) == MIDDLE


def test_calls_that_repeat_the_version_before_are_no_change(tmp_path: Path) -> None:
    folder = tmp_path / "platforms" / "p" / "calls"
    document = {"calls": [{"tool": f"t{number}", "model": "m", "outcome": "ok"} for number in range(5)]}
    for version in ("1.0.0", "2.0.0"):
        write_document("calls", folder / f"{version}.jsonl", document)
    newer = folder / "2.0.0.jsonl"
    assert len(newer.read_text().splitlines()) == 1
    assert read_document("calls", newer) == document
    assert raw_document("calls", newer) == shortest("calls", newer, document)


def test_a_file_that_changes_is_read_anew(folder: Path) -> None:
    write(folder, OLD)
    path = write(folder, MIDDLE)
    assert read_document("responses", path) is read_document("responses", path)
    write(folder, responses("1.0.0", a="ran", b="ran", c="ran", d="ran", e="ran", f="ran"))
    assert read_document("responses", path) == MIDDLE
    write(folder, responses("1.5.0", a="ran"))
    assert read_document("responses", path) == responses("1.5.0", a="ran")


@pytest.mark.parametrize(
    ("content", "code", "why"),
    [
        ('{"changes_of": "0.9.0"}', "changes.damaged", "there is no 0.9.0.json"),
        ('{"changes_of": "2.0.0"}', "changes.damaged", "2.0.0 is not older than 2.0.0"),
        ('{"changes_of": "3.0.0"}', "changes.damaged", "3.0.0 is not older than 2.0.0"),
        ('{"changes_of": "../1.0.0"}', "changes.damaged", "changes_of is no version"),
        ('{"changes_of": 1}', "changes.damaged", "changes_of is no version"),
        ('{"changes_of": "1.0.0", "gone": ["rows/Event/x"]}', "changes.damaged", "rows/Event/x is said to be gone"),
        ('{"changes_of": "1.0.0", "gone": 1}', "changes.damaged", "not iterable"),
        ('{"changes_of": "1.0.0", "rows": {}}', "changes.damaged", "no list of rows"),
        ('{"changes_of": "1.0.0", "rows": [1]}', "changes.damaged", "a row has no id"),
        ('{"changes_of": "1.0.0", "usual": 1}', "changes.damaged", "int"),
        ("[]", "responses.unreadable", "it is no object"),
        ("{", "responses.unreadable", "JSONDecodeError"),
        ("[" * 200_000, "responses.unreadable", "RecursionError"),
    ],
)
def test_damaged_changes_are_an_error_that_names_the_file(folder: Path, content: str, code: str, why: str) -> None:
    write(folder, OLD)
    path = folder / "2.0.0.json"
    path.write_text(content)
    with pytest.raises(HookconformError, match=why) as caught:
        read_document("responses", path)
    assert (caught.value.code, caught.value.where) == (code, str(path))


def test_nothing_is_written_beside_a_file_that_cannot_be_read(folder: Path) -> None:
    write(folder, OLD)
    (folder / "2.0.0.json").write_text('{"changes_of": "0.9.0"}')
    with pytest.raises(HookconformError) as caught:
        write(folder, MIDDLE)
    assert caught.value.where == str(folder / "2.0.0.json")
    assert not (folder / "1.5.0.json").exists()


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_read_as_it_is_written(tmp_path: Path, kind: str) -> None:
    """Of each kind a recorded document, and one that lacks its last row and has another head."""
    source = next(folder for folder in FOLDERS if folder.name == kind)
    version = filed_versions(source)[-1]
    whole = read_document(kind, source / f"{version}{KINDS[kind].suffix}")
    field = next(iter(KINDS[kind].record.rows))
    rows = whole[field]
    fewer = dict(list(rows.items())[:-1]) if isinstance(rows, dict) else rows[:-1]
    earlier = {**whole, field: fewer or rows}
    folder = tmp_path / "platforms" / source.parent.name / kind
    for name, document in (("1.0.0", earlier), ("2.0.0", whole)):
        write_document(kind, folder / f"{name}{KINDS[kind].suffix}", document)
    assert json.dumps(read_document(kind, folder / f"1.0.0{KINDS[kind].suffix}")) == json.dumps(earlier)
    assert json.dumps(read_document(kind, folder / f"2.0.0{KINDS[kind].suffix}")) == json.dumps(whole)
    later = raw_document(kind, folder / f"2.0.0{KINDS[kind].suffix}")
    assert later[CHANGES_OF] == "1.0.0"
    # The lines of a file of calls are not in its head.
    assert problems({name: value for name, value in later.items() if name != "calls"}, "changes") == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_a_folder_of_the_corpus_is_stored_as_it_would_be_written(folder: Path) -> None:
    kind = folder.name
    for version in filed_versions(folder):
        path = folder / f"{version}{KINDS[kind].suffix}"
        assert path.read_text(encoding="utf-8") == document_text(kind, shortest(kind, path, read_document(kind, path)))


def test_storing_again_rewrites_nothing(folder: Path) -> None:
    for document in (OLD, MIDDLE, NEW):
        write(folder, document)
    assert store_changes(folder) == []
    (folder / "1.5.0.json").write_text(json.dumps(MIDDLE))
    assert store_changes(folder) == [folder / "1.5.0.json"]


def fields(schema: dict[str, Any], place: str) -> tuple[str, ...]:
    for part in place.split("/"):
        schema = schema[part]
    return tuple(schema["properties"])


@pytest.mark.parametrize(
    ("kind", "place"),
    [
        ("declared", "properties/tools/additionalProperties"),
        ("responses", "$defs/row"),
        ("paths", "properties/tools/items"),
        ("semantics", "properties/runs/items"),
    ],
)
def test_fields_are_those_of_the_schema(kind: str, place: str) -> None:
    record: Record = next(iter(KINDS[kind].record.rows.values())).record
    assert sorted(record.fields) == sorted(fields(load_schema(kind), place))


def recording(folder: Path, name: str, text: str) -> Path:
    path = folder / "gemini-cli" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("1.0.0.declared.json", "{}", "schema.declared"),
        ("1.0.0.declared.json", "{", "declared.unreadable"),
        ("1.0.0.calls.jsonl", "{}\n", "schema.model-call"),
        ("1.0.0.calls.jsonl", '{"changes_of": "1.0.0"}\n', "calls.unreadable"),
        ("one.calls.jsonl", "", "name.unsafe"),
    ],
)
def test_a_recording_that_is_no_document_is_refused(tmp_path: Path, name: str, text: str, code: str) -> None:
    with pytest.raises(HookconformError) as caught:
        filing_of(recording(tmp_path, name, text), corpus_root())
    assert caught.value.code == code


def test_a_recording_is_filed_where_its_version_belongs(tmp_path: Path) -> None:
    line = '{"model": "m", "family": "any", "tool": "t", "arguments": {}, "outcome": "ok", "scenario": "s"}\n'
    filing = filing_of(recording(tmp_path, "99.0.0.calls.jsonl", line), corpus_root())
    assert filing is not None
    assert filing.path == corpus_root() / "platforms" / "gemini-cli" / "calls" / "99.0.0.jsonl"
    assert filing.document == {"calls": [json.loads(line)]}
    assert filing_of(recording(tmp_path, "99.0.0.jsonl", ""), corpus_root()) is None


def test_a_recording_that_would_replace_more_than_it_has_is_refused(tmp_path: Path) -> None:
    version = filed_versions(corpus_root() / "platforms" / "gemini-cli" / "declared")[-1]
    whole = read_document("declared", corpus_root() / "platforms" / "gemini-cli" / "declared" / f"{version}.json")
    path = recording(tmp_path, f"{version}.declared.json", json.dumps(whole | {"platform": "gemini-cli"}))
    filing = filing_of(path, corpus_root())
    assert filing is not None
    filing.refuse_loss()
    gone, *left = whole["tools"]
    partial = filing._replace(document=filing.document | {"tools": {name: whole["tools"][name] for name in left}})
    with pytest.raises(HookconformError) as caught:
        partial.refuse_loss()
    assert caught.value.code == "import.partial"
    assert gone in caught.value.what
    line = '{"model": "m", "family": "any", "tool": "t", "arguments": {}, "outcome": "ok", "scenario": "another"}\n'
    calls = filing_of(recording(tmp_path, f"{version}.calls.jsonl", line), corpus_root())
    assert calls is not None
    with pytest.raises(HookconformError) as caught:
        calls.refuse_loss()
    assert "the calls of the scenarios" in caught.value.what
