"""A file that cannot be read is a finding of the rule that reads it, never a crash: others would be missed with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.miniature import PLATFORM, build

from hookconform_lab.lint import lint, responses
from hookconform_lab.lint.reading import Corpus

# Deeper than any parser follows.
DEEP = b"[" * 200_000
DECLARED = (
    '{"$schema": "../../../schema/declared.schema.json", "platform": "gemini-cli", "version": "1.0.0",'
    ' "recorded": "2026-01-01", "tools": {"nap": {"declared_in": ["a"], "parameters": [{"properties": {}}]}}}'
)


PLACES = {
    "contributed/1.0.0-broken.json": ("case-schema", f"platforms/{PLATFORM}/contributed/1.0.0-broken.json"),
    "cases/broken.json": ("case-schema", f"platforms/{PLATFORM}/cases/broken.json"),
    "captured/1.1.0.jsonl": ("case-schema", f"platforms/{PLATFORM}/captured/1.1.0.jsonl"),
    "versions/1.1.0.json": ("case-schema", f"platforms/{PLATFORM}/versions/1.1.0.json"),
    "calls/1.0.0.jsonl": ("model-calls", f"platforms/{PLATFORM}/calls/1.0.0.jsonl"),
}


@pytest.mark.parametrize("content", [DEEP, b"{", b'"\xff"'], ids=["deep", "cut off", "no UTF-8"])
@pytest.mark.parametrize("name", PLACES)
def test_a_file_that_is_no_json_is_a_finding(
    name: str, content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "corpus"
    build(root)
    folder = root / "platforms" / PLATFORM
    (folder / "declared").mkdir()
    (folder / "declared" / "1.0.0.json").write_text(DECLARED, encoding="utf-8")
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_bytes(content)
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    [found] = lint(Corpus(root))
    rule, where = PLACES[name]
    assert (found.rule, found.where.removesuffix(", line 1"), found.code) == (rule, where, "")
    assert re.search("Error: |not JSON: |cannot be read: ", found.message)


@pytest.mark.parametrize(
    ("rule", "name", "content"),
    [
        ("model-calls", "calls/{}.jsonl", b'"\xff"'),
        ("facades", "{}/facade.yaml", b"a: [1\n"),
        ("facades", "{}/facade.yaml", b"a: \xff\n"),
        ("facades", "{}/facade.yaml", b"a: 1\na: 2\n"),
    ],
    ids=["calls without UTF-8", "cut-off facades", "facades without UTF-8", "a key of facades that is there twice"],
)
def test_what_cannot_be_read_hides_no_other_file(
    rule: str, name: str, content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "corpus"
    build(root)
    folder = root / "platforms" / PLATFORM
    (folder / "declared").mkdir()
    where: list[str] = []
    for place in ("1.0.0", "2.0.0"):
        (folder / "declared" / f"{place}.json").write_text(DECLARED.replace("1.0.0", place), encoding="utf-8")
        path = (root / "platforms" if name.startswith("{}") else folder) / name.format(place)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        where.append(path.relative_to(root).as_posix())
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    found = [finding for finding in lint(Corpus(root)) if finding.rule == rule]
    assert [finding.where for finding in found] == where
    assert not any(finding.code for finding in found)


def test_a_file_among_measured_answers_that_is_none_is_a_finding(tmp_path: Path) -> None:
    root = tmp_path / "corpus"
    build(root)
    folder = root / "platforms" / PLATFORM / "responses"
    folder.mkdir(exist_ok=True)
    before = list(responses.check(Corpus(root)))
    (folder / "1.0.0.jsn").write_text("{}", encoding="utf-8")
    (folder / "1.0.0").mkdir()
    after = [finding for finding in responses.check(Corpus(root)) if finding not in before]
    assert [Path(where).name for where, _ in after] == ["1.0.0", "1.0.0.jsn"]


def test_a_release_that_cannot_be_read_is_a_finding(tmp_path: Path) -> None:
    root = tmp_path / "corpus"
    build(root)
    (root / "released-payloads.json").write_text("{}", encoding="utf-8")
    (root / "released.json").write_text('{"release": 1}', encoding="utf-8")
    [found] = lint(Corpus(root), only=["released-ids"])
    assert (found.code, Path(found.where).name) == ("corpus.released", "released.json")
