"""`hookconform changes`: what a recording or a measurement shows, and the releases between which it came."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from hookconform.cli import cli
from hookconform.corpus import schemas
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.manifests import manifest_versions
from hookconform.corpus.releases import LATEST_POSSIBLE, PUBLISHED, Releases
from hookconform.effects.effect import Answer, Observation
from hookconform.explain.contract.effect_words import answer_words, effect_changes
from hookconform.explain.contract.history import grouped, history, upgrade
from hookconform.explain.contract.step import MEASURED, ContractStep
from hookconform.ground.errors import HookconformError
from hookconform.ground.versions import at_least, is_next


def _printed(*arguments: str) -> str:
    result = CliRunner().invoke(cli, ["changes", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def _changes(*arguments: str) -> list[dict[str, Any]]:
    document = json.loads(_printed(*arguments, "--json"))
    assert schemas.problems(document, "contract-changes") == []
    return document["changes"]


@pytest.mark.whole
def test_exit_code_2_of_copilot_cli_changed_as_it_was_measured() -> None:
    """1.0.69 ran the tool, 1.0.70 did not: responses/1.0.69.json and 1.0.70.json, row exit2-silent."""
    (change,) = (
        item for item in _changes("copilot-cli", "1.0.69", "1.0.70") if "preToolUse/exit2-silent" in item["subjects"]
    )
    assert (change["kind"], change["basis"], change["within"]) == ("answer", "measured", "yes")
    assert change["text"] == "exit code 2 now stops the call"
    assert (change["after"], change["since"], change["exact"]) == ("1.0.69", "1.0.70", True)
    assert not [item for item in _changes("copilot-cli", "1.0.70", "1.0.80") if item["kind"] == "answer"]


def test_exit_code_1_and_a_time_out_of_copilot_cli_changed_at_one_release() -> None:
    """1.0.56 ran the tool, 1.0.57 did not: responses/1.0.56.json and 1.0.57.json."""
    changes = _changes("copilot-cli", "1.0.56", "1.0.57")
    exact = {item["text"] for item in changes if item["kind"] == "answer" and item["exact"]}
    assert {
        "exit code 1 with text on standard error now stops the call",
        "a hook that times out now stops the call",
    } <= exact


@pytest.mark.whole
def test_an_answer_that_asks_stops_claude_code_since_the_release_that_was_measured() -> None:
    """2.1.84 ran the tool, 2.1.85 did not: responses/2.1.84.json and 2.1.85.json, row nested-ask."""
    changes = _changes("claude-code", "2.1.50", "2.1.329")
    (ask,) = (item for item in changes if "PreToolUse/nested-ask" in item["subjects"])
    assert (ask["after"], ask["since"], ask["exact"]) == ("2.1.84", "2.1.85", True)
    assert all(item["exact"] for item in changes if item["kind"] == "answer")


def test_a_plain_text_with_a_prompt_counts_on_qwen_code_since_one_release() -> None:
    """0.23.3 told the model nothing, 0.23.4 did: responses/0.23.3.json and 0.23.4.json. Nothing else changed."""
    (change,) = (item for item in _changes("qwen-code", "0.21.10", "0.24.4") if item["kind"] == "answer")
    assert change["subjects"] == ["UserPromptSubmit/plain-text"]
    assert change["text"] == "text on standard output now tells the model the text"
    assert (change["after"], change["since"], change["exact"]) == ("0.23.3", "0.23.4", True)


def test_a_time_out_of_copilot_cli_no_longer_stops() -> None:
    text = _printed("copilot-cli", "1.0.59", "1.0.80")
    first = text.partition("What an answer does:\n")[2].split("\n  *")[0]
    assert " ".join(first.split()) == (
        "* a hook that times out no longer stops the call (preToolUse, PreToolUse): 1.0.64 (released by 2026-06-29)"
    )


def test_a_change_between_neighbouring_releases_is_exact() -> None:
    """toolArgs was a JSON text in 1.0.80 and is an object in 1.0.81: the recordings of both show it."""
    (change,) = (
        item for item in _changes("copilot-cli", "1.0.80", "1.0.81") if "preToolUse toolArgs" in item["subjects"]
    )
    assert change["text"] == "`toolArgs` is an object, was a string"
    assert (change["since"], change["exact"]) == ("1.0.81", True)
    assert change["released"] == {"day": "2026-08-27", "exact": False}


def test_answers_that_differ_at_their_ends_are_two_changes() -> None:
    """Both deny Codex's call with a changed input that it does not know: cmd, and file_path."""
    words = [item["text"] for item in _changes("codex", "0.128.0", "0.142.3") if item["kind"] == "answer"]
    for key in ("cmd", "file_path"):
        (text,) = [text for text in words if f'"updatedInput":{{"{key}":' in text]
        assert "}}}`" in text
        assert text.endswith(" now stops the call")


