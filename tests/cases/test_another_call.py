"""A payload that is composed with another call tells that call wherever it tells one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from hookconform.cases.another_call import repeated, retold
from hookconform.cases.composing import compose
from hookconform.cases.loading import iter_cases
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform, load_platform, platform_ids
from hookconform.corpus.native import named_tool
from hookconform.ground.pointers import MISSING, first, resolve

TOOL, ARGUMENTS = "zz_tool", {"zz": "zz", "zzs": [1, {"zz": None}]}
# Shorter texts, such as `x`, are part of others by chance.
SHORTEST = 4
ENVELOPE = ("event", "session_id", "cwd", "prompt")
TRANSCRIPTS = {"transcript_path", "transcriptPath"}


def recorded_calls(platform: Platform) -> Iterator[tuple[Case, dict[str, Any]]]:
    for case in iter_cases(platforms=[platform.id]):
        shown = case.is_captured or case.id.startswith(f"{platform.id}/synthetic/documented-")
        if shown and case.payload is not None and named_tool(platform, case.payload) is not None:
            yield case, case.payload


def texts(value: Any) -> Iterator[str]:
    """Yield every text of a value, and those of JSON in a text."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, str):
        yield value
        if value[:1] in {"{", "["}:
            try:
                yield from texts(json.loads(value))
            except ValueError:
                return


def fields(value: Any) -> Iterator[str]:
    """Yield the texts below the fields of a value; the names of the fields are the platform's."""
    for item in value.values() if isinstance(value, dict) else [value]:
        yield from texts(item)


def values(value: Any) -> Iterator[str]:
    """Yield every text of a value that is no key."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from values(item)
    else:
        yield from (value,) if isinstance(value, str) else ()


def told_without_a_call(platform: Platform) -> set[tuple[str, str]]:
    """Return key and text of what payloads without a call say, too, such as a model."""
    return {
        (key, text)
        for case in iter_cases(platforms=[platform.id])
        if case.is_captured and case.payload is not None and named_tool(platform, case.payload) is None
        for key, value in case.payload.items()
        for text in texts(value)
    }


def left_over(platform_id: str) -> Iterator[str]:
    """Yield the top-level keys, by event, in which a text of the recorded call is left."""
    platform = load_platform(platform_id)
    shared = told_without_a_call(platform)
    envelope = [pointer for name in ENVELOPE for pointer in getattr(platform.payload, name)]
    for case, payload in recorded_calls(platform):
        arguments = first(payload, platform.payload.tool_input)
        told = {named_tool(platform, payload) or "", *values(arguments[1] if arguments else None)}
        told = {text for text in told if len(text) >= SHORTEST}
        built = retold(platform, case.expected.event, payload, TOOL, ARGUMENTS).payload
        for parent, _, last in (pointer.rpartition("/") for pointer in envelope):
            holder = resolve(built, parent)
            if isinstance(holder, dict):
                holder.pop(last, None)
            elif isinstance(holder, list):
                holder.clear()
        for key in built.keys() - TRANSCRIPTS:
            left = {found for found in fields(built[key]) if (key, found) not in shared}
            if any(text in found for found in left for text in told):
                yield f"{case.expected.native_event}: /{key}"


def misread(platform_id: str) -> Iterator[str]:
    """Yield the places whose recorded value is not what the claims say of it."""
    platform = load_platform(platform_id)
    for repeat in platform.payload.repeats:
        for case, payload in recorded_calls(platform) if repeat.of else ():
            again = resolve(payload, repeat.at)
            arguments = first(payload, platform.payload.tool_input)
            given = arguments[1] if arguments is not None and isinstance(arguments[1], dict) else None
            if MISSING is not again and given is not None:
                expected = repeated(repeat, named_tool(platform, payload) or "", given)
                yield from [f"{case.id}: {repeat.at}"] if again != expected else []


@pytest.mark.whole
@pytest.mark.parametrize("platform_id", platform_ids())
def test_no_word_of_the_recorded_call_is_left(platform_id: str) -> None:
    assert sorted(set(left_over(platform_id))) == []


@pytest.mark.whole
@pytest.mark.parametrize("platform_id", platform_ids())
def test_recordings_repeat_a_call_as_the_claims_say(platform_id: str) -> None:
    assert list(misread(platform_id)) == []


def test_a_name_and_arguments_are_told_twice_where_the_platform_does_so() -> None:
    composed = compose("cline", "PreToolUse", tool="run_commands", arguments={"commands": ["ls"]})
    assert composed.payload["tool_call"]["input"] == {"commands": ["ls"]}
    assert composed.payload["preToolUse"] == {"toolName": "run_commands", "parameters": {"commands": '["ls"]'}}
    composed = compose("grok-build", "PreToolUse", tool="apply_patch", arguments={"patch": "x"})
    assert composed.payload["tool_input"] == composed.payload["toolInput"] == {"patch": "x"}
    assert composed.payload["tool_name"] == "apply_patch"


def test_the_call_of_a_template_stays_whole_if_nothing_else_was_asked() -> None:
    filed = compose("claude-code", "PostToolUse", tool="Write")
    assert filed.payload["tool_response"]["content"]
    assert filed.emptied == ()
    again = compose("claude-code", "PostToolUse", tool="Write", arguments=filed.payload["tool_input"])
    assert (again.payload, again.emptied) == (filed.payload, ())


def test_a_result_that_nobody_recorded_is_empty() -> None:
    composed = compose("claude-code", "PostToolUse", tool="Bash", arguments={"command": "make it so"})
    assert composed.payload["tool_response"].keys() >= {"stdout", "stderr"}
    assert set(values(composed.payload["tool_response"])) == {""}
    assert composed.emptied == ("/tool_response",)


def test_a_tool_of_a_server_says_so_and_no_other_does() -> None:
    served = compose("gemini-cli", "BeforeTool", tool="mcp_srv_push", arguments={"to": "main"})
    assert "mcp_context" in served.payload
    assert "lab" not in set(texts(served.payload["mcp_context"]))
    assert "mcp_context" not in compose("gemini-cli", "BeforeTool", tool="run_shell_command").payload
    wrapped = compose("grok-build", "PreToolUse", tool="srv__push", arguments={"to": "main"})
    assert wrapped.payload["toolInput"] == {"tool_name": "srv__push", "tool_input": {"to": "main"}}
