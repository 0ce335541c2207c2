"""No test of a run reads counts that another process kept, or keeps what a patched judge counts."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_kept_baselines(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder: Path = tmp_path_factory.mktemp("cache")
    monkeypatch.setattr("hookconform.run.kept_baseline.user_cache", lambda: folder)
