"""The tool calls that drive VS Code's agent, each with the family of models that is offered the tool."""

from __future__ import annotations

from hookconform_lab.lab.script import Call, Reply, call, calls, text

_IN = "{{workspace}}/"
# The program names a terminal in the result of the call that started it.
_TERMINAL = r"{{last:ID=?:? ?([0-9a-f-]{8,})}}"
_NOTEBOOK = _IN + "n.ipynb"
SUBAGENT = "sub"


def shell(command: str, mode: str = "sync", timeout: int = 10_000) -> Reply:
    """Return a call of the shell tool with every argument it must have."""
    return call("run_in_terminal", command=command, explanation="probe", goal="probe", mode=mode, timeout=timeout)


def _patch(body: str) -> Reply:
    return call("apply_patch", input=f"*** Begin Patch\n{body}*** End Patch\n", explanation="Change it.")


def gpt_replies() -> tuple[Reply, ...]:
    """Return the calls for a model that edits by patches: every tool but those of the other family."""
    return (*_files(), *_gpt_edits(), *_terminals(), *_notebooks(), *_editor(), *_elsewhere(), *_oddities())


def claude_replies() -> tuple[Reply, ...]:
    """Return the calls for a model that replaces strings: the tools only it is offered."""
    file = _IN + "new.txt"
    several = [
        {"filePath": file, "oldString": "one", "newString": "uno"},
        {"filePath": _IN + "hello.txt", "oldString": "foo", "newString": "fou"},
    ]
    return (
        call("create_file", filePath=file, content="one\ntwo\n"),
        call("replace_string_in_file", filePath=file, oldString="two", newString="dos"),
        call("replace_string_in_file", filePath=file, oldString="absent", newString="dos"),
        call("multi_replace_string_in_file", explanation="Two edits.", replacements=several),
        call("tool_search", query="echo"),
    )


def subagent_replies() -> tuple[Reply, ...]:
    """Return what the sub-agent does that the main conversation starts."""
    return (
        call("list_dir", path="{{workspace}}"),
        call("read_file", filePath=_IN + "hello.txt", startLine=1, endLine=1),
        text("The sub-agent is done."),
    )


def waiting_replies() -> tuple[Reply, ...]:
    """Return a call that shows a picker of folders and waits for somebody."""
    return (call("create_new_workspace", query="a workspace"),)


def _files() -> tuple[Reply, ...]:
    return (
        call("list_dir", path="{{workspace}}"),
        call("read_file", filePath=_IN + "hello.txt", startLine=1, endLine=2),
        call("read_file", filePath=_IN + "absent.txt", startLine=1, endLine=2),
        call("file_search", query="**/*.py"),
        call("file_search", query="**/*.txt", maxResults=3),
        call("grep_search", query="foo", isRegexp=False),
        call(
            "grep_search", query="fo+", isRegexp=True, includePattern="**/*.txt", includeIgnoredFiles=True, maxResults=5
        ),
        call("semantic_search", query="foo"),
        call("get_errors", filePaths=[_IN + "src/a.py"]),
        call("get_errors"),
        call("create_directory", dirPath=_IN + "made"),
        call("create_file", filePath=_IN + "new.txt", content="one\ntwo\n"),
        call("create_file", filePath=_IN + "new.txt", content="again\n"),
        call("view_image", filePath=_IN + "pixel.png"),
    )


def _gpt_edits() -> tuple[Reply, ...]:
    return (
        _patch(f"*** Update File: {_IN}hello.txt\n@@\n-hello world\n+hello there\n foo bar\n"),
        _patch(f"*** Update File: {_IN}hello.txt\n@@\n-not there\n+x\n"),
        _patch(f"*** Add File: {_IN}added.txt\n+added\n*** Delete File: {_IN}gone.txt\n"),
        call("insert_edit_into_file", explanation="Change it.", filePath=_IN + "new.txt", code="uno\n"),
    )


def _terminals() -> tuple[Reply, ...]:
    return (
        shell("echo hi; pwd"),
        shell("echo oops >&2; exit 3"),
        # Out of time it goes on in the background, until it is killed.
        shell("sleep 30", timeout=1000),
        call("kill_terminal", id=_TERMINAL),
        call(
            "run_in_terminal",
            command="sleep 30",
            explanation="probe",
            goal="probe",
            mode="async",
            isBackground=True,
            timeout=0,
        ),
        call("get_terminal_output", id=_TERMINAL),
        call("send_to_terminal", id=_TERMINAL, command="x", waitForOutput=True),
        call("kill_terminal", id=_TERMINAL),
        call("kill_terminal", id="00000000-0000-0000-0000-000000000000"),
        call("kill_terminal", id="00000000-0000-4000-8000-000000000000"),
        call("terminal_last_command"),
        call("terminal_selection"),
    )


