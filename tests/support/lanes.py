"""The two lanes of the tests: `pytest` alone runs the quick ones, `pytest -m whole` the others."""

from __future__ import annotations

import re

WHOLE = "whole"
_MARK = f"pytest.mark.{WHOLE}"
_ALL_OF_IT = re.compile(rf"^pytestmark = (?:\[\s*)?{re.escape(_MARK)}\b", re.MULTILINE)


def is_of_other_lane(source: str, expression: str) -> bool:
    """Tell by a test file's text that the expression of `-m` selects none of its tests for their lane."""
    if re.search(rf"\bnot {WHOLE}\b", expression):
        return _ALL_OF_IT.search(source) is not None
    return re.match(rf"{WHOLE}\b", expression) is not None and _MARK not in source


def selected(expression: str, configured: str, *, is_named: bool) -> str:
    """Return the expression of `-m` to use; `is_named`: a file or folder was named, and all of it is meant.

    `configured` is the expression of a run without options.
    """
    usual = configured.removeprefix(f"not {WHOLE} and ")
    if expression == WHOLE:
        return f"{WHOLE} and {usual}"
    return usual if is_named and expression == configured else expression
