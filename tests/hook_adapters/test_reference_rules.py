import re
from typing import Any

import pytest
from tests.support.text_ends import ENDS

from hook_adapters import InvalidRules, platforms
from hook_adapters.canonical.platform import load
from hook_adapters.rules import compile_pack, matching
from hook_adapters.rules.names import EVENTS, TOOLS
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.strict_yaml import load_yaml

SHELL = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "rm -rf build"}, "cwd": "/p"}
WRITE = {
    "hook_event_name": "PreToolUse",
    "tool_name": "Write",
    "tool_input": {"file_path": "src/.env", "n": 1},
    "cwd": "/p",
}
PATCH = {
    "hook_event_name": "PreToolUse",
    "tool_name": "Edit",
    "tool_input": {"file_path": "a.md", "file_paths": ["a.md", "x/b.py"]},
    "cwd": "/p",
}
PROMPT = {"hook_event_name": "UserPromptSubmit", "prompt": "please Deploy\nnow"}


def holds(matchers: Any, event: Any) -> Any:
    return bool(matching(compile_pack([{"name": "r", "matchers": matchers, "actions": {"audit": True}}]), [event]))


@pytest.mark.parametrize(
    ("matchers", "event", "expected"),
    [
        ({"operations": ["PreToolUse"]}, SHELL, True),
        ({"operations": ["preToolUse", "PostToolUse"]}, SHELL, None),
        ({"operations": ["PostToolUse", "BeforeModel"]}, SHELL, False),
        ({"tools": ["Write", "Bash"]}, SHELL, True),
        ({"tools": ["bash"]}, SHELL, None),
        ({"tools": ["mcp__lab__Bash", "Bash2"]}, SHELL, False),
        ({"tools": ["Bash"]}, PROMPT, False),
        ({"command_match": r"rm\s+-rf"}, SHELL, True),
        ({"command_match": "^-rf"}, SHELL, False),
        ({"command_match": "."}, WRITE, False),
        ({"command_match": ""}, SHELL, None),
        ({"prompt_match": "(?i)deploy$"}, PROMPT, False),
        ({"prompt_match": "(?im)deploy$"}, PROMPT, True),
        ({"prompt_match": ".*"}, SHELL, False),
        ({"extensions": [".env"]}, WRITE, True),
        ({"extensions": [".py"]}, PATCH, True),
        ({"extensions": [".ENV"]}, WRITE, False),
        ({"extensions": [".env"]}, SHELL, False),
        ({"require_fields": ["file_path", "n"]}, WRITE, True),
        ({"require_fields": ["file_path", "m"]}, WRITE, False),
        ({"require_fields": ["file_path.x"]}, WRITE, False),
        ({"require_fields": ["x"]}, PROMPT, False),
        ({"tools": ["Bash"], "command_match": "rm", "operations": ["PostToolUse"]}, SHELL, False),
    ],
)
def test_a_matcher_holds_or_not(matchers: Any, event: Any, expected: Any) -> None:
    if expected is None:
        with pytest.raises(InvalidRules):
            holds(matchers, event)
    else:
        assert holds(matchers, event) is expected


