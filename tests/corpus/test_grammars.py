"""Our own grammars read what models really sent to programs that took it, and nothing that is no such text."""

from __future__ import annotations

from pathlib import Path

import lark
import pytest

from hookconform.corpus.grammars import known_grammars
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.model_calls import ModelCall, read_calls
from hookconform.corpus.version_files import read_document
from hookconform.ground.errors import HookconformError

pytestmark = pytest.mark.whole

FOLDER = corpus_root() / "grammars"
CALLS = [
    item
    for path in sorted((corpus_root() / "platforms").glob("*/calls/*.jsonl"))
    for item in read_calls(path.parts[-3], path.stem)
    if item.text is not None and item.outcome == "ok"
]
PATCH = "*** Begin Patch\n*** Update File: f.txt\n@@ def f():\n one\n-two\n+\n*** End of File\n*** End Patch\n"


def reads(grammar: str, text: str) -> bool:
    try:
        lark.Lark((FOLDER / grammar).read_text(encoding="utf-8")).parse(text)
    except lark.exceptions.LarkError:
        return False
    return True


def _grammar_of(call: ModelCall) -> str:
    for path in sorted((corpus_root() / "platforms").glob("*/declared/*.json")):
        tool = read_document("declared", path)["tools"].get(call.tool, {})
        for text in tool.get("free_text", ()):
            if call.model in text["models"]:
                return known_grammars()[text["sha256"]].name
    raise AssertionError(call)


def test_every_grammar_is_listed_and_every_listed_one_is_there() -> None:
    assert {path.name for path in known_grammars().values()} == {path.name for path in FOLDER.glob("*.lark")}


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call.model}-{call.tool}")
def test_a_text_that_a_program_took_is_read(call: ModelCall) -> None:
    assert reads(_grammar_of(call), call.text or "")


def test_there_are_texts_to_read() -> None:
    assert {item.tool for item in CALLS} >= {"apply_patch", "functions.exec"}


@pytest.mark.parametrize(
    "text",
    [
        PATCH,
        PATCH.removesuffix("\n"),
        "*** Begin Patch\n*** Add File: a b.txt\n+\n+one\n*** Delete File: c\n*** End Patch\n",
        "*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** End Patch\n",
        "*** Begin Patch\n*** Update File: a\n-one\n+two\n@@\n@@ x\n y\n*** End Patch\n",
    ],
)
def test_a_patch_is_read(text: str) -> None:
    assert reads("apply-patch.lark", text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "*** Begin Patch\n*** End Patch\n",
        PATCH.removeprefix("*** Begin Patch\n"),
        PATCH.removesuffix("*** End Patch\n"),
        PATCH.replace(" one", "one"),
        PATCH.replace("@@ def", "@@def"),
        PATCH.replace("*** Update File: f.txt", "*** Update File: "),
        PATCH + "more\n",
        "*** Begin Patch\n*** Add File: a\n*** End Patch\n",
        "*** Begin Patch\n*** Add File: a\none\n*** End Patch\n",
    ],
)
def test_what_is_no_patch_is_not_read(text: str) -> None:
    assert not reads("apply-patch.lark", text)


@pytest.mark.parametrize(
    ("text", "is_one"), [("1", True), ("// @exec: {}\n1", True), ("// @exec: {}", True), ("", False)]
)
def test_a_script_is_any_text(text: str, is_one: bool) -> None:
    assert reads("exec-script.lark", text) == is_one


def test_an_index_that_breaks_its_schema_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "grammars").mkdir()
    (tmp_path / "grammars" / "index.yaml").write_text("- {grammar: a.lark}\n")
    (tmp_path / "schema").symlink_to(corpus_root() / "schema")
    with pytest.raises(HookconformError) as caught:
        known_grammars(tmp_path)
    assert caught.value.code == "schema.grammars"
    assert known_grammars(tmp_path / "nowhere") == {}
