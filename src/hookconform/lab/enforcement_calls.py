"""The tool calls that prove a policy hook: some that a rule of the corpus blocks, some that none does.

Each leaves a marker file if it is carried out, whatever the platform calls its tools.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hookconform.lab.script import Call, Reply
from hookconform.lab.turns import patch_call, shell_call

# Files the workspace has before the first call.
FILES = {"build/keep.txt": "built\n", "secrets/readme.txt": "nothing here\n", "notes.txt": "a workspace\n"}


@dataclass(frozen=True, slots=True)
class GuardedCall:
    """One call: what it does in words, the marker it leaves, the rule that must stop it (None: it must run).

    Either `command` is run by the shell tool, or `path` is written by the tool that writes files.
    """

    title: str
    marker: str
    rule: str | None
    command: str = ""
    path: str = ""

    def reply(self, platform: str, version: str) -> Reply:
        """Return the model's reply that makes this call on a platform."""
        if self.command:
            return shell_call(platform, version, f"{self.command}; printf done > {self.marker}")
        return _write(platform, self.path)


CALLS = (
    GuardedCall("delete a folder by the shell", "ran-delete", "block-recursive-delete", command="rm -r build"),
    GuardedCall("list a folder by the shell", "ran-list", None, command="ls secrets"),
    GuardedCall("push with force by the shell", "ran-push", "block-force-push", command="git push --force origin main"),
    GuardedCall("write an environment file", "prod.env", "protect-env-files", path="prod.env"),
    GuardedCall("write a file below secrets/", "secrets/key.txt", "protect-directory", path="secrets/key.txt"),
    GuardedCall("write an ordinary file", "allowed.txt", None, path="allowed.txt"),
)


def _write(platform: str, path: str) -> Reply:
    if platform == "codex":
        return patch_call(f"*** Begin Patch\n*** Add File: {path}\n+written\n*** End Patch\n")
    tool, path_key, text_key = _WRITE_TOOL[platform]
    args: dict[str, Any] = {path_key: f"{{{{workspace}}}}/{path}", text_key: "written\n"}
    return Reply(calls=(Call(tool, args),))


# Platform → tool that writes a file, and its arguments for the path and the text.
_WRITE_TOOL = {
    "claude-code": ("Write", "file_path", "content"),
    "copilot-cli": ("create", "path", "file_text"),
    "gemini-cli": ("write_file", "file_path", "content"),
    "opencode": ("write", "filePath", "content"),
}
