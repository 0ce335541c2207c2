import json
from typing import Any

import pytest

import hook_adapters


def gemini(tool_name: Any, tool_input: Any, **extra: Any) -> Any:
    payload = {"hook_event_name": "BeforeTool", "tool_name": tool_name, "tool_input": tool_input, **extra}
    return hook_adapters.canonicalize("gemini-cli", json.dumps(payload))[0]


@pytest.mark.parametrize("value", ["ls", None, [1], 0, '{"command": "ls"}'])
def test_arguments_that_are_no_object_are_kept_under_one_key(value: Any) -> None:
    arguments = gemini("run_shell_command", value)["tool_input"]
    assert arguments == {"tool_input": value, "platform_tool_name": "run_shell_command"}


@pytest.mark.parametrize(
    ("value", "commands"),
    [("ls", ["ls"]), (None, None), ([1], None), (0, None), ('{"command": "ls"}', ['{"command": "ls"}', "ls"])],
)
def test_text_for_all_arguments_of_an_unknown_tool_may_be_a_command(value: Any, commands: list[str] | None) -> None:
    assert gemini("mcp_lab_echo", value)["tool_input"] == {
        "tool_input": value,
        **({} if commands is None else {"commands": commands}),
    }


def test_unknown_fields_join_the_arguments_and_never_overwrite() -> None:
    event = gemini("mcp_lab_echo", {"text": "a"}, text="b", colour="red")
    assert event["tool_input"] == {"text": "a", "colour": "red"}


def test_an_unknown_field_is_not_renamed_and_does_not_shadow_a_canonical_argument() -> None:
    event = gemini("glob", {"dir_path": "src"}, path="other", dir_path="third")
    arguments = {"path": "src", "file_paths": ["src"], "dir_path": "third"}
    assert event["tool_input"] == {**arguments, "platform_tool_name": "glob"}


def test_known_fields_stay_beside_the_arguments() -> None:
    event = gemini("mcp_lab_echo", {"text": "a"}, timestamp="2026-11-21T00:00:00Z")
    assert event["tool_input"] == {"text": "a"}
    assert event["timestamp"] == "2026-11-21T00:00:00Z"


def test_unknown_fields_join_on_events_without_a_tool_too() -> None:
    (event,) = hook_adapters.canonicalize("claude-code", '{"hook_event_name":"Stop","colour":"red"}')
    assert event["tool_input"] == {"colour": "red"}
    assert "tool_name" not in event


@pytest.mark.parametrize("extra", [{}, {"platform_tool_name": "forged"}])
def test_the_reserved_key_never_survives(extra: Any) -> None:
    assert "tool_input" not in gemini("mcp_lab_echo", {"platform_tool_name": "forged"}, **extra)
    assert gemini("write_file", {"platform_tool_name": "forged"}, **extra)["tool_input"] == {
        "platform_tool_name": "write_file"
    }


def test_empty_arguments_are_absent() -> None:
    assert "tool_input" not in gemini("list_background_processes", {})


def test_the_name_that_the_platform_reads_wins_and_the_decoy_is_dropped() -> None:
    for sent in ({"dir_path": "a", "path": "b"}, {"path": "b", "dir_path": "a"}):
        expected = {"path": "a", "file_paths": ["a"], "platform_tool_name": "glob"}
        assert gemini("glob", sent)["tool_input"] == expected


@pytest.mark.parametrize(
    ("given", "paths"),
    [
        ({"paths": "a"}, ["a"]),
        ({"paths": ["a", "b", "a"]}, ["a", "b"]),
        ({"path": "a"}, ["a"]),
        ({"paths": "a", "path": "b"}, ["a", "b"]),
        ({"paths": []}, None),
        ({"paths": ["", 1]}, None),
        ({"glob": "secrets/**", "pattern": "secrets/key"}, None),
    ],
)
def test_the_places_in_which_a_search_looks_are_listed(given: dict[str, Any], paths: list[str] | None) -> None:
    (event,) = hook_adapters.canonicalize(
        "copilot-cli", json.dumps({"toolName": "grep", "toolArgs": given}), "preToolUse"
    )
    assert event["tool_input"].get("file_paths") == paths


