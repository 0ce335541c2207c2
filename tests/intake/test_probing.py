"""Made-up calls are marked when they are imported: of undeclared tools, or with arguments that nothing declares."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hookconform.corpus.claims import load_platform
from hookconform.ground.errors import HookconformError
from hookconform_lab.intake.filing import Filing, declared_by
from hookconform_lab.intake.lab_manifests import probed_names
from hookconform_lab.intake.probing import Probes
from hookconform_lab.intake.shapes import Shape, shape_of

AT = ("codex", "9.9.9")
DECLARED = {"multi_agent_v1.spawn_agent": frozenset({"message", "items"})}


def shape(tool: str, **arguments: Any) -> Shape:
    payload = {"hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": arguments}
    return shape_of(load_platform("codex"), "PreToolUse", payload)


@pytest.mark.parametrize(
    ("probes", "mark"),
    [
        (Probes(), {}),
        (Probes(frozenset({"spawn_agent"})), {"probe": True}),
        (Probes(named={AT: frozenset({"spawn_agent"})}), {"probe": True}),
        (Probes(named={("codex", "1.0.0"): frozenset({"spawn_agent"})}), {}),
        (Probes(declared={AT: DECLARED}), {"probe": "arguments"}),
        (Probes(declared={("codex", "1.0.0"): DECLARED}), {}),
    ],
)
def test_a_call_is_marked_by_name_or_by_its_arguments(probes: Probes, mark: dict[str, Any]) -> None:
    made = shape("spawn_agent", message="go", agent_type="explorer")
    assert probes.mark(load_platform("codex"), "9.9.9", made) == mark


@pytest.mark.parametrize("tool", ["spawn_agent", "mcp__lab__echo_text"])
def test_declared_arguments_and_other_peoples_tools_are_no_probe(tool: str) -> None:
    assert Probes(declared={AT: DECLARED}).mark(load_platform("codex"), "9.9.9", shape(tool, message="go")) == {}


def test_what_the_program_adds_itself_is_not_made_up() -> None:
    probes = Probes(declared={AT: {"exec_command": frozenset({"cmd"})}})
    assert probes.mark(load_platform("codex"), "9.9.9", shape("Bash", command="ls")) == {}


def test_declared_keys_come_from_the_files_of_a_recording() -> None:
    tool = {"parameters": [{"properties": {"message": {}}}, {"properties": {"items": {}}}]}
    document = {"platform": "codex", "version": "9.9.9", "tools": {"multi_agent_v1.spawn_agent": tool}}
    filings = [Filing("declared", Path("a"), document), Filing("calls", Path("b"), {"calls": []})]
    assert declared_by(filings) == {AT: DECLARED}


def test_probed_names_come_from_the_manifest_beside_a_recording(tmp_path: Path) -> None:
    (tmp_path / "schema").symlink_to(Path(__file__).parents[2] / "corpus" / "schema")
    tools = {"declared": [], "driven": [], "not_driven": {}, "uncalled": [], "probed": ["no_such"], "seen_by_hooks": {}}
    manifest = {
        "$schema": "lab-manifest.schema.json",
        "platform": "codex",
        "version": "9.9.9",
        "package": "agent",
        "driver": "scripted-model",
        "recorded": "2026-11-27",
        "isolated": True,
        "quick": False,
        "complete": True,
        "problems": [],
        "scenarios": [],
        "tools": tools,
        "events": {"registered": [], "seen": {}, "not_seen": {}},
    }
    (tmp_path / "9.9.9.manifest.json").write_text(json.dumps(manifest))
    assert probed_names([tmp_path / "9.9.9.jsonl", tmp_path / "1.0.0.jsonl"], tmp_path) == {AT: frozenset({"no_such"})}
    (tmp_path / "1.0.0.manifest.json").write_text("{")
    with pytest.raises(HookconformError) as caught:
        probed_names([tmp_path / "1.0.0.jsonl"], tmp_path)
    assert caught.value.code == "recording.invalid"
