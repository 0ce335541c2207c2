"""What absence means is told from other values as JSON tells them: 1.0 is 1, and true is not."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform.corpus.vocabulary import Default


@pytest.mark.parametrize(
    ("meant", "value", "is_met"),
    [
        (1, 1, True),
        (1, 1.0, True),
        (1.0, 1, True),
        (1, 2, False),
        (1, True, False),
        (True, 1, False),
        (True, 1.0, False),
        (False, False, True),
        (0, False, False),
        ("1", 1, False),
        (None, None, True),
    ],
)
def test_a_value_does_what_absence_means(meant: Any, value: Any, is_met: bool) -> None:
    assert Default(meant).is_met(value) is is_met
