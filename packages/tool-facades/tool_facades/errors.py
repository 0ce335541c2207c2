"""Errors from tool mappings, with a did-you-mean hint."""

from __future__ import annotations

from typing import Any

from hook_adapters.canonical.meant import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class FacadeError(ValueError):
    """A tool, an argument or a value that cannot be mapped.

    `code` is one of `unknown-provider`, `unknown-family`, `unknown-version`, `unknown-tool`, `unknown-argument`,
    `missing-argument`, `wrong-argument`, `no-counterpart`, `native-only`, `unknown-api`, `no-free-text`,
    `no-namespace`. `what` is a sentence, `where` the place (`gemini run_shell_command dir_path`), `hint` what to do, or
    empty.
    """

    def __init__(self, code: str, what: str, where: str, hint: str = "") -> None:
        super().__init__(" ".join(filter(None, (f"{where}: {what}", hint))))
        self.code = code
        self.what = what
        self.where = where
        self.hint = hint


def meant(name: object, known: Iterable[str]) -> str:
    """Return a did-you-mean hint, or all names."""
    names = sorted(set(known))
    near = nearest(name, names)
    if near:
        return f"{near!r} was perhaps meant."
    return f"There are: {', '.join(names)}." if names else "There are none."


def is_text(value: Any) -> bool:
    """Tell whether a value is text, whatever its caller's types promise: names come from models, too."""
    return isinstance(value, str)