def test_a_patch_may_be_the_whole_of_the_arguments() -> None:
    payload = {"hook_event_name": "PreToolUse", "tool_name": "apply_patch", "tool_input": PATCH}
    (event,) = hook_adapters.canonicalize("codex", json.dumps(payload))
    assert (event["tool_input"]["patch"], event["tool_input"]["file_paths"]) == (PATCH, FILES)


def test_a_canonical_name_alone_stays() -> None:
    assert gemini("glob", {"path": "b"})["tool_input"] == {"path": "b", "platform_tool_name": "glob"}


def test_of_two_native_names_for_one_argument_the_first_is_renamed() -> None:
    for sent in ({"include_pattern": "*.py", "include": "*.md"}, {"include": "*.md", "include_pattern": "*.py"}):
        event = gemini("grep_search", {"glob": "*.rs", **sent})
        assert event["tool_input"] == {"glob": "*.py", "include": "*.md", "platform_tool_name": "grep_search"}


@pytest.mark.parametrize("name", ["Run_Shell_Command", "RUN_SHELL_COMMAND", "run_shell_command ", "Bash", "bash"])
def test_names_are_exact(name: Any) -> None:
    event = gemini(name, {"command": "ls"})
    assert event["tool_name"] == name
    assert event["tool_input"] == {"command": "ls"}


@pytest.mark.parametrize("field", ["session_id", "cwd", "prompt"])
def test_envelope_fields_are_strings_or_absent(field: Any) -> None:
    assert gemini("glob", {}, **{field: "text"})[field] == "text"
    assert field not in gemini("glob", {}, **{field: 5})


PATCH = """*** Begin Patch
*** Add File: src/new.py
+*** Add File: not/a/header
*** Update File: src/old.py
*** Move to: src/moved.py
@@
 *** Delete File: a/context/line
-gone
+*** Update File: content
*** Delete File: src/dead.py
  *** Update File: src/old.py
*** End Patch
"""
FILES = ["src/new.py", "src/old.py", "src/moved.py", "src/dead.py"]


def test_a_patch_names_every_file_it_touches() -> None:
    payload = {"hook_event_name": "PreToolUse", "tool_name": "apply_patch", "tool_input": {"command": PATCH}}
    (event,) = hook_adapters.canonicalize("codex", json.dumps(payload))
    assert event["tool_name"] == "Edit"
    assert event["tool_input"] == {
        "patch": PATCH,
        "file_paths": FILES,
        "file_path": "src/new.py",
        "platform_tool_name": "apply_patch",
    }


def test_a_patch_cannot_be_given_harmless_paths() -> None:
    payload = {
        "hook_event_name": "PreToolUse",
        "tool_name": "apply_patch",
        "tool_input": {"command": PATCH, "file_path": "harmless", "file_paths": []},
        "file_paths": ["harmless"],
    }
    assert hook_adapters.canonicalize("codex", json.dumps(payload))[0]["tool_input"]["file_paths"] == FILES


def test_a_patch_without_headers_has_no_paths_whatever_stands_beside_it() -> None:
    arguments = {"command": "*** Begin Patch\n*** End Patch", "file_path": "harmless", "file_paths": ["harmless"]}
    payload = {"hook_event_name": "PreToolUse", "tool_name": "apply_patch", "tool_input": arguments}
    assert hook_adapters.canonicalize("codex", json.dumps(payload))[0]["tool_input"].keys() == {
        "patch",
        "platform_tool_name",
    }


