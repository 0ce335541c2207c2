"""Native tool names and argument names, platform by platform, written from what the platforms are known to send."""

import json
from typing import Any

import pytest

import hook_adapters

ENVELOPE = {"session_id": "s-1", "cwd": "/home/dev/project"}


def canonicalize(platform: Any, payload: Any, registered: Any = None) -> Any:
    return hook_adapters.canonicalize(platform.replace("_", "-"), json.dumps(payload), registered_event=registered)


TOOLS = """
claude_code          Agent                         Task
claude_code          PowerShell                    Bash
claude_code          Monitor                       Bash            timeout_ms>timeout
claude_code          MultiEdit                     Edit
claude_code          KillBash                      KillShell
claude_code          TaskStop                      KillShell       task_id>shell_id
claude_code          TaskOutput                    BashOutput      task_id>bash_id
claude_code          ReadMcpResourceTool           ReadMcpResource
gemini_cli           run_shell_command             Bash            is_background>run_in_background
gemini_cli           write_file                    Write
gemini_cli           replace                       Edit            allow_multiple>replace_all
gemini_cli           read_file                     Read
gemini_cli           glob                          Glob            dir_path>path
gemini_cli           grep_search                   Grep            dir_path>path include_pattern>glob
gemini_cli           grep_search                   Grep            include>glob
gemini_cli           search_file_content           Grep            dir_path>path include>glob
gemini_cli           search_file_content           Grep            include_pattern>glob
gemini_cli           web_fetch                     WebFetch
gemini_cli           invoke_agent                  Task            agent_name>subagent_type
gemini_cli           delegate_to_agent             Task            agent_name>subagent_type
gemini_cli           codebase_investigator         Task            objective>prompt
gemini_cli           cli_help                      Task            question>prompt
gemini_cli           generalist                    Task            request>prompt
gemini_cli           google_web_search             WebSearch
gemini_cli           write_todos                   TodoWrite
gemini_cli           ask_user                      AskUserQuestion
gemini_cli           activate_skill                Skill           name>skill
gemini_cli           list_directory                LS              dir_path>path
gemini_cli           enter_plan_mode               EnterPlanMode
gemini_cli           exit_plan_mode                ExitPlanMode
gemini_cli           read_mcp_resource             ReadMcpResource
gemini_cli           read_background_output        BashOutput      pid>bash_id
gemini_cli           execute_code                  Bash
copilot_cli          bash                          Bash
copilot_cli          powershell                    Bash
copilot_cli          view                          Read            path>file_path
copilot_cli          create                        Write           path>file_path file_text>content
copilot_cli          edit                          Edit            path>file_path old_str>old_string new_str>new_string
copilot_cli          str_replace_editor            Edit            path>file_path old_str>old_string new_str>new_string
copilot_cli          grep                          Grep            paths>path
copilot_cli          rg                            Grep            paths>path
copilot_cli          glob                          Glob            paths>path
copilot_cli          web_fetch                     WebFetch
copilot_cli          web_search                    WebSearch
copilot_cli          ask_user                      AskUserQuestion
copilot_cli          update_todo                   TodoWrite
copilot_cli          task                          Task            agent_type>subagent_type
copilot_cli          Agent                         Task            agent_type>subagent_type
copilot_cli          skill                         Skill
copilot_cli          write_bash                    BashInput       shellId>shell_id input>command
copilot_cli          read_bash                     BashOutput      shellId>bash_id
copilot_cli          stop_bash                     KillShell       shellId>shell_id
copilot_cli          write_powershell              BashInput
copilot_cli          read_powershell               BashOutput
copilot_cli          stop_powershell               KillShell
copilot_cli          exit_plan_mode                ExitPlanMode
copilot_cli          write_agent                   SendMessage     agent_id>to
copilot_cloud_agent  stop_bash                     KillShell       shellId>shell_id
copilot_cli          shell                         Bash
copilot_cli          write                         Write           path>file_path file_text>content
copilot_cli          read                          Read            path>file_path
copilot_cli          fetch                         WebFetch
copilot_cloud_agent  create                        Write           path>file_path file_text>content
vscode_copilot       run_in_terminal               Bash            isBackground>run_in_background
vscode_copilot       create_file                   Write           filePath>file_path
vscode_copilot       replace_string_in_file        Edit            filePath>file_path newString>new_string
vscode_copilot       multi_replace_string_in_file  Edit            filePath>file_path newString>new_string
vscode_copilot       multi_replace_string_in_file  Edit            filePath>file_path oldString>old_string
vscode_copilot       replace_string_in_file        Edit            filePath>file_path oldString>old_string
vscode_copilot       insert_edit_into_file         Edit            filePath>file_path
vscode_copilot       edit_notebook_file            NotebookEdit    cellId>cell_id
vscode_copilot       edit_notebook_file            NotebookEdit    editType>edit_mode newCode>new_source
vscode_copilot       read_file                     Read            filePath>file_path
vscode_copilot       list_dir                      LS
vscode_copilot       file_search                   Glob            query>pattern
vscode_copilot       grep_search                   Grep            query>pattern includePattern>glob
vscode_copilot       fetch_webpage                 WebFetch
vscode_copilot       runSubagent                   Task            agentName>subagent_type
vscode_copilot       manage_todo_list              TodoWrite       todoList>todos
vscode_copilot       vscode_askQuestions           AskUserQuestion
vscode_copilot       send_to_terminal              BashInput       id>shell_id
vscode_copilot       get_terminal_output           BashOutput      id>bash_id
vscode_copilot       await_terminal                BashOutput      id>bash_id
vscode_copilot       kill_terminal                 KillShell       id>shell_id
codex                write_stdin                   BashInput       session_id>shell_id chars>command
codex                update_plan                   TodoWrite       plan>todos
codex                request_user_input            AskUserQuestion
codex                request_user_input_async      AskUserQuestion
codex                read_mcp_resource             ReadMcpResource
codex                collaborationsend_message     SendMessage     target>to
codex                collaborationfollowup_task    SendMessage     target>to
codex                multi_agent_v1send_input      SendMessage     target>to
codex                spawn_agent                   Task            message>prompt agent_type>subagent_type
codex                collaborationspawn_agent      Task            message>prompt agent_type>subagent_type
codex                multi_agent_v1spawn_agent     Task            message>prompt agent_type>subagent_type
cursor               Shell                         Bash
cursor               List                          LS              file_path>path
cursor               WriteShellStdin               BashInput
cursor               FetchMcpResource              ReadMcpResource
cursor               Fetch                         WebFetch
opencode             bash                          Bash
opencode             write                         Write           filePath>file_path
opencode             edit                          Edit            filePath>file_path oldString>old_string
opencode             edit                          Edit            newString>new_string replaceAll>replace_all
opencode             read                          Read            filePath>file_path
opencode             glob                          Glob
opencode             grep                          Grep            include>glob
opencode             webfetch                      WebFetch
opencode             fetch                         WebFetch
opencode             websearch                     WebSearch
opencode             task                          Task
opencode             todowrite                     TodoWrite
opencode             skill                         Skill           name>skill
opencode             question                      AskUserQuestion
opencode             list                          LS
opencode             plan_enter                    EnterPlanMode
opencode             plan_exit                     ExitPlanMode
opencode             read_mcp_resource             ReadMcpResource
"""
# Names that are canonical already, with native arguments all the same.
RENAMED_UNDER_CANONICAL_NAMES = """
copilot_cli          Read                          Read            path>file_path
copilot_cli          Write                         Write           path>file_path file_text>content
copilot_cli          Edit                          Edit            path>file_path old_str>old_string new_str>new_string
copilot_cli          Grep                          Grep            paths>path
copilot_cli          Glob                          Glob            paths>path
cursor               Grep                          Grep            file_path>path
"""
PATCH_TOOLS = [
    ("copilot_cli", "apply_patch", None),
    ("vscode_copilot", "apply_patch", "input"),
    ("codex", "apply_patch", "command"),
    ("opencode", "apply_patch", "patchText"),
    ("opencode", "patch", "patchText"),
]


