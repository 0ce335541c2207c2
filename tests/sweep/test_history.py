"""A change of a name is exact if the recordings of both neighbours show it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from click.testing import CliRunner

from hookconform.cli import cli
from hookconform.corpus.claims import Platform, load_platform
from hookconform.ground.versions import at_least
from hookconform_lab.sweep import history, registry
from hookconform_lab.sweep.facts import Facts
from hookconform_lab.sweep.registry import Release

RELEASED = ("0.164.0", "0.165.0", "0.166.0", "0.167.2", "0.171.0")
NOTHING: frozenset[str] = frozenset()
WITH = Facts("", events={"PreModelRequest": NOTHING}, tools={})
WITHOUT = Facts("", events={}, tools={})
MEASURED = Facts("", answers={})
UNKNOWN = "not recorded, or not known to lack it"


def claimed(monkeypatch: pytest.MonkeyPatch, since: str, **more: str) -> None:
    """Let the claim of PreModelRequest begin at a version."""
    platform = load_platform("codex")
    event = platform.events["PreModelRequest"]._replace(since=since, **more)
    changed = replace(platform, events={"PreModelRequest": event})
    monkeypatch.setattr(history, "load_platform", lambda _: changed)


@pytest.mark.parametrize(
    ("older", "newer", "why"),
    [
        (WITHOUT, WITH, ""),
        (None, WITH, f"{UNKNOWN}: 0.165.0"),
        (None, None, f"{UNKNOWN}: 0.165.0, 0.166.0"),
        # Of a release that was only measured nobody knows which events it has.
        (MEASURED, WITH, f"{UNKNOWN}: 0.165.0"),
        (WITH, WITH, "the recording of 0.165.0 shows it"),
        (WITHOUT, WITHOUT, "the recording of 0.166.0 does not show it"),
    ],
)
def test_both_recordings_must_show_the_change(
    monkeypatch: pytest.MonkeyPatch, older: Facts | None, newer: Facts | None, why: str
) -> None:
    facts = {"0.165.0": older, "0.166.0": newer}
    claimed(monkeypatch, "0.166.0")
    monkeypatch.setattr(history, "can_register", lambda *_: False)

    def of(platform: Platform, version: str) -> Facts | None:
        del platform
        return facts.get(version)

    monkeypatch.setattr(history, "corpus_facts", of)
    (bound,) = (one for one in history.bounds("codex", RELEASED) if one.claim == "event:PreModelRequest")
    assert (bound.older, bound.newer, bound.why, bound.is_exact) == ("0.165.0", "0.166.0", why, not why)


def printed(monkeypatch: pytest.MonkeyPatch, *, is_exact: bool) -> tuple[str, str]:
    """Return what `lab history` prints of a claim with a reason, on standard output and on standard error."""
    claimed(monkeypatch, "0.166.0", why_inexact="Only a server that asks calls it, and there is none.")
    monkeypatch.setattr(history, "can_register", lambda *_: False)
    facts = {"0.165.0": WITHOUT if is_exact else None, "0.166.0": WITH}
    monkeypatch.setattr(history, "corpus_facts", lambda _, version: facts.get(version))
    monkeypatch.setattr(registry, "releases", lambda *_, **__: [Release(version, version) for version in RELEASED])
    result = CliRunner().invoke(cli, ["lab", "history", "codex", "--since", "0.166.0"])
    assert result.exit_code == 0, result.output
    return result.stdout, result.stderr


def test_a_reason_is_printed_beside_what_is_not_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = printed(monkeypatch, is_exact=False)
    assert "event:PreModelRequest: Only a server that asks calls it, and there is none.\n" in out
    assert err.endswith(" exact, 1 more with a reason why not\n")


def test_a_reason_for_what_is_exact_can_go(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = printed(monkeypatch, is_exact=True)
    assert "event:PreModelRequest: is exact: its `why_inexact` can go\n" in out
    assert "reason" not in err


@pytest.mark.parametrize(
    ("platform", "version", "event", "known"),
    [
        # Read from the files of 2.1.332, and not from those of 2.1.330.
        ("claude-code", "2.1.330", "PreSkillShellCommand", False),
        ("claude-code", "2.1.332", "PreSkillShellCommand", None),
        ("claude-code", "2.1.330", "PreToolUse", None),
        ("claude-code", "2.1.329", "PreSkillShellCommand", None),
        # The files of 0.169.0 name it, those of 0.163.0 do not.
        ("codex", "0.169.0", "PreModelRequest", None),
        ("codex", "0.163.0", "PreModelRequest", False),
        # Only older files name it.
        ("opencode", "1.0.0", "storage.write", False),
        ("opencode", "0.5.29", "storage.write", None),
        # Nobody's files name it.
        ("opencode", "1.0.0", "no.such.event", None),
    ],
)
def test_an_event_is_absent_only_if_the_program_does_not_name_it(
    platform: str, version: str, event: str, known: bool | None
) -> None:
    """0.165.0 calls an event that was claimed since 0.166.0: a recording without the event's hook did not show it."""
    assert history.can_register(load_platform(platform), event, version) is known