@pytest.mark.parametrize(
    ("folder", "path", "cwd", "expected"),
    [
        ("src", "src/a.py", "/p", True),
        ("src/", "/p/src/deep/a.py", "/p", True),
        ("src", "/p/srcs/a.py", "/p", False),
        ("src", "src", "/p", True),
        ("src", "src/", "/p", True),
        ("src", "./src/.", "/p", True),
        ("src/", "/p/src", "/p", True),
        ("src", "src-old", "/p", False),
        ("src", ".", "/p", False),
        ("src/**", "src", "/p", True),
        ("src/*", "src", "/p", False),
        ("*/src", "src", "/p", False),
        ("*/src", "a/src", "/p", True),
        ("src/a", "src", "/p", False),
        (".", ".", "/p", True),
        (".", "..", "/p", False),
        ("src", "src\\", "/p", False),
        ("src", "src\\", "C:\\p", True),
        ("src", "lib/src/a.py", "/p", False),
        ("src", "src/../lib/a.py", "/p", False),
        ("src", "lib/../src/a.py", "/p", True),
        ("src", "/q/src/a.py", "/p", False),
        ("src", "../p/src/a.py", "/p", True),
        ("/etc", "/etc/passwd", "/p", True),
        ("/etc", "../etc/passwd", "/p", True),
        ("/etc", "/p/etc/passwd", "/p", False),
        (".", "a.py", "/p", True),
        (".", "../a.py", "/p", False),
        ("/", "/etc/passwd", "/p", True),
        ("**/secrets", "a/b/secrets/x", "/p", True),
        ("**/secrets", "secrets/x", "/p", True),
        ("**/secrets", "secrets.txt", "/p", False),
        ("src/**", "src/a", "/p", True),
        ("src/*/gen", "src/x/gen/a", "/p", True),
        ("src/*/gen", "src/x/y/gen/a", "/p", False),
        ("s*c", "src/a", "/p", True),
        ("s[r]c", "src/a", "/p", False),
        ("src", "src/a", None, True),
        ("src", "./src/a", None, True),
        ("src", "../src/a", None, False),
        (".", "../a", None, False),
        ("..", "a", None, True),
        ("..", "../a", None, True),
        ("..", "../../a", None, False),
        ("../..", "../a", None, True),
        ("../*/a", "a", None, True),
        ("../b", "a", None, False),
        ("../b/*", "a", "b", True),
        ("../b/a", "../b/../b/a", "b", True),
        ("/", "../../a", "b", False),
        ("..", "../" * 20_000, None, False),
        ("../" * 20_000, "..", None, True),
        ("../" * 20_000, "../" * 20_001, "b", False),
        ("**/x/**/secrets", "x/" * 20_000 + "secret", "/p", False),
        ("**/x/**/secrets", "x/" * 20_000 + "secrets", "/p", True),
        ("src", "/p/src/a", None, False),
        ("src", "C:\\p\\src\\a.py", "C:\\p", True),
        ("src", "src\\a.py", "C:\\p", True),
        ("src", "C:\\q\\src\\a.py", "C:\\p", False),
        ("src", "", "/p", False),
        ("src", 5, "/p", False),
        (".", "a", "/p", True),
        ("/", "a", "/p", True),
        ("secrets", "//p/secrets/a", "/p", True),
        ("secrets", "/../../secrets/a", "/p", False),
        ("/secrets", "/../../secrets/a", "/p", True),
        ("src", "/p/aXb/src/a", "/p/a*b", False),
        ("src", "src/a", "/p/a*b", True),
        ("secrets", "c:/p/secrets/a", "C:\\p", True),
        ("secrets", "\\p\\secrets\\a", "C:\\p", True),
        ("secrets", "C:secrets\\a", "C:\\p", True),
        ("secrets", "D:secrets\\a", "C:\\p", False),
        ("**/secrets", "D:\\p\\secrets\\a", "C:\\p", False),
        ("**/secrets", "C:\\p\\secrets\\a", None, False),
        ("C:\\p", "C:\\..\\..\\p\\a", None, True),
    ],
)
def test_a_path_lies_in_a_folder_or_not(folder: Any, path: Any, cwd: Any, expected: Any) -> None:
    event = {"hook_event_name": "PreToolUse", "tool_input": {"file_path": path}} | ({"cwd": cwd} if cwd else {})
    assert holds({"directories": [folder]}, event) is expected


def test_any_of_several_files_is_enough() -> None:
    assert holds({"directories": ["x"]}, PATCH)
    assert holds({"directories": ["y", "x"]}, PATCH)
    assert not holds({"directories": ["y"]}, PATCH)


VALUES = {"string": "x", "number": 1.5, "integer": 1, "boolean": True, "array": [], "object": {}, "null": None}


