"""The confidence report as one JSON document (schema: confidence). The same corpus gives the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from hookconform.ground.json_text import stated
from hookconform.ground.versions import in_order
from hookconform_lab.evidence.answers import GradedAnswer
from hookconform_lab.evidence.claims import GradedClaim, PlatformEvidence
from hookconform_lab.evidence.coverage import Coverage
from hookconform_lab.evidence.mutants import Mutant
from hookconform_lab.evidence.platform_grade import platform_grade

# Cases named as proof: enough to look at, not all of them.
_PROOFS = 3


def confidence_document(platforms: Iterable[PlatformEvidence], fingerprint: str) -> dict[str, Any]:
    """Return the report on some platforms as plain JSON values."""
    return {
        "confidence": 1,
        "corpus": fingerprint,
        "platforms": {evidence.platform.id: _platform(evidence) for evidence in platforms},
    }


def as_text(document: dict[str, Any]) -> str:
    """Return a document as it is filed."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def survivors(evidence: PlatformEvidence) -> list[dict[str, str]]:
    """Return the mutants that no recorded case of a recorded claim fails."""
    found = [
        {"claim": row.claim.id, "mutant": mutant.kind, "argument": mutant.argument, "killed_by": mutant.killed_by}
        for row in evidence.claims
        for mutant in row.mutants
        if row.graded.proofs and mutant.judged and not mutant.killed_by_capture
    ]
    any_case = evidence.any_case
    if (
        any_case.judged
        and not any_case.killed_by
        and any(row.claim.kind == "tool" and row.claim.maps for row in evidence.claims)
    ):
        found.append({"claim": f"{evidence.platform.id}#tool:*", "mutant": "any-case", "killed_by": ""})
    return [{key: value for key, value in row.items() if value} for row in found]


def unjudged(evidence: PlatformEvidence) -> list[dict[str, str]]:
    """Return what nothing was judged of, with the reason: whole claims, and single mutants of the others."""
    found: list[dict[str, str]] = []
    for row in evidence.claims:
        if row.unjudged:
            found.append({"claim": row.claim.id, "why": row.unjudged})
            continue
        found += [
            {"claim": row.claim.id, "mutant": mutant.kind} | stated(argument=mutant.argument) | {"why": mutant.unjudged}
            for mutant in row.mutants
            if not mutant.judged
        ]
    return found


def _platform(evidence: PlatformEvidence) -> dict[str, Any]:
    platform, graded, any_case = evidence.platform, platform_grade(evidence), evidence.any_case
    return {
        "name": platform.name,
        "newest": platform.newest,
        **stated(documented=platform.is_documented),
        "grade": graded.grade.value,
        "reasons": list(graded.reasons),
        "claims": {
            "total": len(evidence.claims),
            "by_grade": {grade.value: number for grade, number in graded.counts.items()},
            "core": {grade.value: number for grade, number in graded.core.items()},
        },
        "coverage": {"tools": _coverage(graded.tools), "events": _coverage(graded.events)},
        **stated(age={} if evidence.age is None else evidence.age.as_json()),
        "cases": evidence.cases,
        "captured_versions": list(evidence.captured_versions),
        "declared_versions": in_order(evidence.declared.by_version),
        "mutants": {
            "made": sum(mutant.judged for row in evidence.claims for mutant in row.mutants) + any_case.judged,
            "any_case": _became_of(any_case),
            "survivors": survivors(evidence),
            "unjudged": unjudged(evidence),
        },
        "answers": [_answer(answer) for answer in evidence.answers],
        "sources": {name: source.as_json() for name, source in platform.sources.items()},
        "rows": [_claim(row) for row in evidence.claims],
    }


def _coverage(coverage: Coverage) -> dict[str, Any]:
    row: dict[str, Any] = {"of": coverage.basis}
    if coverage.known is not None:
        row |= {"known": len(coverage.known), "captured": len(coverage.captured), "missing": list(coverage.missing)}
        row |= stated(at_least=coverage.at_least)
    return row


def _claim(row: GradedClaim) -> dict[str, Any]:
    claim = row.claim
    captured: dict[str, int] = {}
    for item in row.sightings:
        if item.is_captured and item.case.version is not None:
            captured[item.case.version] = captured.get(item.case.version, 0) + 1
    result: dict[str, Any] = {
        "id": claim.id,
        "kind": claim.kind,
        "native": claim.native,
        "canonical": claim.canonical,
        "status": claim.status,
        "core": row.is_core,
        "grade": row.grade.value,
        "reasons": list(row.graded.reasons),
    }
    result |= stated(since=claim.since, until=claim.until, where=claim.where)
    result["evidence"] = [item.as_json() for item in claim.evidence]
    result["cases"] = {
        "total": len(row.sightings),
        "captured": {version: captured[version] for version in in_order(captured)},
        "proofs": [item.case.id for item in row.graded.proofs[:_PROOFS]],
    }
    result["arguments"] = [
        {"native": mutant.argument, "canonical": mutant.becomes}
        | stated(proved_by=mutant.killed_by, unjudged=mutant.unjudged)
        for mutant in row.arguments
    ]
    result["mutants"] = [
        {"mutant": mutant.kind} | stated(argument=mutant.argument) | _became_of(mutant) for mutant in row.mutants
    ]
    return result


def _answer(answer: GradedAnswer) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": answer.id,
        "kind": answer.kind,
        "native": answer.native,
        "name": answer.name,
        "holds": answer.holds,
        "grade": answer.grade.value,
        "reasons": list(answer.reasons),
        "versions": list(answer.versions),
    }
    return row | stated(when=answer.when, proof=answer.proof)


def _became_of(mutant: Mutant) -> dict[str, Any]:
    return stated(killed_by=mutant.killed_by, unjudged=not mutant.judged)
