"""Where programs of protocol 1 run: one folder, with the pack of the last call in it and the suite's environment."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hookconform.attach.calls import Call, RulePack
from hookconform.attach.place.folder import SharedFolder

OTHER = RulePack({"version": "1.0", "rules": []})


def call(rules: RulePack | None, **params: Any) -> Call:
    known = {"platform": "gemini-cli", "registered_event": "BeforeTool", "payload": '{"cwd": "/home/dev"}'}
    return Call("decide", known | params, "a case", "decide", rules)


@pytest.fixture
def folder(tmp_path: Path) -> SharedFolder:
    hook = {"command": ["sh", "{event}", "{rules}"], "rules_path": "policy/rules.json", "env": {"MINE": "{platform}"}}
    changes = {"run": None, "protocol": None, "tier": None, "vocabulary": "core", "capabilities": ["decision"]}
    return SharedFolder(fakes.manifest(tmp_path, **changes, hook=hook), tmp_path)


def test_a_host_is_asked_for_the_command_with_the_suites_environment(
    folder: SharedFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEPT", "yes")
    request = folder.request(call(fakes.PACK))
    assert request == {
        "argv": ["sh", "BeforeTool", f"{tmp_path}/policy/rules.json"],
        "folder": str(tmp_path),
        "environment": {**os.environ, "PATH": request["environment"]["PATH"], "MINE": "gemini-cli"},
        "payload": '{"cwd": "/home/dev"}',
    }
    assert request["environment"]["KEPT"] == "yes"
    assert request["environment"]["PATH"].startswith(f"{Path(sys.executable).parent}{os.pathsep}")
    assert folder.request(call(None, registered_event=None))["argv"][1] == ""


def test_the_pack_is_written_once_until_there_is_another(folder: SharedFolder, tmp_path: Path) -> None:
    path = tmp_path / "policy" / "rules.json"
    folder.request(call(None))
    assert not path.exists()
    for pack, is_written in ((fakes.PACK, True), (fakes.PACK, False), (OTHER, True), (None, False), (fakes.PACK, True)):
        path.unlink(missing_ok=True)
        folder.request(call(pack))
        assert path.exists() is is_written
        if pack is not None and is_written:
            assert path.read_text() == pack.encoded
