"""Which recorded cases stand for a tool whose arguments a hook may change."""

from __future__ import annotations

import pytest

from hookconform.cases.loading import iter_cases
from hookconform.effects.representatives import stands_for_arguments

pytestmark = pytest.mark.whole


def test_a_tool_with_and_without_a_command_has_an_example_of_each() -> None:
    # Monitor of Claude Code runs a command, or listens to an address.
    examples = [
        set(case.expected.arguments) & {"command", "ws"}
        for case in iter_cases(platforms=["claude-code"])
        if stands_for_arguments(case) and case.expected.native_tool == "Monitor"
    ]
    assert sorted(examples, key=sorted) == [{"command"}, {"ws"}]
