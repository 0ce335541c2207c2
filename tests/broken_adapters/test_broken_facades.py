"""Every broken registry of tools is rejected where its fault shows, and nowhere else.

`touched` says of a case, from what was declared, recorded and written by hand, whether the fault has to do with it;
`shows` whether it must be seen there. Between the two stand calls that go to another platform: whether such a call can
be said there at all is the adapter's to say.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple
from zlib import crc32

import pytest

from hookconform.attach.registry import find_adapter
from hookconform.checks.facade.mapping import leaves, parts
from hookconform.checks.outcome import Outcome
from hookconform.corpus.facade_case import (
    AbsentCanonicalCase,
    AbsentNativeCase,
    CanonicalCase,
    FacadeCase,
    Forms,
    NativeCase,
    ToolsCase,
)
from hookconform.corpus.facade_cases import facade_cases
from hookconform.corpus.facade_interface import load_interface
from hookconform.corpus.facade_names import ABSENT, ACTIONS, FROM_OTHERS, ROUND_TRIP, TO_CANONICAL
from hookconform.corpus.facade_table import load_table
from hookconform.corpus.fitting import misfit
from hookconform.corpus.locate import corpus_root, data_root
from hookconform.corpus.vocabulary import Default, load_vocabulary
from hookconform.run import selection
from hookconform.run.engine import run
from hookconform.run.selection import Selection
from tool_facades import ProviderToolRegistry

pytestmark = pytest.mark.whole

BROKEN = data_root() / "adapters" / "broken"
FILES = re.compile(r"^\*\*\* (Add|Update|Delete) File: ", re.MULTILINE)
SWITCHES = {"replace_all", "replaceAll", "allow_multiple"}
Says = Callable[[FacadeCase], bool]


class Fault(NamedTuple):
    """Where a fault may show, where it must, and how many calls to other platforms it must spoil at least."""

    touched: Says
    shows: Says
    others: int = 0


def canonical(case: FacadeCase) -> tuple[dict[str, Any], ...]:
    """Return the canonical calls of a row; none of a recorded call without one."""
    if isinstance(case, NativeCase):
        return case.row.canonical if case.row else ()
    return case.canonical if isinstance(case, CanonicalCase) else ()


def given(case: FacadeCase) -> Any:
    return case.call.given if isinstance(case, NativeCase) else {}


def by_hand(case: FacadeCase) -> bool:
    """Tell whether a case has a row, and one that can be said."""
    row = case.row if isinstance(case, NativeCase | CanonicalCase) else None
    return row is not None and not getattr(row, "refused", "")


def has(*names: str) -> Says:
    """Tell whether a canonical call says one of these, and not nothing of it: 0 is 0 in every unit."""
    return lambda case: by_hand(case) and any(call.get(name) for call in canonical(case) for name in names)


def near(names: str, fragments: str) -> Says:
    """Tell whether a canonical call has one of the names, or a native one an argument with one of the fragments."""

    def says(case: FacadeCase) -> bool:
        said = {name for call in canonical(case) for name in call}
        texts = [place for place, _ in parts(given(case))]
        return not said.isdisjoint(names.split()) or any(one in text for one in fragments.split() for text in texts)

    return says


def is_edit_of_all(case: FacadeCase) -> bool:
    if isinstance(case, NativeCase):
        return case.variant == ROUND_TRIP and any(dict(parts(given(case))).get(name) is True for name in SWITCHES)
    refused = isinstance(case, CanonicalCase) and case.row is not None and case.row.refused
    return not refused and any(call.get("replace_all") is True for call in canonical(case))


def has_files(case: FacadeCase) -> bool:
    texts = [given(case)] if isinstance(given(case), str) else [*given(case).values()]
    texts += [call.get("patch", "") for call in canonical(case)]
    return any(isinstance(text, str) and len(FILES.findall(text)) > 1 for text in texts)


def is_back(case: FacadeCase) -> bool:
    return isinstance(case, CanonicalCase) and case.row is not None


def starts_below(case: FacadeCase) -> bool:
    return (
        isinstance(case, CanonicalCase)
        and by_hand(case)
        and any(call.get("offset", 1) > 1 and "limit" in call for call in case.canonical)
    )


def ends_at_a_line(case: FacadeCase) -> bool:
    calls = case.row.calls if isinstance(case, CanonicalCase) and case.row else ()
    return starts_below(case) and any({"end_line", "view_range"}.intersection(call.given) for call in calls)


def is_of_another_family(case: FacadeCase) -> bool:
    first = ProviderToolRegistry().families(case.provider)[0]
    return load_table(case.platform).family_of(case.model) != first


def has_its_own_tools(case: FacadeCase) -> bool:
    """Tell whether the question is for all tools of a family that was given others than the first one."""
    if not isinstance(case, ToolsCase) or not is_of_another_family(case):
        return False
    first = ProviderToolRegistry().families(case.provider)[0]
    usual = cases().get(f"{case.id.rpartition('/')[0]}/{first}")
    return not isinstance(usual, ToolsCase) or canonical_forms(usual) != canonical_forms(case)


def canonical_forms(case: ToolsCase) -> dict[str, Forms]:
    return {name: case.declared[name] for name in case.canonical}


def is_filled(case: FacadeCase) -> bool:
    return isinstance(case, CanonicalCase) and (bool(case.row.filled) if case.row else True)


def others(case: FacadeCase) -> bool:
    """Tell whether a case is a call of another provider's row, which may be refused."""
    is_free = isinstance(case, CanonicalCase) and case.row is None
    return case.variant == FROM_OTHERS or (case.variant == ACTIONS and is_free)