@pytest.mark.parametrize("kind", list(VALUES))
@pytest.mark.parametrize("value", list(VALUES))
def test_field_types(kind: Any, value: Any) -> None:
    event = {"hook_event_name": "PreToolUse", "tool_input": {"a": {"b": VALUES[value]}}}
    assert holds({"field_types": {"a.b": kind}}, event) is (kind == value or (kind, value) == ("number", "integer"))
    assert not holds({"field_types": {"a.c": kind}}, event)


def rule(**parts: Any) -> Any:
    return {"name": "r", "matchers": {"tools": ["Bash"]}, "actions": {"block": True}} | parts


@pytest.mark.parametrize(
    "pack",
    [
        None,
        "rules",
        {"rules": {}},
        {"rules": [], "extra": 1},
        {"version": "2.0", "rules": []},
        ["r"],
        [{}],
        [rule(name="")],
        [rule(name=1)],
        [rule(), rule()],
        [rule(matchers={})],
        [rule(matchers=[])],
        [rule(matchers={"command": "x"})],
        [rule(matchers={"tools": "Bash"})],
        [rule(matchers={"tools": []})],
        [rule(matchers={"tools": [1]})],
        [rule(matchers={"command_match": "("})],
        [rule(matchers={"command_match": ["x"]})],
        [rule(matchers={"field_types": {"a": "text"}})],
        [rule(matchers={"field_types": {"a": ["string"]}})],
        [rule(matchers={"field_types": {}})],
        [rule(actions={})],
        [rule(actions={"stop": True})],
        [rule(actions={"block": "yes"})],
        [rule(actions={"inject": True})],
        [rule(mode="strict")],
        [{"name": "r", "matchers": {"tools": ["Bash"]}}],
        [{"name": "r", "event": "PreToolUse", "action": "stop"}],
        [{"name": "r", "tools": ["Bash"], "action": "block"}],
        [{"name": "r", "event": "PreToolUse", "tools": ["Bash"], "action": "block", "command_match": "x"}],
        [{"name": "r", "event": "", "action": "block"}],
    ],
)
def test_a_pack_that_is_not_meant_so_is_refused_whole(pack: Any) -> None:
    with pytest.raises(InvalidRules):
        compile_pack(pack)


def test_deny_is_block_in_other_words() -> None:
    short = {"name": "s", "event": "PreToolUse"}
    said = compile_pack([rule(actions={"deny": True}), short | {"action": "deny"}])
    meant = compile_pack([rule(actions={"block": True}), short | {"action": "block"}])
    assert [one.actions for one in said] == [one.actions for one in meant]


def block(**matchers: Any) -> Any:
    return [rule(matchers=matchers)]


