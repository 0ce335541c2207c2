"""The tool calls that drive Letta Code, a toolset each, with the versions that have the tool."""

from __future__ import annotations

from typing import Any

from hookconform.ground.versions import at_least
from hookconform_lab.lab.replies import Versioned, fitting, versioned
from hookconform_lab.lab.script import Call, Reply, call, calls

QUESTIONS = [
    {
        "question": "Which colour?",
        "header": "Pick",
        "options": [{"label": "Red", "description": "a"}, {"label": "Blue", "description": "b"}],
        "multiSelect": False,
    }
]
# Since when it has worktrees, monitors and lists of tasks; messages between agents; workflows, but no toolset for
# Gemini models; and no tool that shows what a task in the background printed.
SECOND, MESSAGES, WORKFLOWS, LAST = "0.30.28", "0.32.8", "0.32.17", "0.32.18"
_IN = "{{workspace}}/"
_PATCH = "*** Begin Patch\n*** Add File: {path}\n+one\n*** End Patch"
# The ids that the program gives: of a command in the background, of a task of the list, of a session of a shell.
_TASK = r"{{last:((?:task|bash|monitor)_\w+)}}"
_LISTED = "task_1"
_SESSION = r"{{int:session ID (\d+)}}"


def shell_call(command: str, **more: Any) -> Reply:
    """Return a call of the shell that most models have; it wants a description."""
    return call("Bash", command=command, **{"description": "do it", **more})


def write_call(path: str, content: str = "x\n") -> Reply:
    """Return a call that writes a file."""
    return call("Write", file_path=path, content=content)


def agent_call(prompt: str, **more: Any) -> Reply:
    """Return a call that starts a sub-agent, under the name that models have for it."""
    return call("Agent", description="Sub work", prompt=prompt, **{"subagent_type": "general-purpose", **more})