def text_parameter(case: FacadeCase) -> bool:
    return isinstance(case, ToolsCase)


def means_something(case: FacadeCase) -> bool:
    """Tell whether a native call has an argument that is known to have a canonical name."""
    if not isinstance(case, NativeCase) or case.misfit or isinstance(given(case), str):
        return False
    said = {name for name, value in given(case).items() if value is not None}
    return any(canonical(case)) if case.row else not said.isdisjoint(case.meanings)


def is_native(case: FacadeCase) -> bool:
    return isinstance(case, NativeCase) and not case.misfit


def is_composed(value: Any) -> bool:
    """Tell whether every text in a value is in normal form C."""
    return all(unicodedata.is_normalized("NFC", text) for _, text in leaves(value) if isinstance(text, str))


def has_loose_accents(case: FacadeCase) -> bool:
    return not is_composed([given(case), *canonical(case)])


def maps_loose_accents(case: FacadeCase) -> bool:
    """Tell whether a native call has such a text where it is known to have a canonical name."""
    return is_native(case) and any(not is_composed(given(case).get(name)) for name in case.meanings)


def is_of_another_form(case: FacadeCase) -> bool:
    """Tell whether a native call has an argument that the first form of its tool lacks."""
    if not is_native(case) or not isinstance(case, NativeCase) or isinstance(case.call.given, str):
        return False
    return not case.call.given.keys() <= ((case.declared[case.call.tool][0] or {}).get("properties", {})).keys()


def about_absence(case: FacadeCase) -> bool:
    return case.variant == ABSENT


def about_times(case: FacadeCase) -> bool:
    """Tell whether a time limit may come in that the call does not say."""
    return about_absence(case) or (isinstance(case, CanonicalCase) and case.tool == "Bash")


def is_about_absence(case: FacadeCase) -> bool:
    """Tell whether a case is about arguments left out, or a tool that has no word against what it then does."""
    if isinstance(case, CanonicalCase) and others(case):
        known = load_vocabulary().facade_defaults.get(case.tool, {})
        said = (item for call in case.canonical for item in call.items())
        return any(name in known and not known[name].is_met(value) for name, value in said)
    if isinstance(case, NativeCase | CanonicalCase):
        return case.tool in {"Task", "Grep"} and case.variant != TO_CANONICAL
    return case.variant == ABSENT


def is_about_difference(case: FacadeCase) -> bool:
    """Tell whether a case asks for defaults, or names arguments whose native value differs."""
    return is_about_absence(case) or (
        isinstance(case, CanonicalCase) and case.row is not None and bool(case.row.differs)
    )


def must_be_told(case: FacadeCase) -> bool:
    """Tell whether a program does something that the call does not say, and absence does not mean."""
    if isinstance(case, AbsentNativeCase):
        return case.id.endswith("-without-options") and any(differs(case, *one) for one in case.known.items())
    if not isinstance(case, AbsentCanonicalCase) or case.assumed:
        return False
    may_be_used = case.natives or default_of(case, case.argument).allows(case.meant)
    return bool(may_be_used) and differs(case, case.argument, case.actual[case.argument])


def default_of(case: AbsentCanonicalCase | AbsentNativeCase, name: str) -> Default:
    return load_vocabulary().facade_defaults.get(case.tool, {}).get(name, Default(may_differ=None))


