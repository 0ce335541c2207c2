"""The corpus's declared tools follow their schema and lie where they say they belong."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookconform.corpus import schemas
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.version_files import read_document

FILES = sorted((corpus_root() / "platforms").glob("*/declared/*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_declared_file_is_valid_and_in_its_place(path: Path) -> None:
    document = read_document("declared", path)
    assert schemas.problems(document, "declared") == []
    assert (document["platform"], document["version"]) == (path.parts[-3], path.stem)
    assert list(document["tools"]) == sorted(document["tools"])