_FILES = (
    versioned("Read", file_path=_IN + "hello.txt"),
    versioned("Read", file_path=_IN + "hello.txt", offset=1, limit=1),
    versioned("Read", file_path=_IN + "missing.txt"),
    versioned("Write", file_path=_IN + "new.txt", content="one\ntwo\n"),
    versioned("Edit", file_path=_IN + "new.txt", old_string="one", new_string="uno"),
    versioned("Edit", file_path=_IN + "new.txt", old_string="o", new_string="0", replace_all=True),
    versioned("Edit", file_path=_IN + "new.txt", old_string="absent", new_string="x"),
)
_SHELL = (
    Versioned(shell_call("echo hi", description="say hi")),
    Versioned(shell_call("echo oops >&2; exit 3")),
    Versioned(shell_call("pwd", timeout=5000)),
    Versioned(shell_call("sleep 30", run_in_background=True)),
    versioned("TaskOutput", "", LAST, task_id=_TASK, block=False, timeout=1000),
    versioned("TaskStop", task_id=_TASK),
    versioned("Monitor", SECOND, description="watch", command="echo tick", timeout_ms=2000, persistent=False),
    versioned("Monitor", SECOND, description="watch", ws={"url": "ws://127.0.0.1:9/", "protocols": ["lab"]}),
)
_MEMORY = (
    versioned(
        "memory", command="create", reason="r", file_path="notes.md", description="Notes", file_text="one\ntwo\n"
    ),
    versioned("memory", command="str_replace", reason="r", file_path="notes.md", old_string="one", new_string="uno"),
    versioned("memory", command="insert", reason="r", file_path="notes.md", insert_line=0, insert_text="zero"),
    versioned("memory", command="update_description", reason="r", file_path="notes.md", description="More"),
    versioned("memory", command="rename", reason="r", old_path="notes.md", new_path="more.md"),
    versioned("memory", command="delete", reason="r", file_path="more.md"),
)
_LISTS = (
    versioned("TaskCreate", SECOND, subject="first", description="d", activeForm="doing", metadata={"a": "b"}),
    versioned("TaskGet", SECOND, taskId=_LISTED),
    versioned(
        "TaskUpdate",
        SECOND,
        taskId=_LISTED,
        subject="other",
        description="e",
        activeForm="still doing",
        status="completed",
        owner="me",
        addBlocks=["2"],
        addBlockedBy=["3"],
        metadata={"a": "c"},
    ),
    versioned("TaskList", SECOND),
    versioned("TodoWrite", "", SECOND, todos=[{"content": "first", "status": "pending", "activeForm": "doing"}]),
)
_PLACES = (
    versioned("SetWorkingDirectory", SECOND, path=_IN + "src"),
    versioned("SetWorkingDirectory", SECOND, path=_IN),
    versioned(
        "EnterWorktree",
        SECOND,
        name="lab",
        branch_name="lab",
        base_ref="main",
        repo_path=_IN,
        refresh_base=False,
        switch_cwd=True,
        symlink_dependencies=False,
        force=True,
    ),
    versioned("ExitWorktree", SECOND, action="remove", discard_changes=True),
    versioned("EnterWorktree", SECOND, path=_IN + "absent"),
)
_OTHERS = (
    versioned("Skill", skill="lab-skill"),
    versioned("Skill", "", SECOND, skill="lab-skill", args="x"),
    versioned(
        "SendAgentMessage",
        MESSAGES,
        message="hi",
        agent_id="agent-none",
        conversation_id="conv-none",
        computer=None,
    ),
    versioned(
        "Workflow",
        WORKFLOWS,
        script="return 1",
        args={"a": 1},
        maxConcurrent=1,
        model="scripted",
        allowedTools=["Read"],
    ),
    versioned("Workflow", WORKFLOWS, scriptPath=_IN + "no-such-flow.js"),
)
_ODDITIES = (
    versioned("no_such_tool", x=1),
    versioned("Bash", wrong="args"),
    Versioned(calls(Call("Read", {"file_path": _IN + "hello.txt"}), Call("Read", {"file_path": _IN + "src/a.py"}))),
)
_OF_SUBAGENTS = (
    Versioned(shell_call("echo from-sub")),
    versioned("Read", file_path=_IN + "hello.txt"),
    Versioned(shell_call("sleep 30", run_in_background=True)),
    versioned("KillBash", shell_id=_TASK),
    versioned("LS", "", SECOND, path=_IN, ignore=["*.gif"]),
    versioned("Write", file_path=_IN + "sub.txt", content="one\ntwo\n"),
    versioned(
        "MultiEdit",
        "",
        SECOND,
        file_path=_IN + "sub.txt",
        edits=[{"old_string": "one", "new_string": "uno"}, {"old_string": "o", "new_string": "0", "replace_all": True}],
    ),
)
_EXEC = (
    versioned("exec_command", SECOND, cmd="echo hi", description="say hi"),
    versioned(  # noqa: S604 (an argument of the tool)
        "exec_command",
        SECOND,
        cmd="cat",
        description="wait",
        workdir=_IN + "src",
        yield_time_ms=300,
        max_output_tokens=500,
        shell="/bin/sh",
        login=False,
        tty=False,
    ),
    versioned("write_stdin", SECOND, session_id=_SESSION, chars="typed\n", yield_time_ms=300, max_output_tokens=500),
    versioned("exec_command", SECOND, cmd="exit 3", description="fail"),
)
_PASCAL_SHELL: dict[str, Any] = {
    "workdir": _IN,
    "login": False,
    "timeout_ms": 5000,
    "sandbox_permissions": "use_default",
    "justification": "j",
    "prefix_rule": ["echo"],
}
_LOOKS = (
    versioned("ViewImage", path=_IN + "dot.gif"),
    versioned("ViewImage", path=_IN + "missing.png"),
    versioned("UpdatePlan", explanation="why", plan=[{"step": "first", "status": "in_progress"}]),
)
_CODEX = (
    *_EXEC,
    versioned("ShellCommand", "", SECOND, command="echo hi", **_PASCAL_SHELL),
    versioned("ApplyPatch", input=_PATCH.format(path="patched.txt")),
    versioned("ApplyPatch", input="*** Begin Patch\n*** Update File: absent.txt\n@@\n-a\n+b\n*** End Patch"),
    versioned("memory_apply_patch", reason="r", input=_PATCH.format(path="patched.md")),
    *_LOOKS,
)
_CODEX_SNAKE = (
    *_EXEC,
    versioned("shell_command", "", SECOND, command="echo hi", **_PASCAL_SHELL),
    versioned("apply_patch", input=_PATCH.format(path="patched.txt")),
    versioned("memory_apply_patch", reason="r", input=_PATCH.format(path="patched.md")),
    versioned("view_image", path=_IN + "dot.gif"),
    versioned("update_plan", explanation="why", plan=[{"step": "first", "status": "in_progress"}]),
)
_FILTER = {"respect_git_ignore": True, "respect_gemini_ignore": False}
# The names in the toolset `gemini`, those in `gemini_snake`, and the arguments.
_GEMINI: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("RunShellCommand", "run_shell_command", {"command": "echo hi", "description": "say hi", "dir_path": _IN + "src"}),
    ("ReadFileGemini", "read_file", {"file_path": _IN + "hello.txt"}),
    ("ReadFileGemini", "read_file", {"file_path": _IN + "hello.txt", "offset": 1, "limit": 1}),
    ("ListDirectory", "list_directory", {"dir_path": _IN}),
    (
        "ListDirectory",
        "list_directory",
        {"dir_path": _IN, "ignore": ["*.gif"], "file_filtering_options": _FILTER},
    ),
    (
        "GlobGemini",
        "glob",
        {"pattern": "**/*.py", "dir_path": _IN, "case_sensitive": True, **_FILTER},
    ),
    ("SearchFileContent", "search_file_content", {"pattern": "foo", "dir_path": _IN, "include": "*.py"}),
    (
        "ReadManyFiles",
        "read_many_files",
        {
            "include": ["**/*.txt", "src/a.py"],
            "exclude": ["*.gif"],
            "recursive": True,
            "useDefaultExcludes": True,
            "file_filtering_options": _FILTER,
        },
    ),
    ("WriteFileGemini", "write_file", {"file_path": _IN + "new.txt", "content": "one\ntwo\n"}),
    (
        "Replace",
        "replace",
        {"file_path": _IN + "new.txt", "old_string": "one", "new_string": "uno", "expected_replacements": 1},
    ),
    ("Replace", "replace", {"file_path": _IN + "new.txt", "old_string": "absent", "new_string": "x"}),
    ("WriteTodos", "write_todos", {"todos": [{"description": "first", "status": "pending"}]}),
)
_SETS: dict[str, tuple[Versioned, ...]] = {
    "codex": _CODEX,
    "codex_snake": _CODEX_SNAKE,
    "letta": (*_EXEC, *_LOOKS),
    "gemini": tuple(versioned(name, **args) for name, _, args in _GEMINI),
    "gemini_snake": tuple(versioned(name, **args) for _, name, args in _GEMINI),
}
_OLDER = ("codex", "codex_snake", "gemini", "gemini_snake")
_NEWER = ("codex", "letta")