def differs(case: AbsentCanonicalCase | AbsentNativeCase, name: str, value: Any) -> bool:
    known = name in load_vocabulary().facade_defaults.get(case.tool, {})
    return known and value is not None and not default_of(case, name).is_met(value)


def fits_nothing(case: FacadeCase) -> bool:
    return isinstance(case, NativeCase) and bool(case.misfit)


def chooses_an_action(case: FacadeCase) -> bool:
    """Tell whether a case is about tools of which one argument chooses the action."""
    return case.variant == ACTIONS


def has_an_action(case: FacadeCase) -> bool:
    """Tell whether a row's native calls name an action that is not the first, or one that is said."""
    if not chooses_an_action(case) or not by_hand(case):
        return False
    interface = load_interface(case.platform, corpus_root())
    assert interface is not None
    if isinstance(case, NativeCase):
        tool = interface.tools[case.call.tool]
        return bool(tool.discriminator) and bool(misfit(case.call.given, tool.forms[:1]))
    assert isinstance(case, CanonicalCase)
    assert case.row is not None
    return any(interface.tools[call.tool].discriminator for call in case.row.calls)


FAULTS = {
    "facade_action_lost": Fault(chooses_an_action, has_an_action),
    "facade_text_normalised": Fault(has_loose_accents, maps_loose_accents),
    "facade_all_native_only": Fault(
        lambda case: is_native(case) or others(case) or about_absence(case) or chooses_an_action(case),
        means_something,
        others=200,
    ),
    "facade_offset_from_zero": Fault(near("offset limit", "offset line range"), has("offset")),
    "facade_end_line_as_limit": Fault(near("offset limit", "line range"), ends_at_a_line, others=3),
    "facade_seconds": Fault(
        lambda case: near("timeout wait", "timeout wait delay yield")(case) or about_times(case),
        # A time that nobody said is as small on the way there as on the way back.
        lambda case: has("timeout", "wait")(case) and not getattr(case, "assumed", ()),
    ),
    "facade_replace_all_lost": Fault(
        near("replace_all", "replace multiple"), lambda case: is_edit_of_all(case) and not others(case), others=20
    ),
    "facade_filler_unreported": Fault(is_filled, lambda case: is_filled(case) and not others(case), others=20),
    "facade_first_file_of_a_patch": Fault(
        has_files, lambda case: has_files(case) and not others(case) and not is_back(case), others=5
    ),
    "facade_family_ignored": Fault(is_of_another_family, has_its_own_tools, others=5),
    "facade_invented_enum": Fault(text_parameter, text_parameter),
    "facade_first_form": Fault(
        lambda case: is_of_another_form(case) or others(case) or about_absence(case) or chooses_an_action(case),
        is_of_another_form,
    ),
    "facade_default_lost": Fault(is_about_difference, must_be_told),
    "facade_unchecked": Fault(fits_nothing, fits_nothing),
}


@cache
def cases() -> dict[str, FacadeCase]:
    return {case.id: case for case in facade_cases()}


def failing(name: str, touched: set[str], monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the cases that fail of those that the fault touches, and of an eighth of the others."""
    asked = [case for case in cases().values() if case.id in touched or not crc32(f"{name} {case.id}".encode()) % 8]
    assert len(asked) > len(touched)
    # Composing the cases takes as long as judging them.
    monkeypatch.setattr(selection, "facade_cases", lambda *_: asked)
    record = run(find_adapter(str(BROKEN / name)), Selection(capabilities=("facade",)))
    assert {result.outcome for result in record.notable} == {Outcome.FAILED}
    assert record.exit_code == 1
    return {result.case_id for result in record.notable}


def test_every_broken_registry_is_tested() -> None:
    assert {path.parent.name for path in BROKEN.glob("facade_*/adapter.toml")} == FAULTS.keys()


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_shows_where_it_is_and_nowhere_else(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = FAULTS[name]
    touched = {case.id for case in cases().values() if fault.touched(case)}
    shows = {case.id for case in cases().values() if fault.shows(case)}
    found = failing(name, touched, monkeypatch)
    assert shows
    assert found <= touched
    assert shows <= found
    assert len([case for case in found if others(cases()[case])]) >= fault.others


def test_the_reference_is_right_in_all_of_them_on_a_platform() -> None:
    record = run(find_adapter("reference"), Selection(platforms=("cline",), capabilities=("facade",)))
    assert record.notable == []
    assert record.total(Outcome.PASSED) == sum(case.platform == "cline" for case in cases().values()) > 0
