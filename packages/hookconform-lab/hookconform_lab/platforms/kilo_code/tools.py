"""Calls of Kilo Code's tools, as its model makes them."""

from __future__ import annotations

from hookconform_lab.lab.plugins import talk
from hookconform_lab.lab.script import Call, Reply, call, calls

_PROCESS = r"{{last:(bgp_\w+)}}"
_WAKE_UP = r"{{last:(wku_\w+)}}"


def bash(command: str, **more: object) -> Reply:
    """Return a call of the shell tool."""
    return call("bash", command=command, description="Run it", **more)


def of_the_usual_model() -> tuple[Reply, ...]:
    """Return calls of every tool that `kilo run` gives the usual model at each version."""
    return (
        Reply(text="Starting.", calls=(Call("bash", {"command": "echo hi", "description": "Say hi"}),)),
        bash("echo oops >&2; exit 3"),
        bash("pwd", workdir="src", timeout=5000),
        bash("sleep 5", timeout=300),
        call("bash", timeout=300),
        *talk.calls_of_shared_tools(),
        talk.task_again(),
        call("skill", name="demo"),
        call("lab_echo_text", text="hello"),
        call("lab_fail_tool"),
        call("my-srv_two_echo_text", text="dots become underscores, dashes stay"),
        call("my-srv_two_fail_tool"),
        call("custom_greet"),
        call("no_such_tool", x=1),
        call("Bash", command="echo case", description="Wrong case"),
        calls(
            Call("bash", {"command": "echo one", "description": "Run it"}),
            Call("read", {"filePath": "{{workspace}}/hello.txt"}),
        ),
    )


def background() -> tuple[Reply, ...]:
    """Return calls that start a process in the background, look at it and end it."""
    return (
        call(
            "background_process",
            action="start",
            command="echo ready; sleep 60",
            description="A sleeper",
            workdir="src",
            ready={"pattern": "ready", "timeout": 5000},
            inherit=False,
            persistent=False,
        ),
        call("background_process", action="list"),
        call("background_process", action="status", id=_PROCESS),
        call("background_process", action="logs", id=_PROCESS),
        call("background_process", action="restart", id=_PROCESS),
        call("background_process", action="stop", id=_PROCESS),
        call("background_process", action="start"),
    )


def watched() -> tuple[Reply, ...]:
    """Return calls that wait for a command in the background, and look at what it has printed last."""
    return (
        call("background_process", action="monitor", command="echo seen", timeout=5000),
        call("background_process", action="logs", id=_PROCESS, lines=5),
    )


def later() -> tuple[Reply, ...]:
    """Return calls that plan something for later and take it back, look into sessions, tell sub-agents something."""
    return (
        call("schedule_wakeup", prompt="[[SHORT]] wake up", delay="6h", reason="To see"),
        call("cancel_wakeup", action="list"),
        call("cancel_wakeup", action="cancel", id=_WAKE_UP),
        call("schedule_wakeup", prompt="[[SHORT]] wake up", when="no time at all"),
        call("kilo_local_recall", mode="search", query="hello", limit=3),
        call("kilo_local_recall", mode="read", sessionID="ses_none"),
        call("board_post", to="main", type="INFO", body="Begun.", reply_to=None),
        call("board_read", since=None, limit=5),
    )


def again_and_again() -> tuple[Reply, ...]:
    """Return calls that plan something for certain times and take it back, and one that names a pull request."""
    return (
        call("cron_create", prompt="[[SHORT]] every day", cron="0 9 * * *"),
        call("cron_list"),
        call("cron_delete", id=_WAKE_UP),
        call("cron_create", prompt="[[SHORT]] once", delay="6h"),
        call("cron_delete", id=_WAKE_UP),
        call("cron_create", prompt="[[SHORT]] once", when="no time at all"),
        call("cron_delete", id="wku_none"),
        call("link_pr", url="https://github.com/owner/project/pull/1"),
    )
