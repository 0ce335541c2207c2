"""`hookconform debug` takes what a run prints: the payload is then that of the case."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from hookconform.cases.composing import compose
from hookconform.cases.loading import case_with_id, iter_cases
from hookconform.cli import cli
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError

CASE = "gemini-cli/synthetic/plain-push"


def debug(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["debug", *arguments])


@pytest.mark.parametrize("subject", [CASE, f"{CASE}::tool-name", f"corpus/platforms/{CASE}.json"])
def test_a_case_is_asked_as_it_is(subject: str) -> None:
    row = json.loads(debug(subject, "--json").output)
    assert row["payload"] == case_with_id(CASE, corpus_root()).payload
    assert row["events"][0]["tool_name"] == "Bash"


def test_of_a_claim_the_newest_real_case_is_asked() -> None:
    output = debug("gemini-cli#tool:replace").output
    assert "shape    gemini-cli/captured/0.61.0/" in output


def test_a_payload_that_is_no_object_is_sent_as_its_text() -> None:
    result = debug("gemini-cli/synthetic/not-json")
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == "debug.refused"
    shown = debug("gemini-cli/synthetic/not-json", "--adapter", "reference-hook").output
    assert "(as text)" in shown
    assert "deny" in shown


@pytest.mark.parametrize("arguments", [("gemini-cli",), (CASE, "--tool", "Bash"), (CASE, "--input", "{}")])
def test_half_a_question_is_wrong_use(arguments: tuple[str, ...]) -> None:
    assert debug(*arguments).exit_code == 2


def test_a_case_that_is_not_there_is_an_error_with_the_one_that_was_meant() -> None:
    result = debug("gemini-cli/synthetic/plain-pus")
    assert isinstance(result.exception, HookconformError)
    assert (result.exception.code, "plain-push" in result.exception.hint) == ("case.unknown", True)


@pytest.mark.parametrize(("platform", "event"), [("claude-code", "PreToolUse"), ("codex", "PreToolUse")])
def test_a_shape_is_that_of_a_real_call_before_a_probe(platform: str, event: str) -> None:
    shaped = compose(platform, event).shaped_after
    (case,) = iter_cases(platforms=[platform], ids={shaped})
    assert case.is_captured
    assert not case.is_probe


PATCH = "*** Begin Patch\n*** Add File: secrets/key\n+a\n*** End Patch"
SENT = [
    (platform, name)
    for platform in platform_ids()
    for name, claim in load_platform(platform).tools.items()
    if claim.patch is True and claim.status == "current"
]


@pytest.mark.parametrize(("platform", "tool"), SENT)
@pytest.mark.parametrize("given", [PATCH, json.dumps(PATCH)], ids=["text", "JSON"])
def test_a_tool_that_sends_a_text_is_given_one(platform: str, tool: str, given: str) -> None:
    result = debug(platform, "PreToolUse", "--tool", tool, "--input", given, "--json")
    row = json.loads(result.stdout)
    # Copilot CLI was recorded with the patch itself in toolArgs.
    assert PATCH in row["payload"].values()
    assert row["events"][0]["tool_input"]["file_path"] == "secrets/key"


@pytest.mark.parametrize(
    ("words", "code", "hint"),
    [
        (("claude-code", "Bash", "ls"), "compose.arguments", '\'{"command": "ls"}\''),
        (("codex", "apply_patch", PATCH), "compose.arguments", '\'{"command": "*** Begin Patch…"}\''),
        (("copilot-cli", "bash", "ls"), "compose.arguments", "A text is sent by apply_patch"),
        (("copilot-cli", "apply_patch", "[1]"), "debug.input", "the text of a patch"),
        (("copilot-cli", "apply_patch", '{"a'), "debug.input", "the text of a patch"),
    ],
)
def test_a_text_for_another_tool_is_refused_with_what_to_write(
    words: tuple[str, str, str], code: str, hint: str
) -> None:
    platform, tool, given = words
    error = debug(platform, "PreToolUse", "--tool", tool, "--input", given).exception
    assert isinstance(error, HookconformError)
    assert (error.code, hint in error.hint) == (code, True)
