"""The calls that a model of Cline makes in the lab: every tool, and the ways a tool takes its arguments in."""

from __future__ import annotations

from hookconform_lab.lab.script import Call, Reply, call, calls

W = "{{workspace}}"
FILES = {
    "hello.txt": "hello world\nfoo bar\n",
    "src/a.py": "def foo():\n    return 1\n",
    "prod.env": "A=1\n",
    ".cline/skills/lab-skill/SKILL.md": (
        "---\nname: lab-skill\ndescription: A skill for this run\n---\n# Lab skill\nDo nothing.\n"
    ),
}


def shell(*commands: str) -> Reply:
    """Return a call of the shell tool, which takes several commands."""
    return call("run_commands", commands=list(commands))


def write(path: str, text: str) -> Reply:
    """Return a call that writes a new file."""
    return call("editor", path=path, new_text=text)


def usual() -> tuple[Reply, ...]:
    """Return a call of each tool, with and without success."""
    file = f"{W}/new.txt"
    return (
        call("read_files", files=[{"path": f"{W}/hello.txt"}]),
        call(
            "read_files", files=[{"path": f"{W}/hello.txt"}, {"path": f"{W}/src/a.py", "start_line": 1, "end_line": 1}]
        ),
        call("read_files", files=[{"path": f"{W}/hello.txt"}, {"path": f"{W}/prod.env"}]),
        call("read_files", files=[{"path": f"{W}/missing.txt"}]),
        call("search_codebase", queries=["foo"]),
        call("search_codebase", queries=["foo", "bar"]),
        shell("echo ok"),
        shell("echo one", "echo two"),
        shell("echo first", "rm -rf build"),
        shell("echo err >&2; exit 3"),
        call("editor", path=file, new_text="alpha\nbeta\n"),
        call("editor", path=file, old_text="alpha", new_text="gamma"),
        call("editor", path=file, old_text="zeta", new_text="gamma"),
        call("editor", path=file, new_text="zero\n", insert_line=1),
        call("fetch_web_content", requests=[{"url": "{{model_url}}/page", "prompt": "the title"}]),
        call(
            "fetch_web_content",
            requests=[
                {"url": "{{model_url}}/page", "prompt": "the title"},
                {"url": "{{model_url}}/page?two", "prompt": "the title"},
            ],
        ),
        call("fetch_web_content", requests=[{"url": "http://127.0.0.1:9/none", "prompt": "the title"}]),
        call("ask_question", question="Which colour?", options=["Red", "Blue"]),
        call("skills", skill="lab-skill", args="one"),
        call("lab__echo_text", text="hi"),
        call("lab__fail_tool"),
        calls(
            Call("run_commands", {"commands": ["echo a"]}), Call("read_files", {"files": [{"path": f"{W}/hello.txt"}]})
        ),
    )


def other_ways() -> tuple[Reply, ...]:
    """Return calls whose arguments the tools take although they are not declared so."""
    both = {"commands": ["echo of-the-list"], "command": "echo beside"}
    return (
        call("run_commands", command="echo single"),
        call("run_commands", cmd="echo short"),
        call("run_commands", commands="echo text"),
        call("run_commands", command="echo", args=["structured", "two words"]),
        call("run_commands", commands=[{"command": "echo", "args": ["in a list"]}, "echo plain"]),
        call("run_commands", **both),
        Reply(calls=(Call("run_commands", raw='["echo bare list"]'),)),
        call("read_files", paths=[f"{W}/hello.txt"]),
        call("read_files", file_paths=[f"{W}/hello.txt", f"{W}/src/a.py"]),
        call("read_files", files=[f"{W}/hello.txt"]),
        call("read_files", files=[{"file_path": f"{W}/hello.txt"}]),
        call("read_files", files=[{"filePath": f"{W}/hello.txt"}]),
        call("read_files", files=f"{W}/hello.txt"),
        call("read_files", path=f"{W}/hello.txt"),
        call("read_files", file_path=f"{W}/hello.txt"),
        call("read_files", files=[{"path": f"{W}/hello.txt"}], path=f"{W}/src/a.py"),
        call("search_codebase", queries="foo"),
        call("editor", path=f"{W}/new.txt", file_path=f"{W}/decoy.txt", new_text="x\n"),
    )


def team() -> tuple[Reply, ...]:
    """Return a call of every tool for teams of agents."""
    outcome = r'{{last:"outcomeId\W+([\w-]+)}}'
    fragment = r'{{last:"fragmentId\W+([\w-]+)}}'
    task = r'{{last:"taskId\W+([\w-]+)}}'
    run = r'{{last:"runId\W+([\w-]+)}}'
    return (
        call("team_spawn_teammate", agentId="mate", rolePrompt="You help."),
        call("team_status"),
        call("team_task", action="create", title="T", description="d", assignee="mate", dependsOn=[]),
        call("team_task", action="list", status="pending"),
        call("team_task", action="claim", taskId=task),
        call("team_task", action="complete", taskId=task, summary="done"),
        call("team_task", action="block", taskId=task, reason="why"),
        call("team_run_task", agentId="mate", task="[[mate]] list the folder", runMode="sync"),
        call(
            "team_run_task",
            agentId="mate",
            task="[[mate]] once more",
            taskId=task,
            runMode="async",
            continueConversation=True,
        ),
        call("team_list_runs", agentId="mate", status="completed", includeCompleted=True),
        call("team_await_runs", runId=run),
        call("team_cancel_run", runId=run, reason="why"),
        call("team_send_message", toAgentId="mate", subject="s", body="b", taskId=task),
        call("team_broadcast", subject="s", body="b", taskId=task),
        call("team_read_mailbox", unreadOnly=True),
        call("team_mission_log", kind="progress", summary="s", evidence=["e"], nextAction="n", taskId=task),
        call("team_create_outcome", title="O", requiredSections=["one"]),
        call("team_attach_outcome_fragment", outcomeId=outcome, section="one", content="c", sourceRunId=run),
        call("team_review_outcome_fragment", fragmentId=fragment, approved=True),
        call("team_finalize_outcome", outcomeId=outcome),
        call("team_list_outcomes"),
        call("team_shutdown_teammate", agentId="mate", reason="why"),
        call("team_cleanup"),
    )