def test_a_tool_that_has_another_name_is_one_change() -> None:
    """Claude Code's Task became Agent at 2.1.63, by its changelog and by the recordings of 2.1.62 and 2.1.63."""
    (change,) = (item for item in _changes("claude-code", "2.1.50", "2.1.141") if "Agent" in item["subjects"])
    assert change["text"] == "`Task` is called `Agent`"
    assert (change["after"], change["since"], change["exact"]) == ("2.1.62", "2.1.63", True)


def test_a_version_that_was_not_recorded_lies_between_two() -> None:
    changes = _changes("copilot-cli", "1.0.75", "1.0.89")
    within = {item["text"]: item["within"] for item in changes}
    assert within["`exit_plan_mode` takes `showFleet`"] == "perhaps-before"
    assert within["`toolArgs` is an object, was a string"] == "yes"
    assert within["the model is now offered `semantic_code_search`, `tool_search`, `tool_search_tool`"] == (
        "perhaps-later"
    )
    text = _printed("copilot-cli", "1.0.75", "1.0.89")
    assert (
        "1.0.75 and 1.0.89 were not recorded; the nearest that were: 1.0.73, 1.0.79, 1.0.86, 1.0.102."
        in text.replace("\n", " ")
    )
    assert "1.0.75 may have it" in text
    assert "1.0.89 may not have it yet" in text


def test_without_a_newer_version_the_newest_recorded_is_meant() -> None:
    assert (
        json.loads(_printed("codex", "0.142.3", "--json"))["to"]
        == manifest_versions(load_platform("codex").path.parent)[-1]
    )


def test_a_kind_with_many_changes_is_shortened_unless_all_are_asked() -> None:
    short, whole = _printed("copilot-cli", "1.0.20"), _printed("copilot-cli", "1.0.20", "--all")
    assert "more: add --all" in short
    assert "more: add --all" not in whole
    assert len(whole) > len(short)
    assert all(len(line) <= 80 or "`" in line for line in whole.splitlines())


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        (["copilot-cli", "1.0.90"], "changes.version", "Known releases next to it: 1.0.89, 1.0.92."),
        (["copilot-cli", "newest"], "changes.version", "1.0.102"),
        (["copilot-cli", "1.0.81", "1.0.80"], "changes.order", "hookconform changes copilot-cli 1.0.80 1.0.81"),
        (["copilot-cli", "1.0.81", "1.0.81"], "changes.order", "Name an older version first."),
        (["copilot-cli", "1.0.81", "v1.0.81"], "changes.order", "Name an older version first."),
        (["copilot-cli", "1.0.81", ""], "changes.version", "1.0.102"),
        (["copilot", "1.0.81"], "platform.unknown", "copilot"),
        (["cursor", "1.0"], "changes.none", "hookconform explain cursor"),
    ],
)
def test_wrong_use_says_what_to_do(arguments: list[str], code: str, hint: str) -> None:
    error = CliRunner().invoke(cli, ["changes", *arguments]).exception
    assert isinstance(error, HookconformError)
    assert error.code == code
    assert hint in error.hint


def test_what_is_only_noted_is_known() -> None:
    """The changelog names the release; neither was run."""
    lines = _printed("copilot-cli", "1.0.20", "1.0.21").splitlines()
    assert lines[0].startswith("GitHub Copilot CLI 1.0.20 to 1.0.21: 1 note, and ")
    assert any(line.startswith("  * Snake-case payload for PascalCase registrations") for line in lines)


def test_what_was_measured_on_both_sides_has_its_release() -> None:
    lines = _printed("copilot-cli", "1.0.69", "1.0.70").splitlines()
    assert "  * exit code 2 now stops the call (preToolUse, PreToolUse): 1.0.70 (released by" in lines
    assert "exit code 2" not in _printed("copilot-cli", "1.0.70", "1.0.80")


def test_a_version_is_the_recorded_one_however_it_is_written() -> None:
    assert _printed("copilot-cli", "v1.0.20", "1.0.34.0") == _printed("copilot-cli", "1.0.20", "1.0.34")


def test_a_note_says_nothing_that_another_change_says() -> None:
    noted = {step.since: step.text for step in history(load_platform("copilot-cli")) if step.kind == "note"}
    # An event that came, a key whose type changed, and of two things the one that nothing else says.
    assert not {"1.0.73", "1.0.81"} & noted.keys()
    assert noted["1.0.15"] == "postToolUse is success only"
    lines = _printed("copilot-cli", "1.0.59").splitlines()
    assert [line for line in lines if "userPromptTransformed" in line and "new:" not in line] == []


RECORDED = [name for name in platform_ids() if manifest_versions(load_platform(name).path.parent)]


@pytest.mark.whole
@pytest.mark.parametrize("platform", RECORDED)
def test_a_step_leads_from_an_older_version_to_a_newer_one(platform: str) -> None:
    for step in history(load_platform(platform)):
        assert not step.after or not at_least(step.after, step.since), step
        assert step.before != step.now, step


