"""User-facing errors: a code, what happened, where, and what to do.

Anything a user can cause (bad input, a missing file, a broken adapter) is raised as
[`HookconformError`][] and printed without a traceback; every other exception is a bug of ours.
"""

from __future__ import annotations

# Exit codes of every command. A run that could not be judged completely is not a pass.
EXIT_OK = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_INCOMPLETE = 3


class HookconformError(Exception):
    """An error a user can act on.

    `code` is stable and greppable (`corpus.schema`), `what` says what happened in one sentence,
    `where` names the file, line or option (empty if there is none), `hint` says what to do.
    """

    def __init__(self, code: str, what: str, *, where: str = "", hint: str = "", exit_code: int = EXIT_USAGE) -> None:
        super().__init__(what)
        self.code = code
        self.what = what
        self.where = where
        self.hint = hint
        self.exit_code = exit_code

    def render(self) -> str:
        """Return the error as printed: the code and what happened, then where and what to do."""
        lines = [f"error[{self.code}]: {self.what}"]
        if self.where:
            lines.append(f"  where: {self.where}")
        if self.hint:
            lines.append(f"  do:    {self.hint}")
        return "\n".join(lines)
