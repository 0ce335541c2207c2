"""No test of a run reads what another process kept, or keeps what a patched judge finds."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_kept_runs(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder: Path = tmp_path_factory.mktemp("cache")
    monkeypatch.setattr("hookconform.run.kept_baseline.user_cache", lambda: folder)
    monkeypatch.setattr("hookconform.run.kept_answers.user_cache", lambda: folder)
