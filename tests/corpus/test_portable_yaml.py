"""The project's YAML is read alike where PyYAML was built without libyaml, whose reader allows more."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from tests.support.markdown_pages import ROOT

from hookconform.corpus.locate import corpus_root

pytestmark = pytest.mark.whole
FOLDERS = [corpus_root(), ROOT / "conformance", ROOT / "tests" / "schemas"]
FILES = [path for folder in FOLDERS for path in sorted(folder.rglob("*.yaml"))]


def pure_errors(path: Path) -> list[str]:
    """Return what the reader in Python refuses of a file."""
    try:
        for _ in yaml.parse(path.read_text(encoding="utf-8"), yaml.SafeLoader):
            pass
    except yaml.YAMLError as error:
        return [f"{path}: {error}"]
    return []


def test_the_reader_in_python_reads_every_file() -> None:
    assert len(FILES) > 100
    assert [error for path in FILES for error in pure_errors(path)] == []


def test_a_question_mark_in_a_list_would_be_found(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a: [what?, b]\n")
    assert pure_errors(path)
