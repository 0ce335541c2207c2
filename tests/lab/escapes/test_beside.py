"""Further hooks are registered beside the driver's own, in each form in which platforms register hooks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hookconform.corpus.claims import load_platform
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.driver import Hooks, Place
from hookconform_lab.lab.drivers import load_driver
from hookconform_lab.lab.enforce import pre_tool_event
from hookconform_lab.lab.escapes.beside import Beside, can_register
from hookconform_lab.lab.escapes.delivered import in_manner
from hookconform_lab.lab.escapes.measuring import load_own
from hookconform_lab.lab.place import make_hooks, make_place
from hookconform_lab.lab.script import Script
from hookconform_lab.lab.turn import load_turn, turn_scenario
from hookconform_lab.parts import platforms_with

PLATFORMS = [
    platform
    for platform in platforms_with("escapes")
    if can_register(load_own(platform).hook_files) and not load_driver(platform).in_process
]


def prepared(platform: str, folder: Path) -> tuple[Place, Hooks]:
    driver, version = load_driver(platform), load_platform(platform).newest_measured
    place = make_place(folder, version, folder / "program")
    hooks = make_hooks(folder, place, None, {})
    driver.prepare(place, turn_scenario(load_turn(platform, version).start(granted=True), Script()), hooks)
    return place, hooks


def registered(place: Place, event: str) -> list[str]:
    files = [path for path in sorted(place.home.rglob("*")) if path.is_file() and "tools" not in path.parts]
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in files]
    # A long line of YAML is folded.
    found = [
        match for text in texts for match in re.findall(rf"(?:record|beside)-hook\s+{event}(?:\s+\d+)?(?!\w)", text)
    ]
    return [" ".join(match.split()) for match in found]


@pytest.mark.parametrize("platform", PLATFORMS)
def test_further_hooks_stand_before_or_after_the_recorder(platform: str, tmp_path: Path) -> None:
    event = pre_tool_event(platform)
    own = f"record-hook {event}"
    for name, beside, expected in (
        ("after", Beside(), [own, f"beside-hook {event} 0"]),
        ("before", Beside(before=True, count=2), [f"beside-hook {event} 0", f"beside-hook {event} 1", own]),
        ("twice", Beside(count=0), [own, own]),
    ):
        (tmp_path / name).mkdir()
        place, hooks = prepared(platform, tmp_path / name)
        beside.register(place, hooks, load_own(platform).hook_files, event)
        assert registered(place, event) == expected
        assert (place.home / "tools" / "beside-hook").stat().st_mode & 0o100


def test_a_hook_in_another_file_leaves_that_files_settings(tmp_path: Path) -> None:
    place, hooks = prepared("claude-code", tmp_path)
    other = place.home / ".claude" / "settings.json"
    other.parent.mkdir(exist_ok=True)
    other.write_text('{"model": "lab"}')
    files = load_own("claude-code").hook_files
    Beside(file="{{home}}/.claude/settings.json").register(place, hooks, files, "PreToolUse")
    assert registered(place, "PreToolUse") == ["beside-hook PreToolUse", "record-hook PreToolUse"]
    assert json.loads(other.read_text())["model"] == "lab"


def test_an_event_without_a_hook_is_an_error(tmp_path: Path) -> None:
    place, hooks = prepared("claude-code", tmp_path)
    with pytest.raises(HookconformError) as caught:
        Beside().register(place, hooks, load_own("claude-code").hook_files, "NoSuchEvent")
    assert caught.value.code == "escapes.beside"


def test_a_reason_is_put_where_the_deny_has_one() -> None:
    deny = {"exit_code": 2, "stdout": '{"reason":"REASON-a"}', "stderr": ""}
    assert in_manner(deny, {"reason": "long"})["stdout"] == '{"reason":"long REASON-a"}'
    assert in_manner({"exit_code": 0, "stdout": "{}"}, {"reason": "long"}) == {
        "exit_code": 0,
        "stdout": "{}",
        "stderr": "long\n",
    }
    assert in_manner(deny, {"manner": "mute"}) == {**deny, "manner": "mute"}
    assert in_manner(deny, {"unread": True}) == deny
