"""Permission settings that people have: each entry is a rule of the same meaning, or named with its line and why."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookconform.corpus import schemas
from hookconform.ground.errors import EXIT_FAILED, EXIT_OK, EXIT_USAGE, HookconformError
from hookconform.packs.patterns import SECONDS, bounded
from hookconform.packs.permissions.reading import permissions_of
from hookconform.packs.permissions.translation import Translation
from hookconform.packs.reading import read_pack
from tests.packs.conftest import run

Write = Callable[..., Path]


def translated(write: Write, content: object, name: str) -> Translation:
    found = permissions_of(write(content if isinstance(content, str) else json.dumps(content, indent=2), name))
    assert found is not None
    return found


def claude(write: Write, **lists: list[Any]) -> Translation:
    return translated(write, {"permissions": lists}, "settings.json")


def matchers(found: Translation) -> dict[str, Any]:
    (rule,) = found.rules
    return rule["matchers"]


def fires(found: Translation, command: str) -> bool:
    return re.search(matchers(found)["command_match"], command) is not None


@pytest.mark.parametrize(
    ("entry", "matching", "others"),
    [
        (
            "Bash(git push:*)",
            ["git push", "git push origin", "ls && git push -f", "git  push x"],
            ["git pushx", "git pull"],
        ),
        ("Bash(npm run test:*)", ["npm run test", "npm run test -- a"], ["npm run testing", "npm run"]),
        ("Bash(git push *)", ["git push", "git push origin main"], ["git pushed", "git pull"]),
        ("Bash(rm -rf build)", ["rm -rf build", "cd x; rm -rf build"], ["rm -rf build2", "rm -rf build x"]),
        ("Bash(* --force)", ["git push --force", "x --force"], ["git push --forced", "git push"]),
        ("Bash(git * push:*)", ["git -C x push", "git -C x push -f"], ["git pull", "git -C x pushed"]),
        ("Bash(*:*)", ["rm", "git push origin"], []),
    ],
)
def test_commands_of_claude_code(write: Write, entry: str, matching: list[str], others: list[str]) -> None:
    found = claude(write, deny=[entry])
    assert matchers(found)["tools"] == ["Bash"]
    assert found.rules[0]["actions"] == {"block": True}
    assert [command for command in matching if not fires(found, command)] == []
    assert [command for command in others if fires(found, command)] == []


# What stands before a command and is no part of it: operators, words of a shell's syntax, assignments, and the programs
# that vendors' pages and release notes say are taken off.
BEFORE = [
    "",
    "ls && ",
    "ls; ",
    "ls | ",
    "ls\n",
    "echo $(",
    "echo `",
    "A=1 ",
    "A='b c' B= ",
    "timeout 5 ",
    "timeout -k 5 30s ",
    "nice -n 10 ",
    "nohup ",
    "stdbuf -oL ",
    "time ",
    "ls | xargs ",
    "env A=1 ",
    "sudo -E -u bob ",
    "{ ",
    "! ",
    "if true; then ",
    "while ",
]
SETTINGS_ABOUT_A_COMMAND = [
    ({"permissions": {"deny": ["Bash(git push:*)"]}}, "settings.json"),
    ({"permissions": {"deny": ["Bash(git push *)"]}}, "settings.json"),
    ({"permission": {"bash": {"git push *": "deny"}}}, "opencode.json"),
    ({"chat.tools.terminal.autoApprove": {"git push": False}}, "settings.json"),
    ({"chat.tools.terminal.autoApprove": {"/^git push\\b/": False}}, "settings.json"),
    ({"chat.tools.terminal.autoApprove": {"/^git push$/": False}}, "settings.json"),
    ('prefix_rule(pattern=["git", "push"], decision="forbidden")', "default.rules"),
    ("copilot --deny-tool 'shell(git push)'", "start.sh"),
]


@pytest.mark.parametrize(("content", "name"), SETTINGS_ABOUT_A_COMMAND)
def test_a_command_is_seen_wherever_one_begins(write: Write, content: object, name: str) -> None:
    found = translated(write, content, name)
    assert [text for text in BEFORE if not fires(found, f"{text}git push")] == []
    for behind in (" ; ls", "&&ls", " | cat", ")", "`", " > x", " 2>&1", "\nls"):
        assert fires(found, f"git push{behind}"), behind
    for other in ("echo git push", "ls A=1 git push", "sudo ls git push", "git pull; push", "xgit push", "git pushed"):
        assert not fires(found, other), other


@pytest.mark.parametrize(("content", "name"), SETTINGS_ABOUT_A_COMMAND)
def test_no_text_makes_a_translated_expression_slow(write: Write, content: object, name: str) -> None:
    parts = ["sudo -u ", "; sudo -u sudo", "A=1 ", "\n", " ;", "`A='", "; time 1 ", "{ ! "]
    texts = [f"{part * (20_000 // len(part))}x" for part in parts]
    with bounded(5 * SECONDS):
        assert [text[:20] for text in texts if fires(translated(write, content, name), text)] == []


def test_an_expression_about_the_whole_line_keeps_its_ends(write: Write) -> None:
    whole = {"approve": False, "matchCommandLine": True}
    found = translated(write, {"chat.tools.terminal.autoApprove": {"/^git [$^] \\$x$/": whole}}, "settings.json")
    assert matchers(found)["command_match"] == "^git [$^] \\$x$"
    found = translated(write, {"chat.tools.terminal.autoApprove": {"/git [$^] \\$x/": False}}, "settings.json")
    assert matchers(found)["command_match"] == "git [$^] \\$x"


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("Bash", {"tools": ["Bash"]}),
        ("Bash(*)", {"tools": ["Bash"]}),
        ("Agent", {"tools": ["Task"]}),
        ("mcp__github__create_issue", {"tools": ["mcp__github__create_issue"]}),
        ("Read(.env)", {"kinds": ["read", "search"], "directories": ["**/.env"]}),
        ("Read(./.env)", {"kinds": ["read", "search"], "directories": [".env"]}),
        ("Read(/secrets/**)", {"kinds": ["read", "search"], "directories": ["secrets/**"]}),
        ("Edit(//etc/**)", {"kinds": ["edit", "delete", "move"], "directories": ["/etc/**"]}),
        ("Edit(*.pem)", {"kinds": ["edit", "delete", "move"], "directories": ["**/*.pem"]}),
        ("Read(/)", {"kinds": ["read", "search"], "directories": ["**"]}),
        ("Read(./)", {"kinds": ["read", "search"], "directories": ["**"]}),
        ("Read(.)", {"kinds": ["read", "search"], "directories": ["**"]}),
        ("Read(..)", {"kinds": ["read", "search"], "directories": [".."]}),
    ],
)
def test_tools_and_paths_of_claude_code(write: Write, entry: str, expected: dict[str, Any]) -> None:
    assert matchers(claude(write, ask=[entry])) == {"operations": ["PreToolUse"], **expected}


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("Write(secrets/**)", "ignores paths of Write"),
        ("Read(~/.ssh/**)", "home folder; in a rule file write `/**/.ssh/**`"),
        ("Read(a[bc])", "only * and **"),
        ("WebFetch(domain:example.com)", "no matcher looks at addresses; `kinds: [fetch]` stops every fetch"),
        ("Agent(explore)", "Agent alone"),
        ("mcp__github", "one by one, as mcp__github__TOOL"),
        ("mcp__github__*", "one by one, as mcp__github__TOOL"),
        ("mcp__*", "one by one, as mcp__SERVER__TOOL"),
        ("Bsh", "not known to have a tool Bsh; did you mean `Bash`?"),
        ("Bash(rm", "not of the form"),
        ("Bash(:*)", "names no command"),
        ("Bash(rm\\*)", "a star behind a backslash"),
        ("PowerShell", "a rule would stop every Bash"),
        ("MultiEdit", "a rule would stop every Edit"),
        (7, "not a text"),
        (None, "not a text"),
    ],
)
def test_what_no_rule_says_is_refused_with_its_line(write: Write, entry: Any, why: str) -> None:
    found = claude(write, allow=["Read"], deny=["Bash", entry])
    assert len(found.rules) == 1
    allowed, refused = found.skipped
    assert (allowed.entry, allowed.matters) == ("Read", False)
    assert refused.matters
    assert why in refused.why
    lines = json.dumps({"permissions": {"allow": ["Read"], "deny": ["Bash", entry]}}, indent=2).splitlines()
    assert json.dumps(entry) in lines[refused.line - 1]


def test_no_entry_of_any_settings_is_dropped(write: Write) -> None:
    lists = {"deny": ["Bash(rm:*)", "Bash(rm:*)", "WebFetch(domain:a)"], "ask": ["Edit"], "allow": ["Bash(ls)", "Read"]}
    found = claude(write, **lists)
    assert len(found.rules) + len(found.skipped) == sum(map(len, lists.values()))
    assert len({rule["name"] for rule in found.rules}) == len(found.rules)


RULES = """
# what may not run
prefix_rule(
    pattern = ["git", ["push", "fetch"]],
    decision = "forbidden",
    match = ["git push origin"],
)
prefix_rule(pattern=["ls"])
prefix_rule(pattern=["rm"], decision="prompt")
host_executable(name="git", paths=["/usr/bin/git"])
prefix_rule(pattern=["a", name], decision="forbidden")
prefix_rule(pattern=[], decision="forbidden")
load("x")
"""


def test_rules_of_codex(write: Write) -> None:
    found = translated(write, RULES, "default.rules")
    push, remove = found.rules
    expression = push["matchers"]["command_match"]
    assert [text for text in ("git push", "git fetch x", "a; git push") if not re.search(expression, text)] == []
    assert [text for text in ("git pull", "gitpush", "git status && x") if re.search(expression, text)] == []
    assert (push["actions"], remove["actions"]) == ({"block": True}, {"ask": True})
    assert [(one.line, one.matters) for one in found.skipped] == [
        (8, False),
        (10, False),
        (11, True),
        (12, True),
        (13, True),
    ]


def test_a_word_of_codex_with_blanks_is_quoted_in_a_command(write: Write) -> None:
    found = translated(write, 'prefix_rule(pattern=["sh", "-c", "rm -r x"], decision="forbidden")', "default.rules")
    assert [
        text for text in ("sh -c 'rm -r x'", 'sh -c "rm -r x"', "sh -c rm\\ -r\\ x") if not fires(found, text)
    ] == []
    assert not fires(found, "sh -c 'rm -r xy'")


def test_an_empty_word_of_codex_is_no_command(write: Write) -> None:
    rules = 'prefix_rule(pattern=[""], decision="forbidden")\nprefix_rule(pattern=[["a", " "]], decision="forbidden")\n'
    found = translated(write, rules, "default.rules")
    assert (found.rules, [one.matters for one in found.skipped]) == ([], [True, True])


def test_config_of_codex(write: Write) -> None:
    text = 'sandbox_mode = "read-only"\n[mcp_servers.github]\ndisabled_tools = ["delete_repo"]\n'
    found = translated(write, text, "config.toml")
    assert matchers(found)["tools"] == ["mcp__github__delete_repo"]
    dashes = translated(write, '[mcp_servers.my-db]\ndisabled_tools = ["drop-all"]\n', "config.toml")
    assert matchers(dashes)["tools"] == ["mcp__my_db__drop-all", "mcp__my_db__drop_all"]
    assert [(one.line, one.entry) for one in found.skipped] == [(1, "sandbox_mode")]


def test_permissions_of_opencode(write: Write) -> None:
    text = """{
  // mine
  "permission": {
    "bash": {"*": "ask", "git push *": "deny", "git * --dry-run": "allow", "rm *": "deny"},
    "edit": {"secrets/*": "ask", "*.env": "deny"},
    "webfetch": "deny",
    "external_directory": "ask",
  },
}"""
    found = translated(write, text, "opencode.jsonc")
    rules = {rule["name"]: rule for rule in found.rules}
    assert rules["block-webfetch"]["matchers"]["tools"] == ["WebFetch"]
    assert rules["block-bash-rm"]["matchers"]["tools"] == ["Bash"]
    assert rules["block-edit-env"]["matchers"]["extensions"] == [".env"]
    assert rules["ask-edit-secrets"]["matchers"]["directories"] == ["secrets"]
    # Later entries allow what these stop, which no rule can say.
    refused = {one.entry: one for one in found.skipped if one.matters}
    assert set(refused) == {"bash", "git push *", "external_directory"}
    assert "exceptions" in refused["git push *"].why
    assert refused["git push *"].line == 4


@pytest.mark.parametrize(
    ("earlier", "later", "is_exception"),
    [
        ("git push *", "git status", False),
        ("*.env", "*.env.example", False),
        ("*.env", "*.example.env", True),
        ("git push *", "git push", True),
        ("git push *", "git *", True),
        ("git *", "* --help", True),
        ("a?c", "abc", True),
        ("a?c", "ac", False),
        ("rm *", "rmdir *", False),
        ("x" * 600, "y" * 600, True),
    ],
)
def test_only_an_entry_about_the_same_calls_is_an_exception(
    write: Write, earlier: str, later: str, is_exception: bool
) -> None:
    found = translated(write, {"permission": {"bash": {earlier: "deny", later: "allow"}}}, "opencode.json")
    assert bool([one for one in found.skipped if one.matters]) is is_exception
    assert len(found.rules) == (not is_exception)


@pytest.mark.parametrize(
    ("permission", "rules"),
    [
        ({"bash": "deny", "*": "allow"}, 0),
        ({"bash": {"rm *": "deny"}, "ba*": "allow"}, 0),
        ({"bash": {"rm *": "deny"}, "*": {"rm -i *": "allow"}}, 0),
        ({"bash": {"rm *": "deny"}, "*": {"ls *": "allow"}}, 1),
        ({"bash": "deny", "*": "deny"}, 2),
        ({"*": "allow", "bash": "deny"}, 1),
        ({"bash": "deny", "edit": "allow"}, 1),
    ],
)
def test_a_later_permission_of_opencode_about_the_same_tool_decides(
    write: Write, permission: dict[str, Any], rules: int
) -> None:
    assert len(translated(write, {"permission": permission}, "opencode.json").rules) == rules


def test_a_question_mark_of_opencode_is_any_character(write: Write) -> None:
    found = translated(write, {"permission": {"bash": {"rm -?f *": "deny"}}}, "opencode.json")
    assert fires(found, "rm -rf x")
    assert not fires(found, "rm -f x")
    refused = translated(write, {"permission": {"edit": {"*.p?m": "deny"}, "bash": {"": "deny"}}}, "opencode.json")
    assert (refused.rules, len(refused.skipped)) == ([], 2)


def test_a_key_that_stands_twice_in_loose_json_is_named(write: Write) -> None:
    text = '{\n// mine\n"permission": {"bash": {"*": "deny", "*": "allow"}}}'
    with pytest.raises(HookconformError, match="'\\*' stands twice") as error:
        permissions_of(write(text, "opencode.jsonc"))
    assert error.value.code == "rules.invalid"


def test_one_word_for_all_of_opencode(write: Write) -> None:
    assert matchers(translated(write, {"permission": "deny"}, "opencode.json")) == {"operations": ["PreToolUse"]}
    weakened = translated(write, {"permission": {"*": "deny", "bash": {"ls": "allow"}}}, "opencode.json")
    assert weakened.rules == []


def test_settings_of_vs_code(write: Write) -> None:
    settings = {
        "chat.tools.terminal.autoApprove": {
            "rm": False,
            "/^git push\\b/i": False,
            "ls": True,
            "/x/s": {"approve": False},
        },
        "chat.tools.edits.autoApprove": {"secrets/**": False, "**/*": True},
        "editor.fontSize": 12,
    }
    found = translated(write, settings, "settings.json")
    commands = [rule["matchers"].get("command_match") for rule in found.rules]
    assert re.search(commands[1], "GIT PUSH")
    assert commands[2] is None
    assert found.rules[2]["matchers"]["directories"] == ["secrets/**"]
    assert {tuple(rule["actions"]) for rule in found.rules} == {("ask",)}
    assert [(one.entry, one.matters) for one in found.skipped] == [("ls", False), ("/x/s", True), ("**/*", False)]


@pytest.mark.parametrize(
    ("entry", "matching", "others"),
    [
        ("/rm/g", ["rm x"], ["mv x"]),
        ("/(?<verb>rm|mv) /", ["mv x"], ["cp x"]),
        ("/(?<!git )rm/", ["rm x"], ["git rm x"]),
        ("/bin/rm", ["/bin/rm -r x"], ["bin/rmdir"]),
    ],
)
def test_expressions_of_vs_code(write: Write, entry: str, matching: list[str], others: list[str]) -> None:
    found = translated(write, {"chat.tools.terminal.autoApprove": {entry: False}}, "settings.json")
    assert [command for command in matching if not fires(found, command)] == []
    assert [command for command in others if fires(found, command)] == []


@pytest.mark.parametrize("entry", ["/(/", "/[^]rm/", "/\\p{L}/", "", "/x/u"])
def test_an_expression_that_no_rule_file_takes_is_refused(write: Write, entry: str) -> None:
    content = {"chat.tools.terminal.autoApprove": {entry: False, "rm": False}}
    found = translated(write, content, "settings.json")
    assert [(one.entry, one.matters) for one in found.skipped] == [(entry, True)]
    assert len(read_pack(write(json.dumps(content), "settings.json")).rules) == 1


def test_options_of_copilot_cli(write: Write) -> None:
    text = "copilot --deny-tool='shell(git push)' --deny-tool write,github(delete) --allow-tool 'shell(ls)'\n"
    found = translated(write, text, "start.sh")
    push, edit, delete = found.rules
    assert re.search(push["matchers"]["command_match"], "git push -f")
    assert edit["matchers"]["kinds"] == ["edit", "delete", "move"]
    assert delete["matchers"]["tools"] == ["github-delete"]
    assert [one.entry for one in found.skipped] == ["shell(ls)"]


@pytest.mark.parametrize(
    ("options", "tools"),
    [
        ("--excluded-tools web_fetch -p x", [["WebFetch"]]),
        ("--excluded-tools=web_fetch,bash -p x", [["WebFetch"], ["Bash"]]),
        ("--excluded-tools web_fetch bash -p x", [["WebFetch"], ["Bash"]]),
        ("--excluded-tools 'powershell, create'\necho read write", [["Bash"], ["Write"]]),
        ("\\\n--excluded-tools \\\n  rg # don't search\necho write", [["Grep"]]),
        ("--excluded-tools=sql,github-delete_repo; echo view", [["sql"], ["github-delete_repo"]]),
    ],
)
def test_excluded_tools_of_copilot_cli_are_names_of_tools(write: Write, options: str, tools: list[list[str]]) -> None:
    found = translated(write, f"copilot {options}\n", "start.sh")
    assert [rule["matchers"]["tools"] for rule in found.rules] == tools
    assert found.skipped == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--excluded-tools shell", "a kind of calls, no tool; write --deny-tool shell"),
        ("--excluded-tools 'bash(rm)'", "takes names alone; write --deny-tool 'shell(rm)'"),
        ("--excluded-tools Bash", "declare a tool Bash; did you mean `bash`?"),
        ("--excluded-tools web_fech", "declare a tool web_fech; did you mean `web_fetch`?"),
        ("--excluded-tools TodoRead", "declare a tool TodoRead"),
        ("--deny-tool web_fetch", "a tool, and --deny-tool takes kinds and servers; write --excluded-tools web_fetch"),
        ("--deny-tool 'bash(rm)'", "write --deny-tool 'shell(rm)'"),
        ("--deny-tool 'shell(rm *)'", "write --deny-tool 'shell(rm:*)'"),
        ("--deny-tool 'shell(*)'", "write --deny-tool 'shell'"),
        ("--deny-tool 'shell(:*)'", "names no command"),
        ("--deny-tool 'github(*)'", "one by one, as server(tool)"),
        ("--deny-tool 'Write(a.txt)'", "no kind Write; did you mean `write`?"),
        ("--deny-tool 'Shell(rm)'", "no kind Shell; did you mean `shell`?"),
        ("--deny-tool github", "as server(tool)"),
        ("--deny-tool memory", "what memory is about"),
        ("--deny-url github.com", "no matcher looks at addresses; `kinds: [fetch]` stops every fetch"),
        ("--deny-tools write", "did you mean `--deny-tool`?"),
        ("--exclude-tools=bash", "did you mean `--excluded-tools`?"),
        ("$X\nARGS='--deny-tool write'", "no option of Copilot CLI by itself"),
        ("-p 'use --deny-tool'", "no option of Copilot CLI by itself"),
    ],
)
def test_options_that_become_no_rule_are_lost_for_the_true_reason(write: Write, options: str, said: str) -> None:
    found = translated(write, f"copilot --deny-tool read\ncopilot {options}\n", "start.sh")
    assert len(found.rules) == 1
    [lost] = found.skipped
    assert said in lost.why
    assert lost.matters


def test_options_with_another_meaning_are_no_typing_errors(write: Write) -> None:
    text = "copilot --allow-all-tools --deny-tool write --disable-builtin-mcps\ngrep --exclude=a --deny b c\n"
    assert translated(write, text, "start.sh").skipped == []


def test_settings_are_judged_like_any_policy(write: Write) -> None:
    path = write(json.dumps({"permissions": {"deny": ["Edit(secrets/**)"]}}), "settings.json")
    assert run(path).exit_code == EXIT_OK
    weak = write(json.dumps({"permissions": {"deny": ["Bash(rm:*)"], "allow": ["Read"]}}), "settings.json")
    result = run(weak)
    assert result.exit_code == EXIT_FAILED
    assert "misses BashInput" in result.stdout
    assert "line 1: Read: allow only skips" in result.stdout
    assert schemas.problems(json.loads(run(weak, "--json").stdout), "rules-report") == []


def test_what_passes_a_rule_about_files_is_said_of_settings_too(write: Write) -> None:
    path = write(json.dumps({"permissions": {"deny": ["Read(./secrets/**)"]}}), "settings.json")
    said = " ".join(run(path, "codex").stdout.split())
    assert "Paths in shell commands are not matched: `cat PATH` passes block-read-secrets." in said
    assert "name: block-read-secrets-in-commands" in said


def test_a_deny_that_becomes_no_rule_does_not_hold(write: Write) -> None:
    path = write(json.dumps({"permissions": {"deny": ["Edit", "WebFetch(domain:a)"]}}), "settings.json")
    result = run(path, "codex")
    assert result.exit_code == EXIT_FAILED
    assert "1 entry cannot become a rule" in " ".join(result.stdout.split("\n\n")[0].split())


@pytest.mark.parametrize(
    ("content", "name", "code"),
    [
        ('{"permissions": {"allow": ["Bash"]}}', "settings.json", "rules.empty"),
        ("prefix_rule(", "x.rules", "rules.invalid"),
        ("a = [", "config.toml", "rules.invalid"),
        ("copilot --deny-tool 'shell(", "start.sh", "rules.invalid"),
        ('{"permissions": {"deny": ["Bash"]}, "permissions": {}}', "settings.json", "rules.invalid"),
    ],
)
def test_what_cannot_be_read_is_exit_code_2(write: Write, content: str, name: str, code: str) -> None:
    with pytest.raises(HookconformError) as caught:
        read_pack(write(content, name))
    assert (caught.value.code, caught.value.exit_code) == (code, EXIT_USAGE)


def test_rule_files_are_no_settings(write: Write) -> None:
    for content, name in (('{"rules": []}', "a.json"), ("rules: []", "a.yaml"), ("x = 1", "a.toml"), ("\x00", "b")):
        assert permissions_of(write(content, name)) is None


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (
            {"permissions": {"deny": ["Edit"], "ask": "Bash"}},
            "settings.json",
            '`permissions.ask` is a list; write ["Bash"]',
        ),
        ({"permissions": {"deny": ["Edit"], "ask": {"a": 1}}}, "settings.json", "`permissions.ask` is a list"),
        ({"permissions": {"deny": ["Edit"]}, "ask": ["Bash"]}, "settings.json", "write it as `permissions.ask`"),
        ({"permission": {"edit": "deny"}, "tools": {"bash": "false"}}, "opencode.json", "true or false, not 'false'"),
        (
            {"chat.tools.edits.autoApprove": {"a": False}, "chat.tools.terminal.autoApprove": False},
            "settings.json",
            "it is a table",
        ),
        (
            '[mcp_servers.a]\ndisabled_tools = ["x"]\n[mcp_servers.b]\ndisabled_tools = "y"\n',
            "config.toml",
            "it is a list",
        ),
        ('[mcp_servers.a]\ndisabled_tools = ["x", 1]\n', "config.toml", "not the name of a tool"),
        ("copilot --deny-tool write --deny-tool", "start.sh", "nothing stands behind it"),
        (
            {"permissions": {"deny": ["Edit"], "denied": ["Bash"]}},
            "settings.json",
            "no list of Claude Code's `permissions`; did you mean `deny`?",
        ),
        ({"permissions": {"deny": ["Edit"], "Deny": "Bash"}}, "settings.json", "did you mean `deny`?"),
        ({"permissions": {"deny": ["Edit"], "asks": ["Bash"]}}, "settings.json", "did you mean `ask`?"),
        ({"permissions": {"deny": ["Edit"], "alow": ["Bash"]}}, "settings.json", "did you mean `allow`?"),
        ({"permissions": {"deny": ["Edit"], "disallowed": ["Bash"]}}, "settings.json", "did you mean `deny`?"),
        ({"permissions": {"deny": ["Edit"], "no": ["Bash"]}}, "settings.json", "it has `deny`, `ask` and `allow`"),
        ({"permissions": {"deny": ["Edit"], "bash": "deny"}}, "settings.json", "it has `deny`, `ask` and `allow`"),
        (
            {"permissions": {"deny": ["Edit"]}, "permission": {"deny": ["Bash"]}},
            "settings.json",
            "reads `permissions`",
        ),
        ({"permission": {"edit": "deny"}, "tool": {"bash": False}}, "opencode.json", "did you mean `tools`?"),
        ({"permission": {"edit": "deny"}, "permision": {"bash": "deny"}}, "opencode.json", "mean `permission`?"),
        ({"permission": {"edit": "deny"}, "Permission": "deny"}, "opencode.json", "did you mean `permission`?"),
        (
            {"chat.tools.edits.autoApprove": {"a": False}, "chat.tools.terminal.autoAprove": {"rm": False}},
            "settings.json",
            "did you mean `chat.tools.terminal.autoApprove`?",
        ),
        (
            {"chat.tools.edits.autoApprove": {"a": False}, "chat.tool.terminal.autoApprove": {"rm": False}},
            "settings.json",
            "did you mean `chat.tools.terminal.autoApprove`?",
        ),
        (
            {"chat.tools.edits.autoApprove": {"a": False}, "chat.tools.urls.autoApprove": {"https://a": False}},
            "settings.json",
            "do not look at",
        ),
        (
            '[mcp_servers.a]\ndisabled_tools = ["x"]\ndisabled_tool = ["y"]\n',
            "config.toml",
            "did you mean `disabled_tools`?",
        ),
        (
            '[mcp_servers.a]\ndisabled_tools = ["x"]\n[mcp_server.b]\ndisabled_tools = ["y"]\n',
            "config.toml",
            "did you mean `mcp_servers`?",
        ),
        (
            'prefix_rule(pattern=["a"], decision="forbidden")\nprefix_rule(pattern=["b"], decison="forbidden")\n',
            "x.rules",
            "prefix_rule takes no `decison`; did you mean `decision`?",
        ),
    ],
)
def test_a_deny_in_another_shape_is_lost_aloud(write: Write, content: object, name: str, said: str) -> None:
    found = translated(write, content, name)
    [lost] = [one for one in found.skipped if one.matters]
    assert said in lost.why
    assert len(found.rules) == 1


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (
            {
                "permissions": {
                    "deny": ["Edit"],
                    "defaultMode": "plan",
                    "additionalDirectories": ["../a"],
                    "denyInsteadOfPrompting": True,
                    "newMode": "x",
                },
                "env": {"deny": "1"},
                "permissionMode": {"a": "b"},
            },
            "settings.json",
        ),
        (
            {"permission": {"edit": "deny"}, "tools": {"bash": True}, "tui": {"a": False}, "mode": {}, "theme": "deny"},
            "opencode.json",
        ),
        ({"permission": {"edit": "deny"}, "tool": {"bash": True}}, "opencode.json"),
        (
            {
                "chat.tools.edits.autoApprove": {"a": False},
                "chat.tools.terminal.enableAutoApprove": False,
                "chat.tools.terminal.autoReplyToPrompts": True,
                "chat.tools.other": {"a": True},
                "files.exclude": {"a": False},
            },
            "settings.json",
        ),
        (
            '[mcp_servers.a]\ndisabled_tools = ["x"]\nenabled = true\nenv_vars = ["A"]\n[mcp]\na = ["b"]\n',
            "config.toml",
        ),
        ('prefix_rule(pattern=["a"], decision="forbidden", justification="b", not_match=["c"])', "x.rules"),
    ],
)
def test_other_settings_are_no_lost_denies(write: Write, content: object, name: str) -> None:
    found = translated(write, content, name)
    assert [one for one in found.skipped if one.matters] == []
    assert len(found.rules) == 1


def test_a_misspelt_list_does_not_hold(write: Write) -> None:
    path = write(json.dumps({"permissions": {"deny": ["Edit(secrets/**)"], "denied": ["Bash(rm:*)"]}}), "settings.json")
    result = run(path)
    assert result.exit_code == EXIT_FAILED
    assert "1 entry cannot become a rule" in " ".join(result.stdout.split("\n\n")[0].split())
    assert "denied: no list of Claude Code's `permissions`; did you mean `deny`?" in " ".join(result.stdout.split())


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"deny": ["Bash"]}, "`deny` stands in `permissions`."),
        ({"permissions": ["Bash"]}, "`permissions` is a table of lists."),
    ],
)
def test_permissions_in_another_place_are_named(write: Write, content: object, said: str) -> None:
    with pytest.raises(HookconformError) as caught:
        read_pack(write(json.dumps(content), "settings.json"))
    assert (caught.value.code, caught.value.what) == ("rules.invalid", said)


@pytest.mark.parametrize(
    "text",
    [
        '{"permissions": {"deny": ["Read(secrets/**)",]}}',
        '{"permissions": {"deny": ["Read(secrets/**)"]}} // mine',
        '{"permissions": {/* mine */ "deny": ["Read(secrets/**)"]}}',
    ],
)
def test_settings_that_the_program_may_not_read_are_not_proved(write: Write, text: str) -> None:
    path = write(text, "settings.json")
    result = run(path, "claude-code")
    said = " ".join(result.stdout.split())
    assert said.startswith("NOT PROVED: ")
    assert "nobody measured whether Claude Code reads such a file; write JSON." in said
    assert result.exit_code == 1
    assert json.loads(run(path, "claude-code", "--json").stdout)["packs"][0]["doubt"]
    plain = run(write('{"permissions": {"deny": ["Read(secrets/**)"]}}', "plain.json"), "claude-code")
    assert (plain.stdout.startswith("HOLDS: "), plain.exit_code) == (True, 0)


def test_a_doubt_is_said_beside_gaps(write: Write) -> None:
    path = write('{"permissions": {"deny": ["Bash(rm *)",]}}', "settings.json")
    said = " ".join(run(path).stdout.split())
    assert said.startswith("DOES NOT HOLD: ")
    assert "nobody measured whether Claude Code reads such a file" in said


def test_an_editor_s_settings_may_have_comments(write: Write) -> None:
    text = '{"chat.tools.edits.autoApprove": {"**/secrets/**": false,}} // mine'
    assert "nobody measured whether" not in run(write(text, "settings.json"), "vscode-copilot").stdout


def test_settings_of_a_second_program_are_named(write: Write) -> None:
    both = {
        "permission": {"bash": "deny"},
        "permissions": {"deny": ["Read(./.env)"]},
        "chat.tools.terminal.autoApprove": {"rm": False},
    }
    found = translated(write, both, "settings.json")
    assert len(found.rules) == 1
    assert [(entry.entry, entry.line, entry.matters) for entry in found.skipped] == [
        ("permission", 2, True),
        ("chat.tools.terminal.autoApprove", 10, True),
    ]


def test_an_entry_of_all_tools_has_exceptions_in_any_later_tool(write: Write) -> None:
    """What a later entry of one tool allows may be what the entry of all tools denies, whatever the patterns are."""
    found = translated(write, {"permission": {"*": {"rm *": "deny"}, "bash": {"git *": "allow"}}}, "opencode.json")
    assert not found.rules
    [lost] = [entry for entry in found.skipped if entry.matters]
    assert "makes exceptions" in lost.why
