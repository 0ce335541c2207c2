"""What users of the library import, and how platforms are found."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import hook_adapters
from hook_adapters import InvalidArgument, UnsupportedPlatform
from hook_adapters.canonical.event import PRE_TOOL
from hook_adapters.canonical.platform import Platform, load
from hook_adapters.canonical.verdict import WORDS

CALL = {"hook_event_name": "BeforeTool", "tool_name": "run_shell_command", "tool_input": {"command": "ls"}}


def test_the_door_reads_and_answers() -> None:
    (event,) = hook_adapters.canonicalize("gemini-cli", json.dumps(CALL))
    assert event["tool_name"] == "Bash"
    answer = hook_adapters.respond("gemini-cli", json.dumps(CALL), {"decision": "deny", "reason": "R"})
    assert json.loads(answer["stdout"]) == {"decision": "deny", "reason": "R"}


def test_a_question_without_a_reason_is_not_called_a_denial() -> None:
    answer = hook_adapters.respond("gemini-cli", json.dumps(CALL), {"decision": "ask"})
    assert json.loads(answer["stdout"]) == {"decision": "ask", "reason": "This needs your approval."}


def test_the_version_reaches_the_answer() -> None:
    ask: hook_adapters.VerdictFields = {"decision": "ask", "reason": "R"}
    old = hook_adapters.respond("gemini-cli", json.dumps(CALL), ask, platform_version="0.35.3")
    assert json.loads(old["stdout"])["decision"] == "deny"


def test_everything_promised_is_there() -> None:
    assert all(getattr(hook_adapters, name) is not None for name in hook_adapters.__all__)
    assert get_type_hints(hook_adapters.CanonicalEvent)["tool_name"] is str
    assert (Path(hook_adapters.__file__).parent / "py.typed").is_file()


def test_platforms_are_the_modules_there_are() -> None:
    folder = Path(hook_adapters.__file__).parent
    modules = {path.stem.replace("_", "-") for path in folder.glob("*.py") if not path.stem.startswith("_")}
    assert set(hook_adapters.platforms()) == modules
    assert all(isinstance(load(name), Platform) for name in modules)


@pytest.mark.parametrize(
    "name", ["emacs", "rules", "canonical", "gemini_cli", "GEMINI-CLI", "", "-", "__main__", "rules.pack", "os", "../x"]
)
def test_what_is_no_platform_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(UnsupportedPlatform, match="gemini-cli"):
        hook_adapters.canonicalize(name, "{}")


def test_a_platform_that_is_no_text_is_refused() -> None:
    with pytest.raises(UnsupportedPlatform, match="gemini-cli"):
        hook_adapters.canonicalize(None, "{}")  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ({"platform_version": "newest"}, "'newest' is no version"),
        ({"platform_version": ""}, "'' is no version"),
        ({"platform_version": 1.5}, "1.5 is no version"),
        ({"registered_event": "beforetool"}, "names are exact: BeforeTool"),
        ({"registered_event": "BEFORETOOL[x]"}, "names are exact: BeforeTool"),
    ],
)
def test_a_name_that_would_change_the_answer_in_silence_is_refused(named: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidArgument, match=re.escape(says)):
        hook_adapters.canonicalize("gemini-cli", json.dumps(CALL), **named)
    with pytest.raises(InvalidArgument, match=re.escape(says)):
        hook_adapters.respond("gemini-cli", json.dumps(CALL), {"decision": "deny"}, **named)


@pytest.mark.parametrize(
    ("verdict", "says"),
    [
        ({"decision": "denny"}, "did you mean deny?"),
        ({"decison": "deny"}, "did you mean decision?"),
        (["deny"], "a verdict is an object"),
        ("deny", "a verdict is an object"),
    ],
)
def test_what_is_no_verdict_is_refused_with_what_was_meant(verdict: Any, says: str) -> None:
    with pytest.raises(InvalidArgument, match=re.escape(says)):
        hook_adapters.respond("gemini-cli", json.dumps(CALL), verdict)


@pytest.mark.parametrize("version", ["v1.2", "0.35.3-nightly", "rust-v0.5", None])
def test_versions_as_platforms_write_them_are_taken(version: str | None) -> None:
    hook_adapters.canonicalize("gemini-cli", json.dumps(CALL), platform_version=version)


@pytest.mark.parametrize("name", hook_adapters.platforms())
def test_a_platform_says_what_it_honours_in_one_form(name: str) -> None:
    platform = load(name)
    events = platform.tables.events
    assert {part for row in platform._honoured.values() for part in row} <= set(WORDS)
    if events:
        assert set(platform._honoured) <= {*events, *events.values(), "SessionStart", "BeforeModel"}
    assert events.get(platform.pre_tool_event, platform.pre_tool_event) in PRE_TOOL
    assert "deny" in platform._row(platform.pre_tool_event)


def test_a_module_is_all_it_takes(tmp_path: Path) -> None:
    """A folder more in the package's path stands for a file more in its folder."""
    script = (
        "import sys, hook_adapters; hook_adapters.__path__.append(sys.argv[1]); "
        "print('toy-agent' in hook_adapters.platforms()); "
        "print(hook_adapters.canonicalize('toy-agent', '{\"hook_event_name\":\"Stop\"}')[0]['hook_event_name'])"
    )
    (tmp_path / "toy_agent.py").write_text("from hook_adapters.claude_code import PLATFORM\n")
    command = [sys.executable, "-c", script, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "Stop"]
