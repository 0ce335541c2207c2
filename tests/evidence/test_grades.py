"""Every rule of the grades, on made-up claims: what is claimed, what was recorded, what declares it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hookconform.corpus.cases import case_from_dict
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform, Release
from hookconform.corpus.evidence import Evidence
from hookconform.corpus.payload_places import PayloadPlaces
from hookconform.corpus.shown import Shown
from hookconform_lab.evidence.declared import Declarations
from hookconform_lab.evidence.grades import Facts, Grade, grade
from hookconform_lab.evidence.mutants import Mutant
from hookconform_lab.evidence.sightings import Sighting

CAPTURED = Evidence("captured", versions=("2.0.0",))
DOCS = Evidence("vendor-docs", source="docs")
NOT_DECLARED = Evidence("declared", versions=("2.0.0",), supports=False, note="Not among the declared tools.")
KILLED = Mutant("dropped", "dropped", "p/captured/2.0.0/pre")
SURVIVOR = Mutant("dropped", "dropped", "p/synthetic/pre")
ANY_CASE = Mutant("any-case", "matched in any case", "p/synthetic/wrong-case")


NO_PLACES = PayloadPlaces((), (), (), (), (), (), (), frozenset())


def platform() -> Platform:
    return Platform(
        id="p",
        stated_id="p",
        name="P",
        vendor="V",
        homepage="https://example.com",
        is_documented=False,
        releases=(Release("1.0.0"), Release("2.0.0")),
        claims=(),
        events={},
        tools={},
        sources={},
        payload=NO_PLACES,
        mcp=(),
        paths_read_as=(),
        program=None,
        registration=None,
        not_covered=(),
        notes=(),
        path=Path("platform.yaml"),
    )


def seen(version: str, *, result: bool = True, probe: bool = False, kind: str = "captured") -> Sighting:
    place = f"p/captured/{version}/case" if kind == "captured" else "p/synthetic/case"
    raw: dict[str, Any] = {
        "title": "a case",
        "registered_event": None,
        "origin": {"kind": kind} | ({"probe": True} if probe else {}),
        "payload": {},
        "expected": {"error": "invalid-payload"},
    }
    return Sighting(case_from_dict(raw, case_id=place, path=Path()), "Event", has_result=result)


def facts(
    *sightings: Sighting,
    evidence: tuple[Evidence, ...] = (CAPTURED,),
    declared: dict[str, str] | None = None,
    complete: tuple[str, ...] = (),
    mutants: tuple[Mutant, ...] = (KILLED,),
    any_case: Mutant = ANY_CASE,
    **claim: Any,
) -> Facts:
    row: dict[str, Any] = {"kind": "tool", "native": "run", "canonical": "Bash", "status": "current", **claim}
    showing = [version for version, name in (declared or {}).items() if name == "run"]
    named = {version: {name: frozenset({name})} for version, name in (declared or {}).items()}
    return Facts(
        platform(),
        Claim(platform="p", evidence=evidence, **row),
        sightings,
        Declarations(named, Shown({one: {"tools"} for one in complete}, {"run": {one: {"tools"} for one in showing}})),
        mutants,
        any_case,
    )


@pytest.mark.parametrize(
    ("made", "expected", "because"),
    [
        (facts(seen("2.0.0")), Grade.HIGH, "Recorded at 2.0.0, with a result."),
        (facts(seen("2.0.0", result=False), declared={"2.0.0": "run"}), Grade.HIGH, "declared to the model there"),
        (facts(seen("1.0.0"), declared={"2.0.0": "run"}), Grade.HIGH, "Recorded at 1.0.0"),
        (facts(seen("2.0.0", result=False), kind="event"), Grade.HIGH, "Recorded at 2.0.0."),
        (facts(seen("1.0.0")), Grade.MEDIUM, "Not recorded at 2.0.0"),
        (facts(seen("1.0.0"), declared={"2.0.0": "run"}, kind="event"), Grade.MEDIUM, "Not recorded at 2.0.0"),
        (facts(seen("1.0.0"), status="historic", until="1.0.0"), Grade.MEDIUM, "Gone at 2.0.0"),
        (facts(seen("2.0.0", result=False)), Grade.MEDIUM, "as made-up names are too"),
        (facts(seen("2.0.0", probe=True)), Grade.MEDIUM, "which proves no tool"),
        (facts(seen("", kind="synthetic"), evidence=(DOCS,)), Grade.MEDIUM, "No payload was recorded."),
        (facts(seen("2.0.0"), mutants=(SURVIVOR,)), Grade.MEDIUM, "No recorded case fails an adapter"),
        (facts(seen("2.0.0"), any_case=Mutant("any-case", "", "")), Grade.MEDIUM, "ignores case"),
        (facts(evidence=(Evidence("third-party", source="blog"),)), Grade.LOW, "A third party (blog)."),
        (facts(evidence=(Evidence("inferred", note="Alike."),)), Grade.LOW, "Inferred: Alike."),
        (facts(evidence=(DOCS,), status="refuted"), Grade.LOW, "without evidence that says so"),
        (facts(evidence=(NOT_DECLARED,), status="refuted"), Grade.REFUTED, "the list of declared tools at 2.0.0"),
        (facts(evidence=(NOT_DECLARED, DOCS), status="legacy-alias"), Grade.REFUTED, "Does not occur"),
        (facts(seen("2.0.0", probe=True), evidence=(NOT_DECLARED,), status="refuted"), Grade.REFUTED, "made-up name"),
        (facts(evidence=(NOT_DECLARED, DOCS)), Grade.REFUTED, "Does not occur"),
        (facts(seen("2.0.0"), evidence=(NOT_DECLARED,), status="refuted"), Grade.CONFLICTED, "but recorded at 2.0.0"),
        (facts(seen("2.0.0"), status="historic"), Grade.CONFLICTED, "Claimed to be gone"),
        (facts(seen("1.0.0"), since="1.5.0"), Grade.CONFLICTED, "outside the versions claimed"),
        (facts(seen("2.0.0"), until="1.5.0", status="historic"), Grade.CONFLICTED, "outside the versions claimed"),
        (facts(seen("2.0.0"), evidence=(CAPTURED, NOT_DECLARED)), Grade.CONFLICTED, "Evidence against it"),
        (facts(evidence=(DOCS, Evidence("vendor-docs", source="old", supports=False))), Grade.CONFLICTED, "(old)"),
    ],
)
def test_the_grade_and_its_reason(made: Facts, expected: Grade, because: str) -> None:
    graded = grade(made)
    assert graded.grade is expected, graded.reasons
    assert any(because in reason for reason in graded.reasons), graded.reasons


def test_a_tool_that_the_newest_complete_list_lacks_is_contested() -> None:
    graded = grade(facts(seen("1.0.0"), declared={"1.0.0": "run", "2.0.0": "other"}, complete=("2.0.0",)))
    assert graded.grade is Grade.CONFLICTED
    assert graded.reasons[0] == "Declared to the model at 1.0.0, but not at 2.0.0."


def test_a_list_of_scenarios_that_never_had_the_tool_contests_nothing() -> None:
    declared = {"1.0.0": {"run": frozenset({"run"})}, "2.0.0": {"other": frozenset({"other"})}}
    made = facts(seen("1.0.0"))
    for ran, expected in (("tools", Grade.CONFLICTED), ("short", Grade.MEDIUM)):
        lists = Declarations(declared, Shown({"2.0.0": {ran}}, {"run": {"1.0.0": {"tools"}}}))
        graded = grade(Facts(made.platform, made.claim, made.sightings, lists, made.mutants, made.any_case))
        assert graded.grade is expected, ran


def test_evidence_from_before_the_name_appeared_contradicts_nothing() -> None:
    older = Evidence("measured", versions=("1.0.0",), supports=False)
    assert grade(facts(seen("2.0.0"), evidence=(CAPTURED, older))).grade is Grade.HIGH


def test_proofs_come_newest_first_and_results_before_calls() -> None:
    graded = grade(facts(seen("1.0.0"), seen("2.0.0", result=False), seen("2.0.0")))
    assert [(item.case.version, item.has_result) for item in graded.proofs] == [
        ("2.0.0", True),
        ("2.0.0", False),
        ("1.0.0", True),
    ]
