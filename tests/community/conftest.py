"""A folder of community adapters with one program, whose adapter needs no installation, and a small corpus."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.fakes import tiny_corpus

from hookconform.corpus.locate import data_root
from hookconform.ground.cache import ENVIRONMENT_VARIABLE
from hookconform.run import baseline
from hookconform_lab.community import folders

PROGRAM = """name = "guard"
version = "1.2.3"
homepage = "https://example.com/guard"
licence = "MIT"
[pypi]
package = "a-guard"
python = "3.8"
"""
ADAPTER = """name = "guard"
version = "1.2.3"
protocol = 2
language = "python"
platforms = ["gemini-cli"]
capabilities = ["tool-name", "event", "refusal"]
tier = "core"
[run]
python = "hook_adapters.suite:create"
"""
# The reference adapter under another name, wrong about one tool.
GLUE = """
from hook_adapters.suite import create

class Guard:
    def initialize(self, **_):
        return create().initialize() | {"name": "guard", "version": "1.2.3", "tier": "core"}

    def canonicalize(self, **call):
        found = create().canonicalize(**call)
        event = found["events"][0]
        if event.get("tool_name") == "Bash":
            event["tool_name"] = event["tool_input"].pop("platform_tool_name", "Bash")
        return found
"""


@pytest.fixture
def guard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the folder of the program `guard` and return it."""
    folder = tmp_path / "data" / "adapters" / "community" / "guard"
    folder.mkdir(parents=True)
    shutil.copytree(data_root() / "adapters" / "baseline", tmp_path / "data" / "adapters" / "baseline")
    (folder / "program.toml").write_text(PROGRAM, encoding="utf-8")
    (folder / "adapter.toml").write_text(
        ADAPTER.replace("hook_adapters.suite:create", 'guard_glue:Guard"\npath = ".'), encoding="utf-8"
    )
    (folder / "guard_glue.py").write_text(GLUE, encoding="utf-8")
    for module in (folders, baseline):
        monkeypatch.setattr(module, "data_root", lambda: tmp_path / "data")
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path / "cache"))
    return folder


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Return a function that makes a corpus of a few synthetic cases the one that is used."""

    def make(*stems: str) -> Path:
        root = tiny_corpus(tmp_path, *stems)
        monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
        return root

    return make
