"""The shipped packs and policies hold everywhere, but for what the corpus says and gives a reason for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hookconform.corpus.locate import corpus_root
from hookconform.ground.strict_yaml import load_yaml
from tests.packs.conftest import run

pytestmark = pytest.mark.whole

PACKS = [*sorted((corpus_root() / "rules").glob("*.yaml")), *sorted((corpus_root() / "policies").glob("*.yaml"))]
ACCEPTED = corpus_root() / "accepted-holes.yaml"


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    return json.loads(run(*PACKS, "--accept", ACCEPTED, "--json").stdout)


def test_every_hole_of_a_shipped_pack_is_accepted(found: dict[str, Any]) -> None:
    rows = [
        (rule["name"], row.get("platform", "*"), hole["code"], hole["name"])
        for pack in found["packs"]
        for rule in pack["rules"]
        for row in (rule, *rule["platforms"])
        for hole in row["holes"]
        if "accepted" not in hole
    ]
    assert rows == []
    assert found["stale"] == []
    assert found["summary"]["holes"] == 0


def test_every_shipped_rule_fires_somewhere(found: dict[str, Any]) -> None:
    silent = [
        rule["name"]
        for pack in found["packs"]
        for rule in pack["rules"]
        if not any(row["state"] == "fires" for row in rule["platforms"])
    ]
    assert silent == []


def test_a_reason_is_needed_for_each_entry(found: dict[str, Any]) -> None:
    """Without any one entry something is open."""
    entries = load_yaml(ACCEPTED)["accepted"]
    reasons = {
        hole["accepted"]
        for pack in found["packs"]
        for rule in pack["rules"]
        for row in (rule, *rule["platforms"])
        for hole in row["holes"]
        if "accepted" in hole
    }
    assert sorted(entry["reason"] for entry in entries if entry["reason"] not in reasons) == []
