"""Schemas of payloads: every recorded payload follows its schema, and what no recording is like does not."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import jsonschema_rs
import pytest
from tests.support.payload_mutants import Mutant, Recordings, mutants, tool_parts

from hookconform.cases.loading import captured_cases, captured_versions
from hookconform.corpus.case_files import CaseFiles
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.manifests import load_manifests
from hookconform.export.schemas import payload_schemas
from hookconform.ground.versions import at_least

pytestmark = pytest.mark.whole

ROOT = corpus_root()
RECORDED = [name for name in platform_ids() if captured_versions(ROOT, name)]
# Of mutants at a place that the schema leaves open: the tool has no description, or keys are data.
OPEN_AT_MOST = 0.12


@pytest.fixture(scope="module", params=RECORDED)
def platform(request: pytest.FixtureRequest) -> str:
    return request.param


@cache
def schemas_of(platform: str) -> list[dict[str, Any]]:
    """Return the schemas of a platform, derived once for all tests; nobody changes them."""
    return list(payload_schemas([platform]))


@pytest.fixture(scope="module")
def schemas(platform: str) -> list[dict[str, Any]]:
    return schemas_of(platform)


def of_event(schema: dict[str, Any], case: Case) -> bool:
    registered = (case.registered_event or "").partition("[")[0]
    return schema["event"] == registered and schema["native"] in {case.expected.native_event, registered}


def covers(schema: dict[str, Any], version: str) -> bool:
    return at_least(version, schema["since"]) and (schema["until"] is None or at_least(schema["until"], version))


def cases_of(platform: str, schema: dict[str, Any]) -> list[Case]:
    """Return the cases whose payload was recorded at a version of a schema, and those that repeat it."""
    versions = (version for version in captured_versions(ROOT, platform) if covers(schema, version))
    return [case for version in versions for case in captured_cases(ROOT, platform, version) if of_event(schema, case)]


def test_every_recorded_payload_follows_its_one_schema(platform: str, schemas: list[dict[str, Any]]) -> None:
    validators = [(schema, jsonschema_rs.validator_for(schema["schema"])) for schema in schemas]
    seen = 0
    for version in captured_versions(ROOT, platform):
        for case in captured_cases(ROOT, platform, version):
            if case.repeats:
                continue
            fitting = [one for schema, one in validators if of_event(schema, case) and covers(schema, version)]
            assert len(fitting) == 1, case.id
            assert fitting[0].is_valid(case.payload_object), case.id
            seen += 1
    lines = [
        path.read_text(encoding="utf-8").count("\n") for path in (ROOT / "platforms" / platform).glob("captured/*")
    ]
    assert seen == sum(lines)


def recordings_of(platform: str, schema: dict[str, Any]) -> tuple[Recordings, list[Case]]:
    cases = cases_of(platform, schema)
    own = [case for case in cases if not case.repeats]
    recordings = Recordings(load_platform(platform))
    for case in cases:
        recordings.add(case.payload_object or {})
    # Around a repeated payload later versions may have other keys: of those the manifests tell.
    envelopes = [set(case.payload_object or {}) for case in own]
    for version, manifest in load_manifests(ROOT / "platforms" / platform).items():
        if covers(schema, version) and schema["native"] == schema["event"]:
            envelopes += [
                {key for key in keys if "/" not in key} for keys in manifest.envelopes.get(schema["event"], ())
            ]
    if envelopes:
        recordings.keys[None, ()] = set.intersection(*envelopes)
    return recordings, own


def survivors(schema: dict[str, Any], cases: list[Case], recordings: Recordings) -> tuple[int, list[Mutant]]:
    """Return how many payloads like no recording there are, and which of them follow the schema."""
    validator = jsonschema_rs.validator_for(schema)
    every = [mutant for case in cases for mutant in mutants(case, recordings)]
    return len(every), [mutant for mutant in every if validator.is_valid(mutant.payload)]


def is_open(schema: Any, payload: Any, path: tuple[str | int, ...]) -> bool:
    """Tell whether a schema leaves a place of a payload open: nothing is said of it, or it is an entry of a map."""
    if not isinstance(schema, dict):
        return True
    conditions = schema.get("allOf", ())
    applied = [one["then"] for one in conditions if jsonschema_rs.is_valid(one["if"], payload)]
    branches = [schema, *schema.get("anyOf", ()), *applied]
    if not path:
        return not any("type" in one or "enum" in one for one in branches)
    key, rest = path[0], path[1:]
    inner = payload[key] if isinstance(payload, list) or key in payload else None
    below = [one["items"] if isinstance(key, int) else one["properties"][key] for one in branches if has(one, key)]
    if any("additionalProperties" in one for one in branches):
        return True
    return all(is_open(one, inner, rest) for one in below)


def reason_for(schema: dict[str, Any], mutant: Mutant, recordings: Recordings) -> str:
    """Return why a schema lets a mutant pass; empty if it should not."""
    payload = mutant.case.payload_object or {}
    tool, _ = recordings.place(payload, mutant.path)
    if tool is not None and tool not in described_tools(schema):
        return "undescribed tool"
    return "open" if is_open(schema, payload, mutant.path) else ""


def described_tools(schema: dict[str, Any]) -> set[str]:
    return {condition["title"] for condition in schema.get("allOf", ())}


def has(schema: dict[str, Any], key: str | int) -> bool:
    return "items" in schema if isinstance(key, int) else key in schema.get("properties", {})


def test_payload_like_no_recording_breaks_the_schema(platform: str, schemas: list[dict[str, Any]]) -> None:
    count = Counter[str]()
    for schema in schemas:
        recordings, cases = recordings_of(platform, schema)
        tried, alive = survivors(schema["schema"], cases, recordings)
        count["tried"] += tried
        for mutant in alive:
            reason = reason_for(schema["schema"], mutant, recordings)
            assert reason, mutant
            count[reason] += 1
    assert count["tried"] > 500
    assert count["open"] + count["undescribed tool"] <= OPEN_AT_MOST * count["tried"]


def without_required(schema: dict[str, Any]) -> None:
    schema["required"].remove("session_id")


def with_another_type(schema: dict[str, Any]) -> None:
    schema["properties"]["cwd"] = {"type": ["string", "object"]}


def with_open_arguments(schema: dict[str, Any]) -> None:
    for condition in schema["allOf"]:
        if condition["title"] == "run_shell_command":
            condition["then"]["properties"]["tool_input"]["required"] = []


@pytest.mark.parametrize("weaken", [without_required, with_another_type, with_open_arguments])
def test_weakness_planted_in_a_schema_is_noticed(weaken: Callable[[dict[str, Any]], None]) -> None:
    (found,) = (one for one in schemas_of("gemini-cli") if one["event"] == "BeforeTool" and one["until"] is None)
    recordings, cases = recordings_of("gemini-cli", found)
    weak = copy.deepcopy(found["schema"])
    weaken(weak)
    assert all(reason_for(found["schema"], one, recordings) for one in survivors(found["schema"], cases, recordings)[1])
    assert not all(reason_for(weak, one, recordings) for one in survivors(weak, cases, recordings)[1])


def test_tools_are_described_if_recorded_and_claimed(platform: str, schemas: list[dict[str, Any]]) -> None:
    claims = load_platform(platform)
    for schema in schemas:
        cases = [case for case in cases_of(platform, schema) if not case.is_probe]
        shown = {
            case.expected.native_tool
            for case in cases
            if not case.repeats and tool_parts(claims, case.payload_object or {})[1]
        }
        assert described_tools(schema["schema"]) >= {name for name in shown if name in claims.tools}
        assert described_tools(schema["schema"]) <= {case.expected.native_tool for case in cases}


def test_schemas_are_valid_and_the_same_twice(platform: str, schemas: list[dict[str, Any]]) -> None:
    for schema in schemas:
        jsonschema_rs.meta.validate(schema["schema"])
    assert json.dumps(list(payload_schemas([platform]))) == json.dumps(schemas)


def test_ids_are_unique_and_evidence_exists() -> None:
    found = [schema for name in RECORDED for schema in schemas_of(name)]
    ids = [schema["schema"]["$id"] for schema in found]
    assert len(set(ids)) == len(ids)
    known = {case_id for name in RECORDED for case_id in CaseFiles(ROOT / "platforms" / name).captured_ids()}
    for schema in found:
        places = [schema["schema"], *schema["schema"].get("allOf", ())]
        assert all(1 <= len(place["x-evidence"]) <= 2 for place in places), schema["schema"]["$id"]
        assert {case for place in places for case in place["x-evidence"]} <= known


def range_of(platform: str, event: str, version: str) -> dict[str, Any]:
    (found,) = (one for one in schemas_of(platform) if one["event"] == event and covers(one, version))
    return found


# Known of these releases from their own payloads and change logs, not from any schema.
def test_argument_text_became_an_object_in_copilot_cli() -> None:
    before, after = range_of("copilot-cli", "preToolUse", "1.0.80"), range_of("copilot-cli", "preToolUse", "1.0.81")
    assert before["schema"]["properties"]["toolArgs"]["type"] == "string"
    assert "object" in after["schema"]["properties"]["toolArgs"]["type"]
    assert before["until"] == "1.0.80"


def test_new_key_of_a_release_begins_a_range() -> None:
    before, after = (
        range_of("claude-code", "Notification", "1.0.100"),
        range_of("claude-code", "Notification", "2.0.60"),
    )
    assert "notification_type" not in before["schema"]["properties"]
    assert "notification_type" in after["schema"]["required"]


def test_tool_names_are_an_open_list() -> None:
    schema = range_of("claude-code", "PreToolUse", "2.1.330")["schema"]
    assert "Bash" in schema["properties"]["tool_name"]["anyOf"][0]["enum"]
    (case,) = (one for one in captured_cases(ROOT, "claude-code", "2.1.330") if one.id.endswith("/pre-tool-use-bash"))
    payload = {**(case.payload_object or {}), "tool_name": "Unheard", "further": 1}
    assert jsonschema_rs.is_valid(schema, {**payload, "prompt_id": "x", "effort": {"level": "low"}})
