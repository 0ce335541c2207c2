"""Which recorded cases stand for a tool whose arguments a hook may change."""

from __future__ import annotations

import pytest

from hookconform.cases.loading import iter_cases
from hookconform.checks.changed_arguments import changes_of
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


def test_a_number_in_another_unit_is_asked_about_at_the_versions_that_still_read_it() -> None:
    asked = [
        case
        for case in iter_cases(platforms=["gemini-cli"])
        if stands_for_arguments(case) and case.expected.native_tool == "read_file"
    ]
    offsets = {case.version: changes_of(case) for case in asked if "0.30.0" > (case.version or "") > "0.20.0"}
    assert offsets
    assert all(any(group.get("offset") == 8 for group in groups) for groups in offsets.values())