def rows(table: str) -> list[tuple[str, str, str, dict[str, str]]]:
    cells = [line.split() for line in table.strip().splitlines()]
    return [(cell[0], cell[1], cell[2], dict(pair.split(">") for pair in cell[3:])) for cell in cells]


PRE_TOOL = {
    "claude_code": "PreToolUse",
    "codex": "PreToolUse",
    "gemini_cli": "BeforeTool",
    "cursor": "preToolUse",
    "vscode_copilot": "PreToolUse",
}


def before(platform: Any, name: Any, arguments: Any) -> Any:
    if platform == "opencode":
        record = {
            "hook": "tool.execute.before",
            "input": {"tool": name, "sessionID": "s-1"},
            "output": {"args": arguments},
        }
        return canonicalize(platform, {**record, "directory": ENVELOPE["cwd"]})
    if platform.startswith("copilot"):
        payload = {"sessionId": "s-1", "timestamp": 1, "cwd": ENVELOPE["cwd"], "toolName": name, "toolArgs": arguments}
        return canonicalize(platform, payload, "preToolUse")
    return canonicalize(
        platform, {**ENVELOPE, "hook_event_name": PRE_TOOL[platform], "tool_name": name, "tool_input": arguments}
    )


@pytest.mark.parametrize(("platform", "native", "canonical", "renames"), rows(TOOLS))
def test_a_native_tool_becomes_canonical(platform: Any, native: Any, canonical: Any, renames: Any) -> None:
    arguments = {name: f"value of {name}" for name in (*renames, "other")}
    (event,) = before(platform, native, arguments)
    expected: dict[str, Any] = {renames.get(name, name): value for name, value in arguments.items()}
    if "path" in expected:
        expected["file_paths"] = [expected["path"]]
    assert event["hook_event_name"] == "PreToolUse"
    assert event["tool_name"] == canonical
    assert event["tool_input"] == {**expected, "platform_tool_name": native}
    assert (event["session_id"], event["cwd"]) == ("s-1", "/home/dev/project")


