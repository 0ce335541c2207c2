"""A name that is mapped in some payloads is not missing from the tables: the cause says in which it is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hookconform.attach.manifest import load_manifest
from hookconform.causes.advice import advice
from hookconform.causes.grouping import find_causes
from hookconform.causes.lines import cause_lines
from hookconform.causes.rows import cause_as_json
from hookconform.run.engine import run
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

BROKEN = Path(__file__).parents[2] / "adapters" / "broken"
ADAPTER = """
import json

from hook_adapters.canonical.errors import InvalidPayload
from wrapper import RESERVED, BrokenAdapter, native_name, renamed


class Faulty(BrokenAdapter):
    name = "faulty"

    def initialize(self, **params):
        return super().initialize(**params) | {{"tier": "{tier}"}}

    def distort(self, event, params):
        try:
            payload = json.loads(params["payload"].lstrip("\ufeff"))
        except ValueError:
            payload = {{}}
        native = native_name(event)
        if {refuses}:
            raise InvalidPayload("these arguments")
        return renamed(event, {name}) if native and ({fault}) else event


def create():
    return Faulty()
"""
MANIFEST = """
name = "faulty"
version = "0.1.0"
language = "python"
protocol = 2
platforms = ["gemini-cli"]
capabilities = ["tool-name", "input", "kind"]
tier = "{tier}"
[run]
python = "faulty:create"
path = "."
"""
HALF_A_PAIR = "any(0xD800 <= ord(letter) <= 0xDFFF for letter in json.dumps(payload, ensure_ascii=False))"
SHELL = "gemini-cli#tool:run_shell_command"
LIST = "gemini-cli#tool:list_directory"


def causes(
    folder: Path, fault: str, *cases: str, name: str = "native", tier: str = "extended", refuses: str = "False"
) -> list[dict[str, Any]]:
    (folder / "wrapper.py").write_text((BROKEN / "wrapper.py").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "faulty.py").write_text(
        ADAPTER.format(fault=fault, name=name, tier=tier, refuses=refuses), encoding="utf-8"
    )
    (folder / "adapter.toml").write_text(MANIFEST.format(tier=tier), encoding="utf-8")
    record = run(load_manifest(folder / "adapter.toml"), Selection(cases=cases, capabilities=("tool-name", "input")))
    return [cause_as_json(cause) for cause in find_causes(record.notable, record.mapped)]


def test_name_mapped_elsewhere_is_not_reported_unmapped(tmp_path: Path) -> None:
    [cause] = causes(tmp_path, '"hook_event_name" not in payload', SHELL)
    [line] = cause_lines([cause])
    words = "does not map tools of gemini-cli in payloads without an event name: run_shell_command → Bash"
    assert (line.said(), line.gap) == (words, False)
    assert "Add to" not in advice(cause)
    assert "payloads without an event name" in advice(cause)


def test_name_mapped_nowhere_is_missing_from_the_table(tmp_path: Path) -> None:
    [cause] = causes(tmp_path, "native == 'run_shell_command'", SHELL)
    assert (cause["kind"], cause["got"], cause["wanted"]) == ("unmapped", "run_shell_command", "Bash")
    assert advice(cause).startswith("Add to the tools of gemini-cli: run_shell_command → Bash")


def test_a_refusal_that_passes_shows_no_mapping(tmp_path: Path) -> None:
    [cause] = causes(tmp_path, "native == 'run_shell_command'", SHELL, refuses=HALF_A_PAIR)
    assert cause["kind"] == "unmapped"


@pytest.mark.parametrize(
    ("fault", "where"),
    [
        (HALF_A_PAIR, "payloads with half a surrogate pair"),
        ('params.get("registered_event") == "AfterTool"', "payloads registered as AfterTool"),
        ("len(json.dumps(payload)) % 2", "some payloads"),
    ],
)
def test_cause_names_what_the_failing_payloads_share(tmp_path: Path, fault: str, where: str) -> None:
    rows = causes(tmp_path, fault, SHELL)
    assert {row["where"] for row in rows if row["kind"] == "partly-mapped"} >= {where}


def test_odd_payloads_alone_prove_no_missing_row(tmp_path: Path) -> None:
    [cause] = causes(tmp_path, '"hook_event_name" not in payload', "gemini-cli/synthetic/event-from-registration")
    assert (cause["kind"], cause["where"]) == ("partly-mapped", "payloads without an event name")


def test_extended_name_at_tier_core_names_the_tier(tmp_path: Path) -> None:
    rows = causes(tmp_path, "native == 'list_directory'", LIST, name="'LS'", tier="core")
    cause, other = rows
    assert cause["kind"] == "tier"
    # A server's tool of that name is no extended name.
    assert (other["kind"], other["checks"]) == ("wrong", 1)
    assert "servers-tools-called-alike" in other["example"]["check"]
    words = "maps extended names of gemini-cli, but the manifest claims tier core: list_directory → LS"
    assert cause_lines(rows)[0].said() == words
    assert 'tier = "extended"' in advice(cause)


def test_wrong_name_at_tier_core_is_not_blamed_on_the_tier(tmp_path: Path) -> None:
    [cause, *_] = causes(tmp_path, "native == 'list_directory'", LIST, name="'Glob'", tier="core")
    assert (cause["kind"], cause["got"]) == ("wrong", "Glob")
