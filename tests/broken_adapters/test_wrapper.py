"""What all broken adapters share: rules that come with every call, read from its message, are compiled once."""

from __future__ import annotations

import importlib.util
import json
from typing import Any

import pytest

from hookconform.corpus.locate import data_root

RULES = {"version": "1.0", "rules": [{"name": "no-shell", "event": "PreToolUse", "tools": ["Bash"], "action": "block"}]}
PAYLOAD = json.dumps({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}})


def test_the_same_rules_are_compiled_once_and_others_again(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("wrapper", data_root() / "adapters" / "broken" / "wrapper.py")
    assert spec
    assert spec.loader
    wrapper: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(wrapper)
    compiled: list[str] = []
    compile_pack = wrapper.compile_pack

    def counted(rules: Any) -> Any:
        compiled.append(rules["rules"][0]["name"])
        return compile_pack(rules)

    monkeypatch.setattr(wrapper, "compile_pack", counted)

    class Faultless(wrapper.BrokenAdapter):
        name = "faultless"

        def distort(self, event: dict[str, Any], params: dict[str, Any]) -> dict[str, Any]:
            return event

    adapter = Faultless()

    def match(text: str) -> list[str]:
        return adapter.match(rules=json.loads(text), platform="claude-code", payload=PAYLOAD)["matched_rules"]

    text = json.dumps(RULES)
    other = text.replace("no-shell", "other")
    assert [match(each) for each in (text, text, text, other)] == [["no-shell"], ["no-shell"], ["no-shell"], ["other"]]
    assert compiled == ["no-shell", "other"]