@pytest.mark.parametrize(("platform", "name", "_", "renames"), rows(RENAMED_UNDER_CANONICAL_NAMES))
def test_a_canonical_name_may_come_with_native_arguments(platform: Any, name: Any, _: Any, renames: Any) -> None:
    (event,) = before(platform, name, dict.fromkeys(renames, 1))
    assert (event["tool_name"], event["tool_input"]) == (name, dict.fromkeys(renames.values(), 1))


@pytest.mark.parametrize(("platform", "native", "key"), PATCH_TOOLS)
def test_a_patch_tool_is_an_edit(platform: Any, native: Any, key: Any) -> None:
    patch = "*** Begin Patch\n*** Delete File: a\n*** End Patch"
    (event,) = before(platform, native, {key: patch} if key else patch)
    expected = {"patch": patch, "file_paths": ["a"], "file_path": "a", "platform_tool_name": native}
    assert (event["tool_name"], event["tool_input"]) == ("Edit", expected)


PASSING = [
    (
        "claude_code",
        "Bash Write Edit Read Glob Grep WebFetch Task WebSearch LS mcp__lab__echo BashOutput TaskCreate Workflow",
    ),
    ("gemini_cli", "read_many_files save_memory list_files search_files run_agent mcp_lab_echo update_topic Bash"),
    (
        "copilot_cli",
        "Bash Read Write Edit Task TodoRead sql list_bash report_intent lab-srv-echo_text run_in_terminal",
    ),
    ("vscode_copilot", "semantic_search memory get_errors mcp_lab_echo editFiles runTerminalCommand bash"),
    (
        "codex",
        "Bash update_goal view_image request_permissions mcp__labsrv__echo_text multi_agent_v1wait_agent clocksleep",
    ),
    ("cursor", "Read Write Edit Delete Task WebFetch ReadLints MCP:echo bash"),
    ("opencode", "todoread lsp batch codesearch invalid execute multiedit demo_echo Bash"),
]


@pytest.mark.parametrize(
    ("platform", "name"), [(platform, name) for platform, names in PASSING for name in names.split()]
)
def test_every_other_name_passes_unchanged(platform: Any, name: Any) -> None:
    (event,) = before(platform, name, {"x": 1})
    assert event["tool_name"] == name
    assert event["tool_input"] == {"x": 1}


def test_opencodes_old_patch_tool_is_an_edit_whatever_it_is_given() -> None:
    assert before("opencode", "patch", {"filePath": "a"})[0]["tool_name"] == "Edit"
