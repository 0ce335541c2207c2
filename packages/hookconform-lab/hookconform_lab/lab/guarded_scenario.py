"""The scenario `guarded` that every driver records: calls that rules of the corpus match, said once for all platforms.

They are harmless where they run: the workspace is thrown away and its repository has no remote.
"""

from __future__ import annotations

from collections.abc import Callable

from hookconform_lab.lab.script import Reply

PROMPT = "Please deploy this to production."
_COMMANDS = ("rm -rf build", "git push --force origin main", "git push origin main")
_FILES = (".env", "secrets/key.txt", "tests/test_new.py", "src/new.py")


def guarded_replies(shell: Callable[[str], Reply], write: Callable[[str], Reply]) -> tuple[Reply, ...]:
    """Return the replies of the scenario; `shell` and `write` make a platform's own call of a command and of a path."""
    return (*(shell(command) for command in _COMMANDS), *(write(f"{{{{workspace}}}}/{path}") for path in _FILES))