def toolsets_at(version: str) -> tuple[str, ...]:
    """Return the toolsets besides the usual one that are tried at a version.

    The release in which some were gone is asked for them, too: it shows that their tools are not declared.
    """
    if not at_least(version, WORKFLOWS):
        return _OLDER
    gone = tuple(name for name in _OLDER if name not in _NEWER)
    return (*_NEWER, *gone) if version == WORKFLOWS else _NEWER


def toolset_replies_at(version: str, toolset: str) -> tuple[Reply, ...]:
    """Return the replies that call the tools of a toolset which the usual one has not; of one that is gone, none."""
    is_gone = at_least(version, WORKFLOWS) and toolset not in _NEWER
    return (shell_call("echo hi"),) if is_gone else fitting(_SETS[toolset], version)


def replies_at(version: str) -> tuple[Reply, ...]:
    """Return the replies that call every tool of the usual toolset but that of sub-agents."""
    return fitting((*_FILES, *_SHELL, *_MEMORY, *_LISTS, *_PLACES, *_OTHERS, *_ODDITIES), version)


def agent_replies_at(version: str) -> tuple[Reply, ...]:
    """Return the replies that start sub-agents, and wait for them."""
    away = {} if at_least(version, SECOND) else {"run_in_background": True}
    return (
        agent_call("[[sub]] do it", model="lmstudio/scripted"),
        agent_call("[[more]] do it", agent_id="agent-none", conversation_id="conv-none"),
        agent_call("[[away]] do it", subagent_type="no-such-type"),
        agent_call("[[away]] do it", **away),
        shell_call("sleep 6"),
    )


def subagent_replies_at(version: str) -> tuple[Reply, ...]:
    """Return what a sub-agent does: it has tools that its parent has not."""
    return fitting(_OF_SUBAGENTS, version)
