"""`explain --platform-version`: names as they were at one version of a platform."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from hookconform.cli import cli
from hookconform.corpus import schemas
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.explain.at_version import at_version, known_version
from hookconform.explain.whole_platform import explain_platform
from hookconform.ground.errors import HookconformError

# At 1.0.61 the shell's second tool was last seen.
GONE = ("copilot-cli", "write_bash")


def said(*words: str) -> str:
    result = CliRunner().invoke(cli, ["explain", *words])
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ((*GONE, "--platform-version", "v1.0.59"), "known at 1.0.59;"),
        ((*GONE, "--platform-version", "1.0.102"), "not known at 1.0.102: last seen at 1.0.61;"),
        (("gemini-cli", "invoke_agent", "--platform-version", "0.13.0"), "not known at 0.13.0: since "),
        # Nobody knows whether the oldest versions had it.
        (("codex", "clocksleep", "--platform-version", "0.120"), "recorded later than 0.120.0 only;"),
        (("copilot-cli", "--platform-version", "1.0.102"), "no longer sent at 1.0.102: "),
        (("gemini-cli", "--platform-version", "0.13.0"), "later than 0.13.0: grep_search,"),
        ((*GONE, "--evidence", "--platform-version", "1.0.59"), "version known at 1.0.59"),
    ],
)
def test_what_is_known_at_a_version_is_said(words: tuple[str, ...], text: str) -> None:
    assert text in said(*words)


def test_a_canonical_name_has_the_names_of_the_version() -> None:
    words = ("copilot-cli", "--canonical", "BashInput", "--platform-version")
    assert "write_bash" in said(*words, "1.0.59")
    assert "write_bash" not in said(*words, "1.0.102")


def test_a_name_that_no_hook_gets_stays_one() -> None:
    assert "known at" not in said("codex", "shell", "--platform-version", load_platform("codex").newest)


@pytest.mark.parametrize("platform", platform_ids())
def test_every_current_name_is_known_at_the_newest_version(platform: str) -> None:
    newest = load_platform(platform).newest
    found = at_version(explain_platform(platform), platform, newest)
    assert schemas.problems(found, "explanation") == []
    states: dict[str, set[str]] = {}
    for row in (*found["tools"], *found["events"]):
        states.setdefault(row["status"], set()).add(row["at_version"])
    assert states["current"] == {"known"}
    assert states.get("historic", {"earlier"}) == {"earlier"}


@pytest.mark.parametrize(
    ("text", "what"), [("new", "is no version"), ("0.0.1", "Nothing is known of Gemini CLI 0.0.1")]
)
def test_a_version_that_nothing_is_known_of_is_an_error(text: str, what: str) -> None:
    with pytest.raises(HookconformError, match=what) as caught:
        known_version("gemini-cli", text)
    assert load_platform("gemini-cli").newest in caught.value.hint


@pytest.mark.parametrize(
    "words", [("Bash",), ("--canonical", "Bash"), ("--facade", "openai"), ("codex", "1.0", "--escapes")]
)
def test_a_version_needs_its_platform(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(cli, ["explain", *words, "--platform-version", "1.0"])
    assert result.exit_code == 2
    assert "version" in result.output


def test_json_has_the_version_and_what_is_known_at_it() -> None:
    words = ["explain", *GONE, "--platform-version", "1.0.102", "--json"]
    found: dict[str, Any] = json.loads(CliRunner().invoke(cli, words).stdout)
    assert schemas.problems(found, "explanation") == []
    assert (found["platform_version"], found["rows"][0]["at_version"]) == ("1.0.102", "earlier")
