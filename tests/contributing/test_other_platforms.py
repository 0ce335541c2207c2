"""What a person's own run of a platform shows becomes a case, without what is private, in whatever form it stands."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.support.filing import copy_recorded, read_case
from tests.support.reviewing import Feed, kept, run

from hookconform.corpus.claims import load_platform
from hookconform_lab.cli.corpus import command as corpus_command
from hookconform_lab.recorder.inbox import open_inbox
from hookconform_lab.recorder.reviewing import Review, Reviewer
from hookconform_lab.recorder.showing import marked_payload

pytestmark = pytest.mark.whole

# A recorded call of each that runs a command, after it ran.
CALLS = {
    "cline": "post-tool-use-run-commands",
    "grok-build": "post-tool-use-run-terminal-command-2",
    "hermes-agent": "post-tool-call-terminal",
    "kilo-code": "tool-execute-after-bash",
    "kimi-code": "post-tool-use-bash",
    "pi": "tool-result-bash",
    "qwen-code": "post-tool-use-run-shell-command",
}
ENVIRONMENT = {
    "cline": ["CLINE_BUILD_ENV"],
    "grok-build": ["GROK_HOOK_EVENT", "GROK_HOOK_NAME", "GROK_SESSION_ID"],
    "hermes-agent": ["HERMES_SESSION_ID"],
    "kilo-code": ["KILO_PID"],
    "pi": ["PI_CODING_AGENT"],
    "qwen-code": ["QWEN_PROJECT_DIR"],
}
SECRET = "ghp_Zq7rT2mXw9Lk4VbN8cYdPf3sGh6jQ1aE5uIo"
NEEDLES = ("waltraud", "zeppelin", "Zq7rT2")


def is_bytes(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 2 and all(isinstance(item, int) for item in value)


def each_text(value: Any, change: Callable[[str], str]) -> Any:
    """Return a payload with its texts changed, those told as bytes too."""
    if isinstance(value, dict):
        return {key: each_text(inner, change) for key, inner in value.items()}
    if is_bytes(value):
        return list(change(bytes(value).decode()).encode())
    if isinstance(value, list):
        return [each_text(inner, change) for inner in value]
    return change(value) if isinstance(value, str) else value


def everything_said(value: Any) -> str:
    said: list[str] = []
    each_text(value, lambda text: said.append(text) or text)
    return "\n".join([*said, json.dumps(value)])


def personal(text: str) -> str:
    text = text.replace("/home/dev/project", "/home/waltraud/clients/zeppelin").replace("/home/dev", "/home/waltraud")
    # Hermes Agent's results are JSON in a text.
    text = text.replace('{"output": "', f'{{"output": "{SECRET} of waltraud ')
    return f"{text} {SECRET} of waltraud\n" if text.endswith("\n") or "Output:" in text else text


@pytest.mark.parametrize("platform", CALLS)
def test_a_call_becomes_a_case_without_what_is_private(platform: str, corpus: Path, feed: Feed) -> None:
    newest = load_platform(platform).newest
    copy_recorded(corpus, platform, newest)
    case = read_case(corpus, f"{platform}/captured/{newest}/{CALLS[platform]}")
    mine = each_text(case["payload"], personal)
    assert set(NEEDLES) <= {needle for needle in NEEDLES if needle in everything_said(mine)}
    more = {"platform": platform, "event": case["registered_event"], "hook_env_names": ENVIRONMENT.get(platform, [])}
    feed(mine, platform_version="99.0.0", **more)
    output = run("--yes", "--mask").output
    assert "left: " not in output, output
    (row,) = kept()
    payload = json.loads(row["payload_text"])
    assert [needle for needle in NEEDLES if needle in everything_said(payload)] == []
    result = CliRunner().invoke(corpus_command, ["add", "contribution/" + next(Path("contribution").iterdir()).name])
    assert result.exit_code == 0, result.output
    (added,) = (corpus / "platforms" / platform / "contributed").iterdir()
    filed = json.loads(added.read_bytes())
    assert filed["payload"] == payload
    same = ("event", "platform_event_name", "tool_name", "platform_tool_name", "tool_response_from", "cwd")
    assert {key: filed["expected"].get(key) for key in same} == {key: case["expected"].get(key) for key in same}
    assert filed["origin"]["driver"] == "live"


def test_a_review_shows_bytes_as_the_text_they_are_and_asks_for_it(corpus: Path, feed: Feed) -> None:
    said = "launch the airship\n"
    payload = {"hookEventName": "post_tool_use", "toolResult": {"type": "Bash", "output": list(said.encode())}}
    more = {"hook_env_names": ENVIRONMENT["grok-build"]}
    feed(payload, platform="grok-build", event="PostToolUse", platform_version="1.0.41", **more)
    (review,) = Reviewer(corpus).reviews(open_inbox().received)
    assert isinstance(review, Review)
    assert ("?", '    "output": bytes of "launch the airship\\n"') in list(marked_payload(review))
