"""What a title may not be, mark by mark and word by word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.miniature import PLATFORM, build

from hookconform.lint import title_style
from hookconform.lint.reading import Corpus

SENTENCE = "the title is a phrase, not a sentence: begin in lower case"
PUNCTUATION = "the title ends in punctuation"


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("a call.", [PUNCTUATION]),
        ("a call!", [PUNCTUATION]),
        ("a call:", [PUNCTUATION]),
        ("a call,", [PUNCTUATION]),
        ("a call?", []),
        ("a call (one)", []),
        ("A call", [SENTENCE]),
        ("An answer", [SENTENCE]),
        ("The call", [SENTENCE]),
        ("There is a call", []),
        ("Agents are called", []),
        ("A B", ["the title is all capitals", SENTENCE]),
        ("JSON that is no object", []),
        ("a  call", ["the title has line breaks or doubled blanks"]),
        ("a\ncall", ["the title has line breaks or doubled blanks"]),
        (" a call", ["the title has line breaks or doubled blanks"]),
    ],
)
def test_a_title_is_a_plain_phrase(title: str, said: list[str], tmp_path: Path) -> None:
    build(tmp_path / "corpus")
    path = tmp_path / "corpus" / "platforms" / PLATFORM / "synthetic" / "legacy-execute-code.json"
    case = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(case | {"title": title}), encoding="utf-8")
    case_id = f"{PLATFORM}/synthetic/legacy-execute-code"
    assert list(title_style.check(Corpus(tmp_path / "corpus"))) == [(case_id, message) for message in said]
