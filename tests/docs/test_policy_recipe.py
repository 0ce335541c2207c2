"""The pack on the page of the policy hook does on every recorded platform what its rules are called."""

from __future__ import annotations

import re
from functools import cache

import pytest
from tests.support.markdown_pages import ROOT

import hook_adapters
from hook_adapters.rules import Rule, compile_pack, matching
from hook_adapters.rules.strict_yaml import load
from hookconform.cases.loading import iter_cases
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform, platform_ids

PLATFORMS = [name for name in platform_ids() if not load_platform(name).is_documented]


@cache
def pack() -> tuple[Rule, ...]:
    page = (ROOT / "docs" / "policy-hook.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```yaml\n(rules:\n.*?)```", page, re.DOTALL)
    assert len(text.splitlines()) <= 14
    return tuple(compile_pack(load(text)))


def matched(case: Case) -> list[str] | None:
    """Return the rules that match; None where the reference refuses a payload that it may refuse."""
    try:
        events = hook_adapters.canonicalize(
            case.platform, case.payload_text, registered_event=case.registered_event, platform_version=case.version
        )
    except hook_adapters.InvalidPayload:
        return None
    return [rule.name for rule in matching(pack(), events)]


@cache
def before_tools(platform: str) -> tuple[Case, ...]:
    return tuple(
        case
        for case in iter_cases(platforms=[platform])
        if case.expected.event == "PreToolUse" and not case.expected.is_refusal and not case.rules
    )


@pytest.mark.whole
@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_recursive_delete_is_blocked(platform: str) -> None:
    # A server's tool of that name is not known to execute anything.
    shells = [case for case in before_tools(platform) if case.expected.kind == "execute"]
    plain = [case for case in shells if _command(case).startswith("rm -rf ")]
    assert plain
    assert [case.id for case in plain if "no-recursive-delete" not in (matched(case) or ())] == []


def _command(case: Case) -> str:
    given = case.expected.tool_input
    command = given.get("command") if isinstance(given, dict) and case.expected.tool_name == "Bash" else ""
    return command if isinstance(command, str) else ""


@pytest.mark.whole
@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_fetch_is_blocked_and_a_read_elsewhere_is_not(platform: str) -> None:
    captured = [case for case in before_tools(platform) if case.is_captured]
    fetches = [case for case in captured if case.expected.tool_name == "WebFetch"]
    assert all("no-fetch" in (matched(case) or ()) for case in fetches)
    reads = [case for case in captured if case.expected.tool_name == "Read" and "secrets" not in case.payload_text]
    assert not any(matched(case) for case in reads)


@pytest.mark.whole
def test_every_rule_of_it_fires_somewhere() -> None:
    fired = {name for platform in PLATFORMS for case in before_tools(platform) for name in matched(case) or ()}
    assert fired == {"no-recursive-delete", "no-secrets", "no-fetch", "ask-before-push"}
