"""Calls that give every tool of the newest version the arguments that its other calls leave out."""

from __future__ import annotations

from hookconform_lab.lab.script import Reply, call

_HERE = "{{workspace}}"


def replies() -> tuple[Reply, ...]:
    """Return the calls; each succeeds as far as it can, since a refused one fires no hook."""
    return (
        call(
            "glob",
            pattern="**/*.py",
            dir_path=_HERE,
            case_sensitive=True,
            respect_git_ignore=False,
            respect_gemini_ignore=False,
        ),
        call(
            "grep_search",
            pattern="foo",
            dir_path=_HERE,
            include_pattern="*.py",
            exclude_pattern="secret",
            names_only=True,
            max_matches_per_file=1,
            total_max_matches=5,
        ),
        call("list_directory", dir_path=_HERE, ignore=["*.log"], file_filtering_options={"respect_git_ignore": True}),
        call("write_file", file_path=f"{_HERE}/twice.txt", content="one one\n"),
        call(
            "replace",
            file_path=f"{_HERE}/twice.txt",
            instruction="both",
            old_string="one",
            new_string="two",
            allow_multiple=True,
        ),
        call("run_shell_command", command="sleep 1", is_background=True, delay_ms=10),
        call("invoke_agent", agent_name="cli_help", prompt="work as cli_help", wait_for_previous=True),
        call("list_background_processes", wait_for_previous=True),
        call("read_background_output", pid=1, lines=5, delay_ms=10, wait_for_previous=True),
        call("list_mcp_resources", serverName="lab", wait_for_previous=True),
        call("read_mcp_resource", uri="lab://note", wait_for_previous=True),
        call("update_topic", title="Topic", summary="sum", strategic_intent="intent", wait_for_previous=True),
        call("tracker_create_task", title="E", description="d", type="epic"),
        call(
            "tracker_create_task",
            title="T",
            description="d",
            type="task",
            parentId=r"{{last:Created task (\w+)}}",
            dependencies=[],
        ),
        call("tracker_list_tasks", status="open", type="task", parentId=r"{{last:Created task (\w+)}}"),
        call(
            "tracker_update_task",
            id=r"{{last:Created task (\w+)}}",
            title="T2",
            description="d2",
            status="in_progress",
            dependencies=[],
        ),
    )
