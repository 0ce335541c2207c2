"""The miniature corpus as the corpus in use."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import miniature


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "corpus"
    miniature.build(root)
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    return root
