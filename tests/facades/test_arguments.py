"""What each native argument is called on the canonical side: the tables, said the other way round."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.support.facade_tables import CANONICAL, TABLES

from hookconform.corpus.vocabulary import load_vocabulary
from tool_facades.forms import Unsayable
from tool_facades.mapping import Mapping
from tool_facades.rows import Report

# Canonical tool and argument, then provider, tool, native name; with `=` a native value and what it means.
SAID = """
Bash cwd: gemini run_shell_command dir_path, opencode bash workdir, codex exec_command workdir, kimi Bash cwd,
Bash cwd: qwen run_shell_command directory, qwen monitor directory, hermes terminal workdir, kilo bash workdir
Bash cwd: letta exec_command workdir, letta shell_command workdir, letta run_shell_command dir_path
Bash cwd: puppy shell cwd, grok bash workdir
Bash command: codex exec_command cmd
Bash description: vscode run_in_terminal explanation
Bash wait: letta exec_command yield_time_ms
Bash wait: codex exec_command yield_time_ms, copilot bash initial_wait=3=3000
Bash shell_id: copilot bash shellId
Bash run_in_background: copilot bash mode="async"=true, copilot bash mode="sync"=false
Bash run_in_background: vscode run_in_terminal mode="async"=true, vscode run_in_terminal mode="sync"=false
Bash run_in_background: vscode run_in_terminal isBackground
BashInput shell_id: letta write_stdin session_id=7="7"
BashInput shell_id: codex write_stdin session_id=7="7"
BashInput command: codex write_stdin chars
BashInput wait: letta write_stdin yield_time_ms
BashInput wait: codex write_stdin yield_time_ms, copilot write_bash delay=3=3000
BashOutput bash_id: gemini read_background_output pid=7="7"
BashOutput wait: letta TaskOutput timeout
BashOutput wait: claude BashOutput timeout, copilot read_bash delay=3=3000, gemini read_background_output delay_ms
BashOutput wait: grok get_command_or_subagent_output timeout_ms, kimi TaskOutput timeout=3=3000
BashOutput block: letta TaskOutput block, claude BashOutput block, kimi TaskOutput block
BashOutput filter: claude BashOutput filter
BashOutput limit: gemini read_background_output lines
KillShell shell_id: claude TaskStop task_id, kimi TaskStop task_id
KillShell description: kimi TaskStop reason
Read pages: claude Read pages, grok read_file pages, qwen read_file pages
Edit description: gemini replace instruction, vscode multi_replace_string_in_file explanation
Edit description: vscode apply_patch explanation
Edit expected_replacements: gemini replace expected_replacements, letta replace expected_replacements
Edit insert_line: cline editor insert_line
Edit patch: copilot apply_patch input
Glob ignore_case: gemini glob case_sensitive=true=false, gemini glob case_sensitive=false=true
Glob respect_ignore: gemini glob respect_git_ignore, kimi Glob include_ignored=true=false
Glob head_limit: kimi Glob head_limit, pi find limit, vscode file_search maxResults
Glob path: copilot glob path
Glob paths: copilot glob paths=["a"]=["a"]
Grep before: claude Grep -B, copilot grep -B, grok grep -B, kimi Grep -B
Grep after: claude Grep -A, copilot grep -A, grok grep -A, kimi Grep -A
Grep context: hermes search_files context, kilo grep context
Grep context: claude Grep -C, copilot grep -C, grok grep -C, kimi Grep -C, pi grep context
Grep line_numbers: claude Grep -n, copilot grep -n, kimi Grep -n
Grep ignore_case: kilo grep ignoreCase
Grep ignore_case: claude Grep -i, copilot grep -i, grok grep -i, kimi Grep -i, pi grep ignoreCase
Grep head_limit: claude Grep head_limit, copilot grep head_limit, grok grep head_limit, kimi Grep head_limit
Grep head_limit: qwen grep_search limit
Grep max_matches: hermes search_files limit, kilo grep limit
Grep max_matches: gemini grep_search total_max_matches, pi grep limit, vscode grep_search maxResults
Grep multiline: claude Grep multiline, copilot grep multiline, grok grep multiline, kimi Grep multiline
Grep literal: kilo grep literal
Grep literal: pi grep literal, vscode grep_search isRegexp=true=false, vscode grep_search isRegexp=false=true
Grep exclude: gemini grep_search exclude_pattern
Grep glob: gemini grep_search include, pi grep glob, vscode grep_search includePattern
Grep path: copilot grep path, pi grep path
Grep paths: copilot grep paths=["a","b"]=["a","b"]
Grep pattern: vscode grep_search query
Grep output_mode: gemini grep_search names_only=true="files_with_matches", gemini grep_search names_only=false="content"
Grep respect_ignore: kimi Grep include_ignored=true=false, vscode grep_search includeIgnoredFiles=false=true
LS head_limit: pi ls limit
LS ignore: opencode list ignore, letta list_directory ignore
LS recursive: puppy list_files recursive
Write overwrite: puppy create_file overwrite
TodoWrite merge: grok todo_write merge, hermes todo merge
WebFetch format: kilo webfetch format
WebFetch format: opencode webfetch format, qwen web_fetch format, copilot web_fetch raw=true="html"
WebFetch timeout: opencode webfetch timeout=3=3000, kilo webfetch timeout=3=3000
WebSearch num_results: opencode websearch numResults, kilo websearch numResults, hermes web_search limit
Task prompt: codex spawn_agent message
Task subagent_type: codex spawn_agent agent_type
Task name: claude Task name, codex spawn_agent task_name, copilot task name, qwen agent name
Task model: puppy invoke_agent_with_model model_name, letta Agent model
Task model: claude Task model, codex spawn_agent model, copilot task model, grok spawn_subagent model
Task model: vscode runSubagent model
Task effort: claude Task effort, codex spawn_agent reasoning_effort, copilot task reasoning_effort
Task run_in_background: claude Task run_in_background, grok spawn_subagent background, kimi Agent run_in_background
Task run_in_background: hermes delegate_task background, kilo task background, letta Agent run_in_background
Task run_in_background: puppy invoke_agent background
Task run_in_background: opencode task background, qwen agent run_in_background, copilot task mode="background"=true
Task run_in_background: cline team_run_task runMode="async"=true, cline team_run_task runMode="sync"=false
Task isolation: claude Task isolation, grok spawn_subagent isolation, qwen agent isolation
Task resume: kilo task task_id, claude Task resume, kimi Agent resume, opencode task task_id, opencode task session_id
Task resume: grok spawn_subagent resume_from, cline team_run_task taskId
Task cwd: grok spawn_subagent cwd, qwen agent working_dir
TodoWrite explanation: codex update_plan explanation, letta update_plan explanation
SendMessage to: claude SendMessage to, claude SendMessage recipient
SendMessage message: claude SendMessage message, claude SendMessage content
EnterPlanMode description: gemini enter_plan_mode reason
ExitPlanMode plan: copilot exit_plan_mode summary
"""
SAMPLES = {"string": "some text", "number": 7, "integer": 7, "boolean": True, "array": ["some text"]}


def entries() -> list[tuple[str, str, str, str, str, str]]:
    found: list[tuple[str, str, str, str, str, str]] = []
    for line in SAID.strip().splitlines():
        head, _, said = line.partition(": ")
        tool, argument = head.split()
        for one in said.rstrip(",").split(", "):
            provider, name, rest = one.split(" ", 2)
            native, _, values = rest.partition("=")
            found.append((tool, argument, provider, name, native, values))
    return found


def row_of(provider: str, name: str) -> dict[str, Any]:
    (row,) = [row for row in TABLES[provider]["tools"] if name in row["names"]]
    return row


@pytest.mark.parametrize(("tool", "argument", "provider", "name", "native", "values"), entries())
def test_an_argument_means_the_same_whoever_says_it(  # noqa: PLR0913, PLR0917 (one of each entry)
    tool: str, argument: str, provider: str, name: str, native: str, values: str
) -> None:
    row = row_of(provider, name)
    assert row["tool"] == tool
    if values:
        before, _, after = values.partition("=")
        said, meant = json.loads(before), json.loads(after)
    else:
        said = meant = SAMPLES[CANONICAL[tool]["arguments"][argument]["type"]]
    own: dict[str, Any] = {}
    assert Mapping(row, CANONICAL[tool]["arguments"]).to_canonical({native: said}, own) == [{argument: meant}]
    assert own == {}
    schema = {"properties": {native: {}}}
    assert Mapping(row, CANONICAL[tool]["arguments"]).to_native(
        [{argument: meant}], schema, Report(frozenset(), {})
    ) == [{native: said}]


def test_gemini_waits_for_commands_in_the_background_only() -> None:
    mapping = Mapping(row_of("gemini", "run_shell_command"), CANONICAL["Bash"]["arguments"])
    native, canonical = {"is_background": True, "delay_ms": 7}, {"run_in_background": True, "wait": 7}
    assert mapping.to_canonical(native, {}) == [canonical]
    assert mapping.to_canonical({"delay_ms": 7}, {}) == [{}]
    schema = {"properties": {"is_background": {}, "delay_ms": {}}}
    assert mapping.to_native([canonical], schema, Report(frozenset(), {})) == [native]
    with pytest.raises(Unsayable):
        mapping.to_native([{"wait": 7}], schema, Report(frozenset(), {}))


def test_every_argument_that_events_do_not_have_is_listed() -> None:
    of_events = load_vocabulary().arguments
    listed = {(provider, native, row_of(provider, name)["names"][0]) for _, _, provider, name, native, _ in entries()}
    # Said above: it depends on another argument.
    listed.add(("gemini", "delay_ms", "run_shell_command"))
    missing: set[tuple[str, str, str]] = set()
    for provider, table in TABLES.items():
        for row in table["tools"]:
            for native, said in row.get("arguments", {}).items():
                one: dict[str, Any] = {"to": said} if isinstance(said, str) else said
                if "items" not in one and one.get("to") not in of_events[row["tool"]]:
                    missing.add((provider, native, row["names"][0]))
    assert missing - listed == set()