def _notebooks() -> tuple[Reply, ...]:
    return (
        call("create_new_jupyter_notebook", query="a notebook"),
        call(
            "edit_notebook_file",
            filePath=_NOTEBOOK,
            editType="insert",
            cellId="TOP",
            newCode="1+1",
            language="python",
        ),
        call("copilot_getNotebookSummary", filePath=_NOTEBOOK),
        call("read_notebook_cell_output", filePath=_NOTEBOOK, cellId="none"),
        call("run_notebook_cell", filePath=_NOTEBOOK, cellId="none", reason="probe", continueOnError=True),
    )


def _editor() -> tuple[Reply, ...]:
    place = {"symbol": "foo", "lineContent": "def foo():"}
    task = {
        "label": "echo",
        "type": "shell",
        "command": "echo task",
        "args": [],
        "group": "build",
        "isBackground": False,
        "problemMatcher": [],
    }
    return (
        call("vscode_listCodeUsages", filePath="src/a.py", **place),
        call("vscode_listCodeUsages", uri="file://{{workspace}}/src/a.py", **place),
        call("vscode_renameSymbol", filePath="src/a.py", newName="bar", **place),
        call("vscode_renameSymbol", uri="file://{{workspace}}/src/a.py", newName="bar", **place),
        call("get_vscode_api", query="hover"),
        call("run_vscode_command", commandId="workbench.action.files.saveAll", name="save all", args=[]),
        call("run_vscode_command", commandId="lab.absent", name="none", skipCheck=True),
        call("vscode_searchExtensions_internal", category="Other", keywords=["x"], ids=["lab.driven"]),
        call("install_extension", id="lab.absent", name="Absent"),
        call("create_and_run_task", workspaceFolder="{{workspace}}", task=task),
        call("get_task_output", id="shell: echo", workspaceFolder="{{workspace}}"),
        call("testFailure"),
    )


def _elsewhere() -> tuple[Reply, ...]:
    question = {
        "header": "Colour",
        "question": "Which colour?",
        "message": "Pick one.",
        "multiSelect": False,
        "allowFreeformInput": False,
        "options": [
            {"label": "Red", "description": "a", "recommended": True},
            {"label": "Blue", "description": "b"},
        ],
    }
    todo = [{"id": 1, "title": "first", "status": "completed"}, {"id": 2, "title": "second", "status": "in-progress"}]
    return (
        call("manage_todo_list", todoList=todo),
        call("vscode_askQuestions", questions=[question]),
        *_memories(),
        call("session_store_sql", action="query", description="count", query="select 1"),
        call("session_store_sql", action="reindex", description="again", force=False, subcommand="reindex"),
        call("github_repo", repo="a/b", query="x"),
        call("github_text_search", scope="a/b", query="x", maxResults=1),
        call("mcp_lab_echo_text", text="hi"),
        call("mcp_lab_fail_tool"),
        call("runSubagent", description="a task", prompt=f"[[{SUBAGENT}]] list the folder"),
        call(
            "runSubagent",
            description="another",
            prompt="do nothing",
            agentName="absent",
            model="gpt-4.1",
        ),
    )


def _memories() -> tuple[Reply, ...]:
    note, moved = "/memories/note.md", "/memories/moved.md"
    return (
        call("memory", command="create", path=note, file_text="likes tea\n"),
        call("memory", command="view", path=note, view_range=[1, 1]),
        call("memory", command="str_replace", path=note, old_str="tea", new_str="coffee"),
        call("memory", command="insert", path=note, insert_line=0, insert_text="a note\n"),
        call("memory", command="rename", old_path=note, new_path=moved),
        call("resolve_memory_file_uri", path=moved),
        call("memory", command="delete", path=moved),
    )


def _oddities() -> tuple[Reply, ...]:
    return (
        calls(Call("list_dir", {"path": "{{workspace}}"}), Call("file_search", {"query": "*.txt"})),
        call("no_such_tool", x=1),
        Reply(calls=(Call("list_dir", raw='{"path": "bro'),)),
        call("read_file", startLine=1),
        text("The tools are driven."),
    )