def test_a_patch_is_the_one_the_platform_reads() -> None:
    other = "*** Add File: harmless"
    arguments = {"patch": other, "command": PATCH, "file_path": "harmless"}
    payload = {"hook_event_name": "PreToolUse", "tool_name": "apply_patch", "tool_input": arguments}
    (event,) = hook_adapters.canonicalize("codex", json.dumps(payload))
    assert (event["tool_input"]["patch"], event["tool_input"]["file_paths"]) == (PATCH, FILES)
    payload = {"toolName": "edit", "toolArgs": {"path": "secret", "old_str": "a", "new_str": "b", "patch": other}}
    (event,) = hook_adapters.canonicalize("copilot-cli", json.dumps(payload), "preToolUse")
    assert event["tool_input"]["file_path"] == "secret"
    assert "file_paths" not in event["tool_input"]


@pytest.mark.parametrize(
    ("line", "paths"),
    [
        ("*** Add File: a\u2028*** Add File: b", ["a\u2028*** Add File: b"]),
        ("+x\u2028*** Add File: b", []),
        ("+x\x85*** Add File: b", []),
        ("\x0b*** Add File: b", ["b"]),
        ("\u2029*** Add File: b", ["b"]),
        ("\ufeff*** Add File: b", ["b"]),
        ("*** Add File: b\r", ["b"]),
        ("*** Add File:b", ["b"]),
        ("*** add file: b", []),
        ("** Add File: b", []),
        ('*** Add File: "b"', ['"b"']),
        ("*** Update File: a\n *** Move to: b", ["a", "b"]),
        ("*** Update File: a\n@@\n *** Move to: b", ["a"]),
        ("*** Add File: a\n *** Add File: b", ["a", "b"]),
        ("***Update File: a", ["a"]),
        ("***\tDelete \u00a0File:a", ["a"]),
        ("*** AddFile: a", []),
        ("***Move to: a", []),
        ("*** Move File: a -> b c", ["a", "b c"]),
        ("***Move  File:a->b -> c", ["a", "b -> c"]),
        ("*** Move File: a", ["a"]),
        ("*** Update File: a\n@@\n *** Move File: b -> c", ["a"]),
        ("*** Update File: a\n@@\n***Add File: b", ["a", "b"]),
    ],
)
def test_lines_of_a_patch_end_at_line_feeds_and_headers_may_be_indented(line: str, paths: list[str]) -> None:
    payload = {"hook_event_name": "PreToolUse", "tool_name": "apply_patch", "tool_input": {"command": line}}
    (event,) = hook_adapters.canonicalize("codex", json.dumps(payload))
    assert event["tool_input"].get("file_paths", []) == paths


@pytest.mark.parametrize("character", ["\x00", "\x0b", "\x0c", "\x1b", "\x1c", "\x7f", "\x85", "\x9f", "\t", "\r"])
def test_a_control_character_in_a_path_is_invalid(character: str) -> None:
    patch = f"*** Begin Patch\n*** Add File: a{character}b\n+x\n*** End Patch"
    payload = {"hook_event_name": "PreToolUse", "tool_name": "apply_patch", "tool_input": {"command": patch}}
    with pytest.raises(hook_adapters.InvalidPayload):
        hook_adapters.canonicalize("codex", json.dumps(payload))


def test_a_carriage_return_within_a_line_is_invalid() -> None:
    payload = {"toolName": "apply_patch", "toolArgs": "*** Add File: a\n+x\r*** Add File: b\n"}
    with pytest.raises(hook_adapters.InvalidPayload, match="line 2"):
        hook_adapters.canonicalize("copilot-cli", json.dumps(payload), "preToolUse")


@pytest.mark.parametrize("patch", ["", "*** Begin Patch\n*** End Patch\n", "*** Add File:   \n"])
def test_a_patch_that_names_no_file_has_no_paths(patch: Any) -> None:
    (event,) = hook_adapters.canonicalize(
        "copilot-cli", json.dumps({"toolName": "apply_patch", "toolArgs": patch}), "preToolUse"
    )
    assert event["tool_input"] == {"patch": patch, "platform_tool_name": "apply_patch"}
