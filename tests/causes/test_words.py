"""What is said of each kind of cause, where there is room and where there is little."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform.causes.lines import cause_lines
from hookconform.causes.signs import GAPS

COUNTS: dict[str, Any] = {"checks": 1, "also": 0, "following": 0, "platforms": {"codex": 1}}
TOOL, EVENT, RULES = "/events/0/tool_name", "/events/0/hook_event_name", "/matched_rules"
TEXT = "/events/0/tool_input/text"


def said(rows: list[dict[str, Any]], *, short: bool) -> list[str]:
    return [line.said() for line in cause_lines(rows, short=short)]


def row(kind: str, about: str, **more: str) -> dict[str, Any]:
    return {"kind": kind, "about": about, "gap": kind in GAPS, **COUNTS, **more}


@pytest.mark.parametrize(
    ("cause", "words", "short"),
    [
        (row("broke", "payload", got="exit code N"), "breaks: exit code N", "breaks: exit code N"),
        (row("refused", "payload", got="no"), "refuses good payloads: no", "refuses good payloads: no"),
        (row("answered", "payload", wanted="not-json"), "accepts payloads it must refuse: not-json", None),
        (row("stale", "list"), "known failures that pass", None),
        (
            row("unmapped", "tool", platform="codex", place=TOOL, wanted="Bash", got="shell"),
            "does not map tools of codex: shell → Bash",
            "does not map tools, by platform: codex",
        ),
        (
            row("unmapped", "event", platform="codex", place=EVENT, wanted="Stop", got="end"),
            "does not map events of codex: end → Stop",
            "does not map events, by platform: codex",
        ),
        (
            row(
                "partly-mapped", "tool", platform="codex", place=TOOL, wanted="Bash", got="shell", where="payloads of 1"
            ),
            "does not map tools of codex in payloads of 1: shell → Bash",
            "maps tools in some payloads only, by platform: codex",
        ),
        (
            row("tier", "tool", platform="codex", place=TOOL, wanted="list_dir", got="LS"),
            "maps extended names of codex, but the manifest claims tier core: list_dir → LS",
            "maps extended names, but the manifest claims tier core, by platform: codex",
        ),
        (
            row("not-renamed", "argument", platform="codex", wanted="command", got="cmd"),
            "does not rename arguments of codex: cmd → command",
            "does not rename arguments, by platform: codex",
        ),
        (
            row("wrong", "tool", platform="codex", place=TOOL, wanted="Bash", got="Read"),
            "codex: tool_name is Read, expected Bash",
            "wrong tool_name, by platform: codex",
        ),
        (
            row("wrong", "event", platform="codex", place=EVENT, wanted="Stop", got="Start"),
            "codex: hook_event_name is Start, expected Stop",
            "wrong hook_event_name, by platform: codex",
        ),
        (
            row("wrong", "answer", place="decision[no-shell]", wanted="the tool is stopped", got="the tool runs"),
            "decision: the tool runs: no-shell (the tool is stopped)",
            "decision: wrong effect: no-shell",
        ),
        (
            row("wrong", "answer", place="response[deny]", wanted="the tool is stopped"),
            "response: wrong effect: deny (the tool is stopped)",
            "response: wrong effect: deny",
        ),
        (row("wrong", "rule", place=RULES, got="in another order"), "rules: in another order", None),
        (row("too-much", "rule", place=RULES, got="a"), "rules that must not match: a", None),
        (row("absent", "rule", place=RULES, wanted="b"), "rules that do not match: b", None),
        (row("wrong", "argument", place=TEXT), "wrong value: tool_input.text", None),
        (row("too-much", "argument", place=TEXT), "value where none is expected: tool_input.text", None),
        (row("absent", "value", place="/events/1/cwd"), "missing value: event 1 cwd", None),
    ],
)
def test_a_cause_is_said_in_words(cause: dict[str, Any], words: str, short: str | None) -> None:
    assert said([cause], short=False) == [words]
    assert said([cause], short=True) == [words if short is None else short]


def test_where_there_is_little_room_one_line_stands_for_all_platforms() -> None:
    rows = [
        row("unmapped", "tool", platform=platform, place=TOOL, wanted="Bash", got=native) | {"following": 2}
        for platform, native in (("codex", "shell"), ("cursor", "Shell"), ("codex", "exec"))
    ]
    assert len(said(rows, short=False)) == 2
    (line,) = cause_lines(rows, short=True)
    assert line.said() == "does not map tools, by platform: codex (2), cursor"
    assert line.said(1) == "does not map tools, by platform: codex (2) and 1 more"
    assert (line.checks, len(line.rows), line.gap) == (9, 3, True)
