"""User-facing errors: a code, what happened, where, and what to do.

Anything a user can cause (bad input, a missing file, a broken adapter) is raised as
[`HookconformError`][] and printed without a traceback; every other exception is a bug of ours.
"""

from __future__ import annotations

import codecs
import errno
from collections.abc import Sequence
from pathlib import Path

from hookconform.ground.printable import printable

# Exit codes of every command. A run that could not be judged completely is not a pass.
EXIT_OK = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_INCOMPLETE = 3
# UTF-32 first: its mark begins with one of UTF-16.
_WIDE = {
    "UTF-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE),
    "UTF-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE),
}
# Of a path that leads to a folder, a device or a pipe.
_NO_FILE = frozenset({errno.EISDIR, errno.EINVAL})
_TO_DO = "  do:    "
_BAR = "  | "


def reason(error: Exception) -> str:
    """Return why a file could not be read or written, without the path, which `where` says."""
    if isinstance(error, UnicodeDecodeError):
        wide = _wide_encoding(error.object)
        return f"it is {wide}, and must be UTF-8" if wide else f"it is not UTF-8 at byte {error.start}"
    return (isinstance(error, OSError) and error.strerror) or str(error)


def remedy(error: Exception) -> str:
    """Return what to do about a file that could not be read."""
    if isinstance(error, UnicodeDecodeError):
        return "Save it as UTF-8."
    return "Name a file." if isinstance(error, OSError) and error.errno in _NO_FILE else "Check path and rights."


def _wide_encoding(data: bytes) -> str:
    """Return the encoding that a byte order mark states if it is none of single bytes; empty for any other."""
    for encoding, marks in _WIDE.items():
        if data.startswith(marks):
            return encoding
    return ""


class HookconformError(Exception):
    """An error a user can act on.

    `code` is stable and greppable (`corpus.schema`), `what` says what happened in one sentence,
    `where` names the file, line or option (empty if there is none), `hint` says what to do, and `shown` are lines
    that somebody else wrote and that explain it.
    """

    def __init__(  # noqa: PLR0913 (the parts of a message)
        self,
        code: str,
        what: str,
        *,
        where: str = "",
        hint: str = "",
        shown: Sequence[str] = (),
        exit_code: int = EXIT_USAGE,
    ) -> None:
        super().__init__(what)
        self.code = code
        self.what = what
        self.where = where
        self.hint = hint
        self.shown = tuple(shown)
        self.exit_code = exit_code

    def render(self) -> str:
        """Return the error as printed: the code and what happened, what was said, then where and what to do."""
        lines = [f"error[{self.code}]: {self.what}", *(f"{_BAR}{line}" for line in self.shown)]
        if self.where:
            lines.append(f"  where: {self.where}")
        if self.hint:
            lines.append(f"{_TO_DO}{self.hint}")
        return printable("\n".join(lines))

    def for_terminal(self) -> str:
        """Return the error as `render` does, in lines of at most 80 columns; places stay, and bars begin quotations."""
        from hookconform.ground.plain_text import folded, quotation  # noqa: PLC0415 (only on the way to an error)

        lines: list[str] = []
        for line in self.render().splitlines():
            if line.startswith(_BAR):
                lines += quotation(_BAR, line.removeprefix(_BAR))
            elif line.startswith("  where: "):
                lines.append(line)
            else:
                own = len(line) - len(line.lstrip())
                lines += folded(line, len(_TO_DO) if line.startswith(_TO_DO) else max(own, 2))
        return "\n".join(lines)


def unwritable(what: str, output: Path, error: Exception) -> HookconformError:
    """Return the error of an output that cannot be written (`output.unwritable`); `what` is a noun for it."""
    return HookconformError(
        "output.unwritable",
        f"The {what} cannot be written: {reason(error)}.",
        where=str(output),
        hint="Check --output.",
    )


def unreadable_file(path: Path, error: Exception) -> HookconformError:
    """Return the error of a file that cannot be read (`file.unreadable`)."""
    what = f"The file cannot be read: {reason(error)}."
    return HookconformError("file.unreadable", what, where=str(path), hint=remedy(error))


def unwritable_file(path: Path, error: Exception, what: str = "file") -> HookconformError:
    """Return the error of a file that cannot be written (`file.unwritable`); `what` is a noun for it."""
    what = f"The {what} cannot be written: {reason(error)}."
    return HookconformError("file.unwritable", what, where=str(path), hint="Check path and rights.")
