"""The tool calls that prove a policy hook: some that a rule of the corpus blocks, some that none does.

Each leaves a marker file if it is carried out, whatever the platform calls its tools.
"""

from __future__ import annotations

from dataclasses import dataclass

from hookconform.lab.script import Reply
from hookconform.lab.turn import Turn

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

    def reply(self, turn: Turn, version: str) -> Reply:
        """Return the model's reply that makes this call in a platform's turn."""
        if self.command:
            return turn.shell_call(version, f"{self.command}; printf done > {self.marker}", granted=True)
        return turn.write_call(version, self.path, "written\n")


CALLS = (
    GuardedCall("delete a folder by the shell", "ran-delete", "block-recursive-delete", command="rm -r build"),
    GuardedCall("list a folder by the shell", "ran-list", None, command="ls secrets"),
    GuardedCall("push with force by the shell", "ran-push", "block-force-push", command="git push --force origin main"),
    GuardedCall("write an environment file", "prod.env", "protect-env-files", path="prod.env"),
    GuardedCall("write a file below secrets/", "secrets/key.txt", "protect-directory", path="secrets/key.txt"),
    GuardedCall("write an ordinary file", "allowed.txt", None, path="allowed.txt"),
)
