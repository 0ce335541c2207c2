"""The two lanes of the tests: `pytest` alone runs the quick ones, `pytest -m whole` the others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

WHOLE = "whole"
_USUAL = "not real and not slow and not browser"
_MARK = f"pytest.mark.{WHOLE}"
_ALL_OF_IT = re.compile(rf"^pytestmark = (?:\[\s*)?{re.escape(_MARK)}\b", re.MULTILINE)


def is_of_other_lane(source: str, expression: str) -> bool:
    """Tell by a test file's text that the expression of `-m` selects none of its tests for their lane."""
    if re.search(rf"\bnot {WHOLE}\b", expression):
        return _ALL_OF_IT.search(source) is not None
    return re.match(rf"{WHOLE}\b", expression) is not None and _MARK not in source


def selected(expression: str, arguments: Sequence[str]) -> str:
    """Return the expression of `-m` to use: whoever names a file or folder means all of it."""
    if expression == WHOLE:
        return f"{WHOLE} and {_USUAL}"
    if expression == f"not {WHOLE} and {_USUAL}" and any(map(_is_path, arguments)):
        return _USUAL
    return expression


def _is_path(argument: str) -> bool:
    return not argument.startswith("-") and Path(argument.partition("::")[0]).exists()