@pytest.mark.parametrize(
    ("pack", "said"),
    [
        (block(tool=["Bash"]), "unknown matcher 'tool'; did you mean tools?"),
        (block(operation=["PreToolUse"]), "did you mean operations?"),
        (block(command_matches="x"), "did you mean command_match?"),
        (block(directory=["x"]), "did you mean directories?"),
        (block(url_match="x"), "no matcher looks at addresses, and `kinds: [fetch]` stops every fetch"),
        (block(deny_hosts=["x"]), "no matcher looks at addresses"),
        (block(zzz=["x"]), "there are: operations, tools"),
        (block(tools=["Bash", " "]), "tools: ' ' is blank"),
        (block(operations=["\t"]), "operations: '\\t' is blank"),
        (block(directories=["\u3000"]), "is blank, which is no name of anything"),
        (block(require_fields=["\n"]), "require_fields: '\\n' is blank"),
        ([{"name": "r", "event": " ", "action": "block"}], "operations: ' ' is blank"),
        ([rule(matcher={"tools": ["Bash"]})], "unknown key matcher; did you mean matchers?"),
        ([{"name": "r", "tools": ["Bash"], "actions": {"deny": True}}], "tools belongs below `matchers`"),
        ([{"name": "r", "event": "PreToolUse", "actions": {"deny": True}}], "below `matchers` it is `operations`"),
        ([{"name": "r", "event": "Stop", "kinds": ["read"], "action": "block"}], "kinds belongs below `matchers`"),
        ([{"name": "r", "matchers": {"tools": ["Bash"]}, "deny": True}], "deny belongs below `actions`"),
        (
            [{"name": "r", "matcher": {"tools": ["Bash"]}, "actions": {"block": True}}],
            "unknown key matcher; did you mean matchers?",
        ),
        ([{"name": "r", "event": "PreToolUse", "tool": ["Bash"], "action": "block"}], "did you mean tools?"),
        ([rule(actions={"blocks": True})], "did you mean block?"),
        ([rule(actions={"block": "yes"})], "block is true or false, not 'yes'"),
        ([rule(actions={"inject": True})], "inject is a text, not True"),
        ([rule(actions={"deny": "yes"})], "deny is true or false, not 'yes'"),
        ([rule(actions={"block": True, "deny": False})], "block and deny are the same action; give one of them"),
        ([{"name": "r", "event": "Stop", "action": "yes"}], "`action` is 'yes'; there are: deny, block, ask, audit"),
        ([{"name": "r", "event": "Stop", "action": "denny"}], "`action` is 'denny'; did you mean deny?"),
        ([{"name": "r", "event": "Stop"}], "there is no `action`"),
        (block(command_match="(?&gap)x"), "command_match: undefined part 'gap'; write its expression under `parts`"),
        ({"rule": []}, "did you mean rules?"),
        (block(tools=["bash"]), "write Bash"),
        (block(tools=["BASH "]), "write Bash"),
        (block(tools=["run_shell_command"]), "is what gemini-cli, qwen-code and 2 more call Bash; write Bash"),
        (block(tools=["Bash", "Agent"]), "is what claude-code, copilot-cli and 2 more call Task"),
        (block(tools=["webfetch"]), "write WebFetch"),
        (block(tools=["patch"]), "is what opencode and hermes-agent call Edit"),
        (block(tools=["execute_code"]), "is what gemini-cli calls Bash"),
        (block(operations=["pretooluse"]), "write PreToolUse"),
        (block(operations=["BeforeTool"]), "is what gemini-cli calls PreToolUse"),
        (block(operations=["tool.execute.before"]), "is what opencode and kilo-code call PreToolUse"),
        (block(operations=["beforeShellExecution"]), "is what cursor calls PreToolUse"),
        ([{"name": "r", "event": "preToolUse", "action": "block"}], "write PreToolUse"),
        (block(kinds=["Execute"]), "'Execute' never matches, kinds are exact; write execute"),
        (block(kinds=["switch-mode"]), "kinds are exact; write switch_mode"),
        (block(kinds=["exec"]), "unknown kind 'exec'; did you mean execute?"),
        (block(kinds=["Bash"]), "'Bash' is a tool, of the kind execute; write execute"),
        (block(kinds=["write_stdin"]), "'write_stdin' is a tool of codex, of the kind execute; write execute"),
        (block(kinds=["lsp"]), "'lsp' is a tool of kilo-code, of the kind search; write search"),
        (block(kinds=["colour"]), "unknown kind 'colour'; there are: read, edit"),
        (block(kinds="execute"), "kinds is not a list of non-empty strings; write [execute]"),
        (block(command_match="\brm"), "command_match: the control character U+0008 in '\\x08rm'; in YAML write"),
        (block(prompt_match="\0"), "prompt_match: the control character U+0000"),
        ([{"name": "r", "matchers": {"kinds": ["read"]}, "actions": {"forbid": True}}], "inject, deny"),
        ([{"name": "r", "matchers": {"kinds": ["read"]}, "actions": "deny"}], "such as {deny: true}"),
        (None, "there are no rules"),
        ({"version": "1.0", "rules": None}, "there are no rules"),
        (block(kinds=[]), "kinds is not a list of non-empty strings"),
        (block(tools=["PowerShell"]), "is what claude-code calls Bash; write Bash"),
        (block(extensions=["env"]), "write .env"),
        (block(extensions=["*.py"]), "write .py"),
        (block(field_types={"a": "str"}), "unknown type 'str'"),
    ],
)
def test_a_misspelt_name_is_refused_with_the_one_that_was_meant(pack: Any, said: str) -> None:
    with pytest.raises(InvalidRules, match=re.escape(said)):
        compile_pack(pack)


