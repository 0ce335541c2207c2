"""Small hook programs, and what their decision checks come to."""

from __future__ import annotations

from pathlib import Path

from hookconform.attach.manifest import Manifest, load_manifest
from hookconform.checks.outcome import RED, CheckResult
from hookconform.run.engine import run
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection
from tests.support.miniature import PLATFORM

# Small policies in a format of nobody's: the text of policy.txt is the kind of call that is denied.
POLICIES = {
    "no-shell": "Bash run_shell_command",
    "no-write": "Write write_file",
    "no-edit": "Edit replace",
    "no-read": "Read read_file",
    "no-glob": "Glob glob",
    "no-grep": "Grep grep_search search_file_content",
    "no-fetch": "WebFetch web_fetch",
    "no-task": "Task Agent invoke_agent cli_help",
}
# Denies the tools that policy.txt names by Gemini CLI's and Claude Code's answer to a block, exit code 2.
GUARD = """
import json, sys
text = {read}
call = json.loads(text)
denied = open("policy.txt").read().split()
if {denies}:
    sys.stderr.write("denied")
    sys.exit(2)
sys.exit({code})
"""
DENIES = 'call["tool_name"] in denied'


def guard(*, read: str = "sys.stdin.buffer.read()", denies: str = DENIES, code: int = 0) -> str:
    """Return the program, right or with one fault."""
    return GUARD.format(read=read, denies=denies, code=code)


def hook_manifest(
    folder: Path, code: str, *tables: str, platforms: str = f'["{PLATFORM}"]', command: str = ""
) -> Manifest:
    """Write a hook program with the manifest that attaches it, and load that; without `tables` it has all policies."""
    (folder / "hook.py").write_text(code, encoding="utf-8")
    for name, tools in POLICIES.items():
        (folder / name).mkdir(exist_ok=True)
        (folder / name / "policy.txt").write_text(tools, encoding="utf-8")
    named = ["[hook.policies]", *(f'{name} = "{name}"' for name in POLICIES)]
    lines = [
        'name = "tiny"', 'version = "1"', 'language = "python"', "protocol = 2", 'tier = "core"',
        f"platforms = {platforms}", 'capabilities = ["decision", "refusal"]',
        "[hook]", command or 'command = ["{python}", "-I", "-S", "{folder}/hook.py"]', *(tables or named),
    ]  # fmt: skip
    (folder / "adapter.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load_manifest(folder / "adapter.toml")


def decisions(
    manifest: Manifest, *names: str, cases: tuple[str, ...] = ("*/captured/0.61.0/before-tool-*",), deadline: float = 60
) -> RunRecord:
    """Run decision checks of these policies or tools, all of them without names."""
    capabilities = tuple(f"decision[{name}]" for name in names) or ("decision",)
    platforms = tuple(sorted(manifest.platforms))
    return run(manifest, Selection(platforms, capabilities, cases), deadline=deadline)


def red(record: RunRecord) -> dict[str, CheckResult]:
    """Return the red checks by id."""
    return {result.id: result for result in record.notable if result.outcome in RED}
