"""Sets of tools that a setting of Grok Build offers instead of the usual ones, and the calls that drive them."""

from __future__ import annotations

from dataclasses import dataclass, field

from hookconform_lab.lab.script import Reply, call

_IN = "{{workspace}}/"
# How a line is named that was read: its number, and hashes of the line and of the file.
_ANCHOR = "{{last:(1:[0-9a-z]+:[0-9a-z]+)}}"
_PATCH = """*** Begin Patch
*** Add File: patched.txt
+made
*** Update File: hello.txt
@@
-hello world
+hello there
*** End Patch
"""


@dataclass(frozen=True, slots=True)
class Toolset:
    """One set: the run's name and title, its calls, and how it is switched on.

    `sections` and `model` are lines of the configuration, `flags` arguments of the command line; with `memory` the run
    keeps a memory.
    """

    name: str
    title: str
    replies: tuple[Reply, ...]
    sections: str = ""
    model: str = ""
    flags: tuple[str, ...] = ()
    memory: bool = False
    home_files: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def settings(self) -> dict[str, str]:
        """Return what the driver is told."""
        return {"sections": self.sections, "model": self.model}


HASHLINE = Toolset(
    "hashline",
    "file tools that name lines by their hashes",
    (
        call("hashline_read", target_file=_IN + "hello.txt"),
        call("hashline_read", target_file=_IN + "hello.txt", offset=2, limit=1),
        call("hashline_read", target_file=_IN + "a.pdf", pages="1-2", format="text"),
        call("hashline_read", target_file=_IN + "hello.txt"),
        call("hashline_edit", file_path=_IN + "hello.txt",
             edits=[{"op": "replace", "anchor": _ANCHOR, "content": "hello there"}]),
        call("hashline_edit", file_path=_IN + "made.txt", edits=[{"op": "write", "content": "made\n"}]),
        call("hashline_edit", file_path=_IN + "hello.txt",
             edits=[{"op": "insert_after", "anchor": "EOF", "content": "last"},
                    {"op": "replace", "anchor": "1:zz", "end_anchor": "2:zz", "content": "x"}]),
        call("hashline_grep", pattern="foo"),
        call("hashline_grep", pattern="def", path=_IN + "src", glob="*.py", type="py", head_limit=5,
             multiline=False, **{"-A": 1, "-B": 1, "-C": 1, "-i": True}),
    ),
    sections='[toolset]\nfile_toolset = "hashline"\n',
)  # fmt: skip
CODEX = Toolset(
    "codex-tools",
    "tools like those of Codex",
    (
        call("read_file", file_path=_IN + "hello.txt"),
        call("read_file", file_path=_IN + "src/a.py", offset=1, limit=1, mode="indentation",
             indentation={"anchor_line": 1, "max_levels": 1, "include_siblings": False, "include_header": True,
                          "max_lines": 5}),
        call("list_dir", dir_path=_IN + "src", offset=1, limit=5, depth=1),
        call("grep_files", pattern="foo"),
        call("grep_files", pattern="def", include="*.py", path=_IN + "src", limit=5),
        call("apply_patch", patch=_PATCH),
    ),
    model='agent_type = "codex"\n',
)  # fmt: skip
OPENCODE = Toolset(
    "opencode-tools",
    "tools like those of OpenCode",
    (
        call("bash", command="echo hi", description="say hi"),
        call("bash", command="pwd", description="where", timeout=5000, workdir=_IN + "src"),
        call("read", filePath=_IN + "hello.txt"),
        call("read", filePath=_IN + "hello.txt", offset=1, limit=1),
        call("edit", filePath=_IN + "hello.txt", oldString="hello", newString="hallo"),
        call("edit", filePath=_IN + "hello.txt", oldString="o", newString="0", replaceAll=True),
        call("glob", pattern="**/*.py"),
        call("glob", pattern="*.py", path=_IN + "src"),
        call("grep", pattern="def", path=_IN + "src", include="*.py"),
        call("write", file_path=_IN + "out.txt", content="hi\n"),
        call("todowrite", todos=[{"content": "first", "status": "pending", "priority": "high"}]),
        call("skill", name="lab"),
    ),
    flags=("--agent", "opencode"),
    home_files={".grok/skills/lab/SKILL.md": "---\nname: lab\ndescription: does nothing\n---\nNothing.\n"},
)  # fmt: skip
CONCISE = Toolset(
    "concise-tools",
    "the tools of the agent that has shorter ones",
    (
        call("run_terminal_cmd", command="echo hi", description="run"),
        call("run_terminal_cmd", command="sleep 1", description="run", timeout=5000, is_background=True),
        call("read_file", target_file=_IN + "hello.txt"),
    ),
    flags=("--agent", "grok-build-concise"),
)  # fmt: skip
MEMORY = Toolset(
    "memory",
    "tools of a memory that is switched on",
    (
        call("memory_search", query="colour"),
        call("memory_search", query="colour", max_results=2, min_score=0.1),
        call("memory_get", path="MEMORY.md"),
        call("memory_get", path="MEMORY.md", **{"from": 1, "lines": 2}),
    ),
    sections="[memory]\nenabled = true\n",
    memory=True,
    home_files={".grok/memory/MEMORY.md": "# Colours\n\nThe colour is blue.\n"},
)  # fmt: skip
TOOLSETS = (HASHLINE, CODEX, OPENCODE, CONCISE, MEMORY)
