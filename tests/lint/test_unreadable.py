"""A file that cannot be read is a finding of the rule that reads it, never a crash: others would be missed with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.miniature import PLATFORM, build

from hookconform.lint import lint
from hookconform.lint.reading import Corpus

# Deeper than any parser follows.
DEEP = b"[" * 200_000
DECLARED = (
    '{"$schema": "../../../schema/declared.schema.json", "platform": "gemini-cli", "version": "1.0.0",'
    ' "recorded": "2026-01-01", "tools": {"nap": {"declared_in": ["a"], "parameters": [{"properties": {}}]}}}'
)


PLACES = {
    "captured/1.0.0/broken.json": ("case-schema", f"{PLATFORM}/captured/1.0.0/broken"),
    "calls/1.0.0.jsonl": ("model-calls", f"platforms/{PLATFORM}/calls/1.0.0.jsonl"),
}
CASE, CALLS = PLACES


@pytest.mark.parametrize(
    ("name", "content"),
    [(CASE, DEEP), (CASE, b"{"), (CASE, b'"\xff"'), (CALLS, DEEP), (CALLS, b"{")],
    ids=["deep case", "cut-off case", "case without UTF-8", "deep call", "cut-off call"],
)
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
    assert (found.rule, found.where, found.code) == (*PLACES[name], "")
    assert "not JSON: " in found.message
