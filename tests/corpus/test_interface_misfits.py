"""A tool of a vendor's interface is asked for calls with one thing wrong, by the documented forms."""

from __future__ import annotations

import pytest

from hookconform.corpus.declared_calls import NAME, TEXT
from hookconform.corpus.facade_case import NativeCase
from hookconform.corpus.facade_interface import interface_cases, load_interface
from hookconform.corpus.locate import corpus_root


def misfits(platform: str) -> list[NativeCase]:
    root = corpus_root()
    interface = load_interface(platform, root)
    assert interface is not None
    return [
        case for case in interface_cases(interface, [], root) if isinstance(case, NativeCase) and "/misfit/" in case.id
    ]


@pytest.mark.parametrize("platform", ["claude-code", "codex"])
def test_every_tool_has_some_each_with_its_reason_and_an_id_of_its_own(platform: str) -> None:
    interface, cases = load_interface(platform, corpus_root()), misfits(platform)
    assert interface is not None
    assert {case.call.tool for case in cases} == interface.tools.keys()
    assert [case.id for case in cases if not case.misfit or case.row is not None] == []
    assert len({case.id for case in cases}) == len(cases)


def test_an_argument_within_the_action_goes_is_another_or_is_one_too_many() -> None:
    given = [case.call.given for case in misfits("codex")]
    assert {"operation": {"type": "delete_file"}} in given
    actions = [call["action"] for call in given if isinstance(call, dict) and isinstance(call.get("action"), dict)]
    pages = [action for action in actions if action.get("type") == "open_page"]
    assert any("url" not in action for action in pages)
    assert any(isinstance(action.get("url"), int) for action in pages)
    assert any("not-declared" in action for action in pages)


def test_what_one_form_does_not_take_and_another_does_is_no_misfit() -> None:
    """An edit without a diff is a deletion, by another form of the tool."""
    given = [case.call.given for case in misfits("codex") if case.call.tool == "apply_patch"]
    assert [call for call in given if call == {"operation": {"type": "delete_file", "path": TEXT}}] == []
    assert {"operation": {"type": "delete_file", "path": TEXT}, NAME: TEXT} in given