@pytest.mark.whole
def test_events_of_one_hook_are_told_by_their_payloads() -> None:
    """OpenCode calls its hook `event` for all that goes over its bus."""
    (written,) = (one for one in history.bounds("opencode", ("0.5.29", "1.0.0")) if one.claim == "event:storage.write")
    assert (written.older, written.newer, written.is_exact) == ("0.5.29", "1.0.0", True)


@pytest.mark.parametrize(
    ("version", "tool", "declared", "passed"),
    [
        # The model of 0.123.0 patched files, and no hook was told of it.
        ("0.123.0", "apply_patch", "apply_patch", True),
        ("0.124.0", "apply_patch", "apply_patch", False),
        ("0.116.0", "Bash", "exec_command", True),
        ("0.117.0", "Bash", "exec_command", False),
        # Nobody called it there.
        ("0.124.0", "get_goal", "get_goal", False),
        # The call failed, so that a hook may come after what it failed at.
        ("0.116.0", "wait_agent", "wait_agent", False),
    ],
)
def test_a_called_tool_is_absent_if_no_hook_was_told(version: str, tool: str, declared: str, *, passed: bool) -> None:
    assert history.passed_hooks_by(load_platform("codex"), tool, {tool, declared}, version) is passed


@pytest.mark.whole
def test_a_declared_tool_that_passed_hooks_by_is_absent() -> None:
    (spawn,) = (one for one in history.bounds("codex", ("0.134.0", "0.135.0")) if one.claim == "tool:spawn_agent")
    assert (spawn.older, spawn.newer, spawn.is_exact) == ("0.134.0", "0.135.0", True)


@pytest.mark.whole
def test_a_release_without_hooks_lacks_an_event_that_its_files_do_not_name(monkeypatch: pytest.MonkeyPatch) -> None:
    (stop,) = (one for one in history.bounds("codex", ("0.113.0", "0.114.0")) if one.claim == "event:Stop")
    assert stop.is_exact
    monkeypatch.setattr(history, "recorded_names", lambda _: [])
    (stop,) = (one for one in history.bounds("codex", ("0.113.0", "0.114.0")) if one.claim == "event:Stop")
    assert stop.why == f"{UNKNOWN}: 0.113.0"


def test_a_tool_counts_under_the_name_that_it_is_declared_with(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = {
        "0.134.0": Facts("0.134.0", tools={"other": ("tools",)}),
        "0.135.0": Facts("0.135.0", tools={"multi_agent_v1.spawn_agent": ("tools",)}),
    }
    monkeypatch.setattr(history, "corpus_facts", lambda _, version: facts.get(version))
    (bound,) = (
        one for one in history.bounds("codex", ("0.133.0", "0.134.0", "0.135.0")) if one.claim == "tool:spawn_agent"
    )
    assert bound.is_exact


def test_a_tool_is_absent_only_if_a_scenario_ran_that_would_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hooks of 0.135.0 and later see `spawn_agent`, and each recording shows it in the scenario `tools`."""
    newer = Facts("0.135.0", tools={"spawn_agent": ("tools",)})
    for places, why in (("tools", ""), ("model-requests", f"{UNKNOWN}: 0.134.0")):
        facts = {"0.134.0": Facts("0.134.0", tools={"other": (places,)}), "0.135.0": newer}
        monkeypatch.setattr(history, "corpus_facts", lambda _, version, facts=facts: facts.get(version))
        found = history.bounds("codex", ("0.133.0", "0.134.0", "0.135.0"))
        assert [one.why for one in found if one.claim == "tool:spawn_agent"] == [why]


@pytest.mark.parametrize(
    ("declares", "newer", "why"),
    [
        ("0.166.0", "0.166.0", ""),
        ("0.167.2", "0.166.0", "the recording of 0.166.0 does not show it"),
    ],
)
def test_the_next_release_stands_for_one_the_registry_lacks(
    monkeypatch: pytest.MonkeyPatch, declares: str, newer: str, why: str
) -> None:
    claimed(monkeypatch, "0.165.1")
    monkeypatch.setattr(history, "can_register", lambda *_: False)
    monkeypatch.setattr(history, "corpus_facts", lambda _, version: WITH if at_least(version, declares) else WITHOUT)
    (bound,) = (one for one in history.bounds("codex", RELEASED) if one.claim == "event:PreModelRequest")
    assert (bound.older, bound.newer, bound.why) == ("0.165.0", newer, why)


@pytest.mark.whole
def test_an_event_that_a_hook_was_registered_for_in_vain_is_absent() -> None:
    """2.1.75 names Elicitation, and answers a server's question without calling a hook."""
    platform = load_platform("claude-code")
    assert platform.silent_at("2.1.75") == ("Elicitation", "ElicitationResult")
    assert platform.silent_at("2.1.76") == ()
    exact = {bound.claim: bound for bound in history.bounds("claude-code", ("2.1.75", "2.1.76"))}
    assert exact["event:Elicitation"].is_exact


@pytest.mark.whole
def test_a_renamed_tool_is_read_from_the_payload_of_a_call_that_nothing_declares() -> None:
    told = {one: history.told_tools(load_platform("copilot-cli"), one) for one in ("1.0.61", "1.0.62")}
    assert "WebSearch" not in told["1.0.61"]
    assert {"WebSearch", "TodoWrite"} <= told["1.0.62"]
    assert {"web_search", "update_todo"} <= told["1.0.61"]
