"""What is refused says what, where and which name was meant; nothing a model sends raises anything else."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.facade_tables import CANONICAL, REGISTRY, all_facades

from tool_facades import Assumed, Call, FacadeError, NativeOnly, ProviderToolRegistry, ToolFacade
from tool_facades.base_tools import Ways
from tool_facades.wrappers.programs import numbers_without_effect, ways_of

NEWEST = list(all_facades(newest=True))


def refused(code: str, where: str, words: str, call: Any, *arguments: Any, **named: Any) -> None:
    with pytest.raises(FacadeError) as caught:
        call(*arguments, **named)
    error = caught.value
    assert (error.code, error.where) == (code, where)
    assert words in f"{error.what} {error.hint}"
    assert str(error) == f"{error.where}: {error.what} {error.hint}".strip()


def test_names_that_were_meant() -> None:
    refused("unknown-provider", "facades", "'gemini' was perhaps meant", REGISTRY.tools_for_provider, "gemni")
    refused(
        "unknown-provider", "facades", "There are: anthropic, anthropic-api, claude", REGISTRY.tools_for_provider, "zzz"
    )
    refused(
        "unknown-tool", "gemini", "'run_shell_command' was perhaps meant", REGISTRY.tool, "gemini", "RunShellCommand"
    )
    refused("unknown-tool", "opencode", "of the family 'gpt-5'", REGISTRY.tool, "opencode", "edit", "gpt-5")
    refused("unknown-tool", "pi", "There are:", REGISTRY.to_native, "pi", "WebSearch", {"query": "x"})


@pytest.mark.parametrize("provider", ["gemini", "claude"])
def test_an_unknown_model_is_no_family(provider: str) -> None:
    families = ", ".join(REGISTRY.families(provider))
    refused("unknown-family", provider, f"There are: {families}.", REGISTRY.tools_for_provider, provider, "llama-3")


@pytest.mark.parametrize("version", ["", "new", "1.x", "1..2", "-1", "٣.1", "9" * 5000, "1.0.0-beta"])
def test_what_is_no_version_is_refused(version: str) -> None:
    refused("unknown-version", "gemini", "As in", REGISTRY.tools_for_provider, "gemini", version=version)


@pytest.mark.parametrize("provider", ["anthropic-api", "openai-api", "mine"])
def test_tools_of_no_program_have_no_version_and_no_model_that_is_none(provider: str) -> None:
    registry = ProviderToolRegistry()
    registry.register(ToolFacade("mine", "run", "Bash", [{"type": "object"}], {"tool": "Bash", "arguments": {}}))
    assert (registry.families(provider), registry.versions(provider)) == (["any"], ["own"])
    assert registry.tools_for_provider(provider, "gpt-5", "own")
    for call in (registry.tools_for_provider, registry.families):
        refused("unknown-version", provider, "Leave it out", call, provider, version="1.0.20")
    for model in ("", " ", 3):
        refused("unknown-family", provider, "Leave it out", registry.tools_for_provider, provider, model)


def test_a_facade_of_no_canonical_tool_cannot_be_registered() -> None:
    mine = ToolFacade("mine", "run", "Bassh", [{"type": "object"}], {"tool": "Bassh", "arguments": {}})
    refused("unknown-tool", "canonical", "'Bash' was perhaps meant", ProviderToolRegistry().register, mine)


def test_ways_are_those_of_a_known_provider_under_each_of_its_names() -> None:
    refused("unknown-provider", "facades", "'opencode' was perhaps meant", ways_of, "opencod")
    refused("unknown-provider", "facades", "There are: anthropic", ways_of, "zzz")
    for name, other in (("anthropic", "claude"), ("google", "gemini"), ("openai", "codex")):
        assert ways_of(name) == ways_of(other) != Ways()
    # Nothing beside what every program does was recorded of it.
    assert ways_of("kimi") == Ways()


def test_a_number_without_effect_has_none_under_either_name_of_the_provider() -> None:
    # Recorded of Claude Code: a limit below 1 is as if it were not there.
    for provider in ("claude", "anthropic"):
        assert numbers_without_effect(provider, "Read", {"limit": 0}) == {"limit": 0}


def test_versions_between_recorded_ones_are_the_one_below() -> None:
    assert REGISTRY.tool("gemini", "read_file", version="0.30.0").version == "0.29.0"
    assert REGISTRY.tool("gemini", "read_file", version="0.27.0").version == "0.27.0"
    assert REGISTRY.tool("gemini", "read_file", version="99").version == REGISTRY.versions("gemini")[-1]
    refused(
        "unknown-version", "gemini", "The oldest is 0.21.3", REGISTRY.tools_for_provider, "gemini", version="0.21.2"
    )


def test_a_family_of_which_nothing_was_recorded_is_refused() -> None:
    words = "There are: claude, codex, letta."
    refused("unknown-family", "letta", words, REGISTRY.tools_for_provider, "letta", "gemini_snake")


def test_a_model_or_its_family_says_which_tools() -> None:
    for model in ("gpt-5.4", "GPT-5.4", "gpt"):
        assert REGISTRY.tool("copilot", "apply_patch", model).family == "gpt"
    for model in (None, "claude-sonnet-4.5", "claude"):
        assert REGISTRY.tool("copilot", "edit", model).family == "claude"
    refused("unknown-tool", "copilot", "", REGISTRY.tool, "copilot", "apply_patch")
    assert REGISTRY.tool("openai", "apply_patch").provider == "openai"


SHELL = REGISTRY.tool("gemini", "run_shell_command")
FETCH = REGISTRY.tool("opencode", "webfetch")
TODOS, TODO = REGISTRY.tool("claude", "TodoWrite"), {"content": "a", "status": "pending", "activeForm": "a"}
STEPS, STEP = REGISTRY.tool("opencode", "todowrite"), {"content": "a", "status": "pending", "priority": "low"}


@pytest.mark.parametrize(
    ("facade", "arguments", "code", "at", "words"),
    [
        (SHELL, {"comand": "ls"}, "unknown-argument", "comand", "'command' was perhaps meant"),
        (SHELL, {}, "missing-argument", "command", "is required"),
        (SHELL, {"command": 3}, "wrong-argument", "command", "must be string, not number"),
        (SHELL, {"command": "ls", "is_background": 1}, "wrong-argument", "is_background", "must be boolean"),
        (FETCH, {"url": "a", "format": "text", "timeout": float("inf")}, "wrong-argument", "timeout", "must be number"),
        (FETCH, {"url": "a", "format": "text", "timeout": 10**400}, "wrong-argument", "timeout", "must be number"),
        (SHELL, {"command": None}, "wrong-argument", "command", "must be string, not null"),
        (SHELL, [], "wrong-argument", "", "takes named arguments"),
        (SHELL, "ls", "wrong-argument", "", "takes named arguments"),
        (TODOS, {"todos": [{**TODO, "status": "done"}]}, "wrong-argument", "todos/0/status", "'completed'"),
        (TODOS, {"todos": [TODO, {"status": "pending"}]}, "missing-argument", "todos/1/content", "is required"),
        (REGISTRY.tool("codex", "apply_patch"), {"text": "x"}, "wrong-argument", "", "takes a text"),
        (TODOS, {"todos": [{**TODO, "x": 1}]}, "unknown-argument", "todos/0/x", "not declared"),
        (STEPS, {"todos": [{**STEP, "x": 1}]}, "unknown-argument", "todos/0/x", "not declared"),
    ],
)
def test_what_a_model_got_wrong(facade: ToolFacade, arguments: Any, code: str, at: str, words: str) -> None:
    where = " ".join(filter(None, (facade.provider, facade.tool_name, at)))
    refused(code, where, words, facade.to_canonical, arguments)


def test_canonical_arguments_are_checked_too() -> None:
    refused("unknown-argument", "Bash comand", "'command' was perhaps meant", SHELL.to_native, {"comand": "ls"})
    place = f"{SHELL.provider} {SHELL.tool_name}"
    refused("unknown-tool", place, "takes calls of Bash, not of 'Read'", SHELL.to_native, Call("Read", {}))
    assumed = [Assumed(1, "timeout", 1000)]
    refused("wrong-argument", place, "there is no call 1", SHELL.to_native, {"command": "ls"}, {}, assumed)
    refused("wrong-argument", "Bash command", "must be string", SHELL.to_native, {"command": 1})
    refused("missing-argument", "gemini run_shell_command command", "is required", SHELL.to_native, {})
    read = REGISTRY.tool("claude", "Read")
    refused("wrong-argument", "Read offset", "must be at least 1", read.to_native, {"file_path": "a", "offset": 0})
    refused("wrong-argument", "Read limit", "must be integer", read.to_native, {"file_path": "a", "limit": True})


def test_a_text_is_no_canonical_call() -> None:
    refused("wrong-argument", "Bash", "must be object, not string", SHELL.to_native, ["ls"])
    refused("wrong-argument", "Edit", "must be object", REGISTRY.tool("codex", "apply_patch").to_native, "x")


def test_what_has_no_counterpart_is_no_loss_or_an_error() -> None:
    copilot = REGISTRY.tool("copilot", "edit")
    edit = {"file_path": "a", "old_string": "x", "new_string": "y"}
    refused(
        "no-counterpart",
        "copilot edit replace_all",
        "one place a call",
        copilot.to_native,
        {**edit, "replace_all": True},
    )
    assert copilot.to_native({**edit, "replace_all": False}).calls[0].arguments == {
        "path": "a",
        "old_str": "x",
        "new_str": "y",
    }
    refused("no-counterpart", "gemini run_shell_command timeout", "", SHELL.to_native, {"command": "ls", "timeout": 5})
    refused("no-counterpart", "copilot edit patch", "differ by the file's text", copilot.to_native, {"patch": "x"})
    patch = REGISTRY.tool("codex", "apply_patch")
    refused("no-counterpart", "codex apply_patch file_path", "", patch.to_native, edit)


def test_a_tools_own_arguments_go_nowhere_else() -> None:
    claude = REGISTRY.tool("claude", "Bash")
    found = claude.to_canonical({"command": "ls", "dangerouslyDisableSandbox": True})
    assert found.native_only == {"dangerouslyDisableSandbox": True}
    command = {"command": "ls"}
    assert claude.to_native(command, found.native_only).calls[0].arguments == {
        "command": "ls",
        "dangerouslyDisableSandbox": True,
    }
    where = "gemini run_shell_command dangerouslyDisableSandbox"
    refused("native-only", where, "of claude Bash alone", SHELL.to_native, command, found.native_only)
    where = "claude PowerShell dangerouslyDisableSandbox"
    other = REGISTRY.tool("claude", "PowerShell")
    refused("native-only", where, "of claude Bash alone", other.to_native, command, found.native_only)
    refused("native-only", "claude Bash tty", "no argument of this tool", claude.to_native, command, {"tty": True})


def test_own_arguments_that_only_talk_are_dropped_elsewhere_and_named() -> None:
    codex = REGISTRY.tool("codex", "exec_command")
    found = codex.to_canonical({"cmd": "ls", "justification": "to look"})
    assert isinstance(found.native_only, NativeOnly)
    mapped = SHELL.to_native({"command": "ls"}, found.native_only)
    assert (mapped.calls[0].arguments, mapped.dropped) == ({"command": "ls"}, ("justification",))
    assert codex.to_native({"command": "ls"}, found.native_only).dropped == ()


def test_own_values_that_ask_for_no_more_are_no_loss_elsewhere() -> None:
    hermes, opencode = REGISTRY.tool("hermes", "search_files"), REGISTRY.tool("opencode", "grep")
    found = hermes.to_canonical({"pattern": "x", "target": "content"})
    mapped = opencode.to_native(found)
    assert (mapped.calls[0].arguments, mapped.dropped) == ({"pattern": "x"}, ())
    # It comes back to the tool that has it, and any other value is an error elsewhere.
    assert hermes.to_native({"pattern": "x"}, found.native_only).calls[0].arguments["target"] == "content"
    other = hermes.to_canonical({"pattern": "*.py", "target": "files"}).native_only
    refused(
        "native-only", "opencode grep target", "of hermes search_files", opencode.to_native, {"pattern": "x"}, other
    )


@pytest.mark.parametrize("what", [None, True, 1, 2.5, b"x", [], {}, {1: 2}, (1,), object], ids=repr)
def test_what_is_no_name_and_no_call_is_told(what: Any) -> None:
    for ask in (
        lambda: REGISTRY.tools_for_provider(what),
        lambda: REGISTRY.tool("claude", what),
        lambda: REGISTRY.tools_for_provider("claude", None, what),
        lambda: REGISTRY.to_native("claude", what, {"command": "ls"}),
        lambda: SHELL.to_canonical(what),
        lambda: SHELL.to_canonical({what if isinstance(what, int | bytes) else 1: "ls"}),
        lambda: SHELL.to_native([what]),
        lambda: SHELL.to_native({"command": what}),
    ):
        with pytest.raises(FacadeError):
            ask()
    if what is not None:
        with pytest.raises(FacadeError):
            REGISTRY.tools_for_provider("claude", what)
    if not isinstance(what, dict | list):
        for ask in (lambda: SHELL.to_native(what), lambda: SHELL.to_native({}, what if what is not None else 1)):
            with pytest.raises(FacadeError):
                ask()


def test_a_nested_own_argument_comes_back_at_its_place() -> None:
    ask = REGISTRY.tool("claude", "AskUserQuestion")
    options = [{"label": "a", "description": "b"}, {"label": "c", "description": "d", "preview": "e"}]
    call = {"questions": [{"question": "q?", "header": "h", "options": options, "multiSelect": False}]}
    found = ask.to_canonical(call)
    assert found.native_only == {"questions/0/options/1/preview": "e"}
    arguments = found.calls[0].arguments
    assert isinstance(arguments, dict)
    assert ask.to_native(arguments, found.native_only).calls[0].arguments == call
    arguments["questions"][0]["options"].pop()
    where = "claude AskUserQuestion questions/0/options/1/preview"
    refused("native-only", where, "no place for", ask.to_native, arguments, found.native_only)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.whole
@given(st.sampled_from(NEWEST), st.data())
@settings(max_examples=150, deadline=None)
def test_whatever_a_model_sends_is_mapped_or_refused(facade: ToolFacade, data: st.DataObject) -> None:
    names = sorted({name for schema in facade.parameters for name in schema.get("properties", {})}) or ["x"]
    arguments = data.draw(JSON | st.dictionaries(st.sampled_from(names), JSON, max_size=4))
    with contextlib.suppress(FacadeError):
        assert {call.tool for call in facade.to_canonical(arguments).calls} <= {facade.canonical}


@pytest.mark.whole
@given(st.sampled_from(NEWEST), st.data())
@settings(max_examples=150, deadline=None)
def test_whatever_a_caller_asks_for_is_said_or_refused(facade: ToolFacade, data: st.DataObject) -> None:
    names = sorted(CANONICAL[facade.canonical]["arguments"]) or ["x"]
    arguments = data.draw(st.dictionaries(st.sampled_from(names), JSON, max_size=4))
    own = data.draw(st.dictionaries(st.text(max_size=4) | st.sampled_from(names), JSON, max_size=1))
    with contextlib.suppress(FacadeError):
        assert {call.tool for call in facade.to_native(arguments, own).calls} <= {facade.tool_name}
