"""A small corpus whose claim about read_file rests on evidence of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.citing import SOURCES
from tests.support.miniature import build


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small corpus, and a cache and an offline PATH of its own."""
    root = tmp_path / "corpus"
    build(root)
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    monkeypatch.setenv("HOOKCONFORM_LAB_CACHE", str(tmp_path / "cache"))
    claims = root / "platforms" / "gemini-cli" / "platform.yaml"
    claims.write_text(claims.read_text(encoding="utf-8").replace("sources:\n", SOURCES), encoding="utf-8")
    return root
