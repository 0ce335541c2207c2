"""The catalogue of misreadings: it names rules that there are, puts its faults in, and the named cases see them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from hookconform.cases.loading import iter_cases
from hookconform.cases.requirements import Requirements, filled, load_requirements
from hookconform.corpus.claims import platform_ids
from hookconform.corpus.locate import corpus_root
from hookconform_lab.mutation.catalogue.edits import edited
from hookconform_lab.mutation.catalogue.entries import Misreading, load_catalogue
from hookconform_lab.mutation.catalogue.figures import figures, section, shown
from hookconform_lab.mutation.catalogue.running import Finding, findings

pytestmark = pytest.mark.slow

ENOUGH = 300
EARLY, LATE = "codex", "pi"
# Small platforms, and few faults of each kind: all of them are the command's business.
SAMPLE = (
    ("failure-lost", "pi"),
    ("decoy-path", "pi"),
    ("tools-never", "cline"),
    ("deny-allows", "pi"),
    ("denies-nothing", "pi"),
    # Exit code 2 stops nothing here: the right program ends with 1.
    ("denies-nothing", "code-puppy"),
    ("facade-command-lost", "pi"),
    ("codex-plan-is-think-other", "codex"),
)


@cache
def requirements() -> Requirements:
    found = load_requirements(corpus_root())
    assert found is not None
    return found


def test_misreadings_are_many_and_about_known_rules() -> None:
    entries = load_catalogue().entries
    assert len(entries) >= ENOUGH
    assert {entry.rule for entry in entries} <= requirements().rules.keys()
    assert {platform for entry in entries for platform in entry.platforms} == set(platform_ids())


@pytest.mark.parametrize(("name", "platform"), SAMPLE)
def test_a_misreading_is_seen_on_its_platform(name: str, platform: str) -> None:
    (finding,) = run([name], [platform])
    assert finding.is_caught
    assert all(check.startswith(f"{platform}/") for check in finding.checks)


def run(names: Iterable[str], platforms: Iterable[str], *, whole: bool = False) -> list[Finding]:
    entries = [entry for entry in load_catalogue().entries if entry.id in set(names)]
    return list(findings(entries, platforms, lambda _: None, whole=whole))


def test_a_change_of_nothing_is_missed() -> None:
    nothing = Misreading("nothing", "semantics", "field-1", "it is right", ("pi",), {}, {"event": ()})
    (finding,) = findings([nothing], ["pi"], lambda _: None)
    assert (finding.checks, finding.answers) == ((), 0)
    counted = figures([finding], frozenset({"codex"}))
    assert counted["kinds"] == {"semantics": {"late": [1, 0]}}
    assert "0 of 1 (0.0 %)" in shown(counted)
    assert "| nothing | pi | it is right |" in section(counted)


@pytest.mark.slow
@pytest.mark.parametrize("platform", [EARLY, LATE])
def test_cases_named_for_a_rule_turn_red_when_it_is_misread(platform: str) -> None:
    about: dict[str, list[Misreading]] = {}
    for entry in load_catalogue().entries:
        if platform in entry.platforms and not entry.rule.startswith("contract-"):
            about.setdefault(entry.rule, []).append(entry)
    cells = filled(corpus_root(), iter_cases(platforms=[platform]), requirements())
    named = {rule: {case for cell, cases in cells.items() if cell.rule == rule for case in cases} for rule in about}
    applying = {cell.rule for cell in requirements().cells([platform])}
    unseen: list[str] = []
    for rule in about.keys() & applying:
        found = findings(about[rule], [platform], lambda _: None, whole=True)
        checks = [check.partition("::") for finding in found for check in finding.checks]
        # A case of a facade is named for its rule by its check.
        of_facades = f"facade[{rule.removeprefix('facade-')}]"
        if not any(case in named[rule] or check == of_facades for case, _, check in checks):
            unseen.append(rule)
    assert unseen == []


@pytest.mark.parametrize(
    ("value", "edits", "becomes"),
    [
        ({"a": {"b": 1}}, [{"set": ["/a/b", 2]}], {"a": {"b": 2}}),
        ({"a": {}}, [{"default": ["/a/b", 2]}], {"a": {"b": 2}}),
        ({}, [{"default": ["/a/b", 2]}], {}),
        ({"a": [1, 2]}, [{"drop": "/a/*"}], {"a": []}),
        ({"a": 1}, [{"move": ["/a", "/b"]}], {"b": 1}),
        ({"a": 1, "b": 2}, [{"swap": ["/a", "/b"]}], {"a": 2, "b": 1}),
        ({"a": [1, 2, 3]}, [{"limit": ["/a", 2]}, {"reverse": "/a"}], {"a": [2, 1]}),
        ({"a": ["x", "y"]}, [{"lose": ["/a", "x"]}], {"a": ["y"]}),
        ({"a": {"b": {"c": 1}}}, [{"flat": "/a"}], {"a": {"b": {"c": 1}, "c": 1}}),
        ({"a": True, "b": 2}, [{"add": ["/*", 1]}], {"a": True, "b": 3}),
    ],
)
def test_an_edit_changes_a_copy(value: Any, edits: list[dict[str, Any]], becomes: Any) -> None:
    before = repr(value)
    assert edited(value, edits) == becomes
    assert repr(value) == before