def test_all_errors_of_a_pack_are_told_at_once() -> None:
    pack = [
        rule(name="one", matchers={"kinds": ["exec"], "tools": ["bash"]}, actions={"deny": "yes", "inject": 3}),
        rule(name="two"),
        7,
        rule(name="four", matchers={"kinds": ["read"]}, description=3),
    ]
    with pytest.raises(InvalidRules) as caught:
        compile_pack(pack)
    assert [problem.split(":")[0] for problem in caught.value.problems] == [
        *["one"] * 4,
        "rule 3 is not an object with a name",
        "four",
    ]
    assert str(caught.value) == "; ".join(caught.value.problems)


@pytest.mark.parametrize("expression", ["a\tb", "a\nb", "(?x) a\r\n b", r"\brm", r"\x08"])
def test_white_space_and_escapes_are_no_control_characters(expression: str) -> None:
    assert compile_pack(block(command_match=expression))


@pytest.mark.parametrize("name", ["mcp__github__bash", "read_many_files", "Workflow", "ReadMcpResource", "Bash2", "rm"])
def test_a_name_that_stands_for_itself_passes(name: str) -> None:
    assert holds({"tools": [name]}, SHELL | {"tool_name": name})


def test_the_canonical_names_are_the_vocabularys() -> None:
    vocabulary = load_vocabulary()
    passing = load_yaml(corpus_root() / "vocabulary.yaml")["pass_through"]
    assert set(vocabulary.tools) | set(passing) == TOOLS
    assert set(vocabulary.events) == EVENTS


@pytest.mark.parametrize("name", platforms())
def test_no_native_name_of_any_platform_is_taken_for_a_canonical_one(name: str) -> None:
    """What a platform's table maps is refused, unless it is another tool's canonical name too."""
    tables = load(name).tables
    for native in tables.tools:
        if native not in TOOLS:
            with pytest.raises(InvalidRules):
                compile_pack(block(tools=[native]))
    for native in tables.events:
        if native not in EVENTS:
            with pytest.raises(InvalidRules):
                compile_pack(block(operations=[native]))


def test_the_short_form_is_the_long_one() -> None:
    (short,) = compile_pack([{"name": "r", "event": "PreToolUse", "tools": ["Bash"], "action": "ask"}])
    assert short.actions == {"ask": True}
    assert short.matches(SHELL)
    assert not short.matches(WRITE)
    assert not short.matches(SHELL | {"hook_event_name": "PostToolUse"})


def test_rules_match_over_all_events_in_pack_order() -> None:
    pack = [{"name": name, "event": name, "action": "audit"} for name in ("PostToolUseFailure", "Stop", "PostToolUse")]
    events = [{"hook_event_name": "PostToolUse"}, {"hook_event_name": "PostToolUseFailure"}]
    assert [rule.name for rule in matching(compile_pack(pack), events)] == ["PostToolUseFailure", "PostToolUse"]


@pytest.mark.parametrize(
    ("expression", "text", "expected"),
    [
        *ENDS,
        ("(?m:a)b$", "ab\n", False),
        ("(?m:(?-m:a$))", "a\nb", False),
        ("(?m:(?-m:a$))", "a", True),
        ("((?m:a)b$)", "ab\n", False),
    ],
)
def test_an_end_is_that_of_the_text_or_of_a_line_never_before_the_last_line_feed(
    expression: str, text: str, expected: bool
) -> None:
    event = {"hook_event_name": "UserPromptSubmit", "prompt": text}
    assert holds({"prompt_match": expression}, event) is expected
