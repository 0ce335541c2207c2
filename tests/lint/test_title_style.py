"""What a title may not be, mark by mark and word by word."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.filing import file_by_hand
from tests.support.miniature import PLATFORM, build

from hookconform.cases.loading import case_with_id, content_of
from hookconform_lab.lint import title_style
from hookconform_lab.lint.reading import Corpus

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
    root = tmp_path / "corpus"
    case_id = f"{PLATFORM}/synthetic/legacy-execute-code"
    file_by_hand(root, case_id, content_of(case_with_id(case_id, root), root) | {"title": title})
    assert list(title_style.check(Corpus(tmp_path / "corpus"))) == [(case_id, message) for message in said]
