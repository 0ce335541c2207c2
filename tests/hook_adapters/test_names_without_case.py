"""Where names have no case, the hook program compares them without one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hook_adapters.program import hook
from hook_adapters.rules import compile_pack, matching
from hook_adapters.rules.paths import NAMES_WITHOUT_CASE

RULES = {
    "rules": [
        {"name": "keys", "matchers": {"directories": ["Secrets", "/w/B\u00fccher"]}, "actions": {"block": True}},
        {"name": "environment", "matchers": {"extensions": [".Env"]}, "actions": {"block": True}},
    ]
}
ON_A_MAC = "import sys; sys.platform = 'darwin'; from hook_adapters.__main__ import main; sys.exit(main(sys.argv[1:]))"
OTHERS = ["secrets/key", "SECRETS/key", "x/../sEcrets", "/W/secrets/key", "/w/bu\u0308CHER/a", "a.ENV", "B.env/"]


def event(path: str, **more: object) -> dict[str, object]:
    call = {"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": path}}
    return {**call, "cwd": "/w", **more}


@pytest.mark.parametrize("path", OTHERS)
def test_case_and_unicode_form_count_only_where_names_have_them(path: str) -> None:
    pack = compile_pack(RULES["rules"])
    assert not matching(pack, [event(path)])
    assert matching(pack, [event(path, **{NAMES_WITHOUT_CASE: True})])


@pytest.mark.parametrize("path", ["secret/key", "lib/secrets", "a.envs", "/v/secrets/key"])
def test_other_names_do_not_match_without_case_either(path: str) -> None:
    assert not matching(compile_pack(RULES["rules"]), [event(path, **{NAMES_WITHOUT_CASE: True})])


@pytest.mark.parametrize(("start", "is_denied"), [(["-m", "hook_adapters"], False), (["-c", ON_A_MAC], True)])
def test_hook_takes_names_without_case_on_a_mac(start: list[str], is_denied: bool, tmp_path: Path) -> None:
    (tmp_path / "rules.json").write_text(json.dumps(RULES), encoding="utf-8")
    payload = event("SECRETS/key", session_id="s", transcript_path="/t", permission_mode="default")
    answer = subprocess.run(
        [sys.executable, *start, "hook", "claude-code", "--rules", str(tmp_path / "rules.json")],
        input=json.dumps(payload),
        capture_output=True,
        text=True,
        check=True,
    )
    assert ('"deny"' in answer.stdout) is is_denied


def test_folder_that_opens_in_another_case_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "Work"
    folder.mkdir()
    assert not hook._names_have_no_case(str(folder))
    (tmp_path / "wORK").symlink_to(folder)
    assert hook._names_have_no_case(f"{folder}/")
    for cwd in (None, 1, "", "work", "/", "/123", "/no\0where", str(tmp_path / "gone")):
        assert not hook._names_have_no_case(cwd)
    monkeypatch.setattr(os.path, "samefile", lambda *_: 1 / 0)
    assert not hook._names_have_no_case("/")