@pytest.mark.whole
def test_a_change_that_was_undone_is_left_out() -> None:
    """glob lost `path` for `paths` and nothing came back; what came and went between is in the history alone."""
    platform = load_platform("copilot-cli")
    undone: dict[tuple[str, str], list[ContractStep]] = {}
    for step in history(platform):
        undone.setdefault((step.kind, step.subjects[0]), []).append(step)
    back = {key for key, steps in undone.items() if steps[0].before == steps[-1].now and key[0] != "note"}
    assert back
    oldest, newest = (manifest_versions(platform.path.parent)[place] for place in (0, -1))
    found = {(step.kind, name) for step, _ in upgrade("copilot-cli", oldest, newest).steps for name in step.subjects}
    assert not back & found


def test_steps_with_the_same_words_are_one() -> None:
    steps = [
        ContractStep("tool", (name,), "new:", "1.0.0", "1.1.0", MEASURED, items=(f"`{name}`",)) for name in ("a", "b")
    ]
    (both,) = grouped(steps)
    assert both.subjects == ("a", "b")
    assert both.words == "new: `a`, `b`"


def _effect(**changed: Any) -> Observation:
    usual: dict[str, Any] = {"tool": "ran", "input": "original", "output": "shown", "told": (), "turn": "continues"}
    return Observation(**usual | changed)


@pytest.mark.parametrize(
    ("before", "now", "words"),
    [
        ({"tool": "stopped", "told": ("REASON-a",)}, {}, ["no longer stops the call"]),
        ({}, {"tool": "stopped", "input": None, "turn": "ended"}, ["now stops the call", "now ends the turn"]),
        ({}, {"input": "changed"}, ["now changes the call's input"]),
        ({}, {"told": ("CONTEXT-a", "CONTEXT-b", "REASON-a")}, ["now tells the model the context and the reason"]),
        ({"told": ("SYSTEM-a",)}, {}, ["no longer tells the model the system"]),
        ({"output": "hidden"}, {"output": None}, ["does something else"]),
        ({"turn": "ended"}, {}, ["now lets the turn go on"]),
        ({"turn": "extended"}, {}, ["no longer gives the model another turn"]),
    ],
)
def test_effects_are_compared_in_words(before: dict[str, Any], now: dict[str, Any], words: list[str]) -> None:
    assert effect_changes(_effect(**before), _effect(**now)) == words


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(exit_code=2, stderr="REASON-one"), "exit code 2 with text on standard error"),
        (Answer(exit_code=2), "exit code 2"),
        (Answer(late=True), "a hook that times out"),
        (Answer(stdout='{"permissionDecision":"deny"}'), '`{"permissionDecision":"deny"}`'),
        (Answer(stdout='{"reason":"REASON-one"}'), '`{"reason":"REASON"}`'),
        (Answer(exit_code=1, stdout='{"a":1}'), 'exit code 1 with `{"a":1}`'),
        (Answer(stdout="no"), "text on standard output"),
        (Answer(stderr="no"), "text on standard error"),
        (Answer(), "no answer"),
    ],
)
def test_each_answer_has_its_words(answer: Answer, words: str) -> None:
    assert answer_words(answer, "Bash", "granted") == words


def test_what_the_answer_was_about_is_said_where_it_matters() -> None:
    assert answer_words(Answer(), "Edit", "needed") == "no answer to a patch where the user would be asked"


@pytest.mark.parametrize(
    ("older", "newer", "is_next_one"),
    [
        ("1.0.80", "1.0.81", True),
        ("1.0.71", "1.0.73", False),
        ("0.116.0", "0.117.0", False),
        ("1.0.0-1", "1.0.1", False),
    ],
)
def test_numbers_say_whether_a_release_may_lie_between(older: str, newer: str, *, is_next_one: bool) -> None:
    assert is_next(older, newer) is is_next_one


def test_a_mirror_may_lack_the_release_between() -> None:
    listed = {"1.0.71": "2026-07-17", "1.0.73": "2026-07-23"}
    step = ContractStep("event", ("a",), "new:", "1.0.71", "1.0.73", MEASURED)
    assert not step.is_exact(Releases("agent", "npm", "2026-11-27", LATEST_POSSIBLE, dict(listed)))
    assert step.is_exact(Releases("agent", "npm", "2026-11-27", PUBLISHED, dict(listed)))
    assert not step.is_exact(None)


def test_explain_names_the_release_that_brought_a_name() -> None:
    """The changelog names 1.0.62 for the Claude names; 1.0.61 was run, and had none."""
    result = CliRunner().invoke(cli, ["explain", "copilot-cli", "Agent", "--evidence"])
    assert "  came        1.0.62 (released by 2026-06-15)\n" in result.stdout
    document = json.loads(CliRunner().invoke(cli, ["explain", "copilot-cli", "Agent", "--json"]).stdout)
    assert schemas.problems(document, "explanation") == []
    assert document["rows"][0]["changes"][0]["after"] == "1.0.61"


def test_explain_says_exactly_where_a_document_does() -> None:
    result = CliRunner().invoke(cli, ["explain", "claude-code", "Agent", "--evidence"])
    assert "  came        2.1.63 (" in result.stdout
