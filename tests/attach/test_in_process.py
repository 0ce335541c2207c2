"""An adapter in this process: its variables are set, and whoever stops the suite stops it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.support import fakes

from hookconform.attach.calls import Call, Result
from hookconform.attach.in_process import InProcessSession

IDENTIFIES = """
import os
class Adapter:
    def initialize(self, protocol):
        return [protocol, os.environ["MINE"]]
def create():
    return Adapter()
"""


def session(folder: Path, module: str, text: str) -> InProcessSession:
    (folder / f"{module}.py").write_text(text)
    run = {"python": f"{module}:create", "path": ".", "env": {"MINE": "in {folder}"}}
    return InProcessSession(fakes.manifest(folder, run=run))


def test_the_variables_of_the_manifest_are_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINE", "before")
    attached = session(tmp_path, "in_process_identifies", IDENTIFIES)
    assert attached.initialize() == Result([2, f"in {tmp_path}"])
    assert list(attached.responses([Call("initialize", {"protocol": 5})])) == [Result([5, f"in {tmp_path}"])]
    assert (attached.stray.count, os.environ["MINE"]) == (0, f"in {tmp_path}")


def test_whoever_stops_the_suite_while_it_is_made_stops_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINE", "before")
    with pytest.raises(KeyboardInterrupt):
        session(tmp_path, "in_process_stopped", "raise KeyboardInterrupt")
