"""A registry with nothing in it, a corpus that knows nothing of the program yet, and a store."""

from __future__ import annotations

import json
import shutil
from collections.abc import Generator
from pathlib import Path

import pytest
from tests.sweep.releases import DRIVER, Registry, serving

from hookconform.corpus.locate import corpus_root
from hookconform.effects.rows import rows_document
from hookconform.ground.cache import ENVIRONMENT_VARIABLE
from hookconform_lab.lab import drivers, install
from hookconform_lab.sweep import planning
from hookconform_lab.sweep import registry as asking
from hookconform_lab.sweep.store import Store

FORMS = """platform: copilot-cli
groups:
  - event: PreToolUse
    registered: [preToolUse]
    tool: Bash
    forms:
      nothing: {}
      exit2-stderr: {exit_code: 2, stderr: "@reason"}
      exit1-stderr: {exit_code: 1, stderr: "@reason"}
      flat-deny: {json: {permissionDecision: deny, permissionDecisionReason: "@reason"}}
"""
# What is known to stop a tool, so that rows of escapes can be denied.
DENY = {
    "id": "preToolUse/flat-deny",
    "event": "PreToolUse",
    "registered_event": "preToolUse",
    "tool": "Bash",
    "approval": "granted",
    "answer": {"exit_code": 0, "stdout": '{"permissionDecision":"deny"}', "stderr": ""},
    "effect": {"tool": "stopped", "input": None, "output": None, "told": [], "turn": "continues"},
    "measured": {"date": "2026-01-01", "how": "shared-run"},
}


@pytest.fixture
def registry(npm_registry: Registry, monkeypatch: pytest.MonkeyPatch) -> Registry:
    """A registry whose answers come without npm."""
    for module in (install, asking):
        monkeypatch.setattr(module, "npm", npm_registry.npm)
    return npm_registry


@pytest.fixture
def npm_registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Registry]:
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "npm"))
    for module in (drivers, planning):
        monkeypatch.setattr(module, "load_driver", lambda _: DRIVER)
    with serving() as registry:
        monkeypatch.setenv("npm_config_registry", registry.address)
        # An archive that is not what the registry says stays so: npm would ask again for a minute.
        monkeypatch.setenv("npm_config_fetch_retries", "0")
        yield registry


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root, real = tmp_path / "checkout" / "corpus", corpus_root()
    own = root / "platforms" / DRIVER.platform
    (own / "responses").mkdir(parents=True)
    for path in real.iterdir():
        if path.name in {"schema", "rules"}:
            shutil.copytree(path, root / path.name)
        elif path.is_file():
            shutil.copy(path, root / path.name)
    shutil.copy(real / "platforms" / DRIVER.platform / "platform.yaml", own)
    (own / "responses" / "forms.yaml").write_text(FORMS)
    (own / "responses" / "1.0.100.json").write_text(json.dumps(rows_document("1.0.100", [DENY])))
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    return root


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")
