"""`run --perturb` and `pytest --hookconform-perturb`: said in the reports, with ids and known failures as ever."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.support import fakes

from hookconform.checks.outcome import Outcome
from hookconform.cli import cli
from hookconform.corpus import schemas
from hookconform.run import engine
from hookconform.run.perturb import perturbed
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

CASES = "gemini-cli/synthetic/*-push*"


def ran(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["run", "reference", "--no-baseline", "--case", CASES, *arguments])
    return done.exit_code, done.output


def test_the_text_says_by_which_seed_and_how_many_are_others() -> None:
    code, said = ran("--perturb", "7")
    assert code == 0
    assert re.search(r"Perturbed by seed 7: (\d+) of \1 payloads", said)
    assert "Perturbed" not in ran()[1]


def test_the_document_names_the_seed_and_is_the_same_again() -> None:
    code, said = ran("--perturb", "7", "--format", "json")
    assert code == 0
    document: dict[str, Any] = json.loads(said)
    assert document["selection"]["perturb"] == 7
    assert not schemas.problems(document, "run-report")
    assert ran("--perturb", "7", "--format", "json")[1] == said
    assert "perturb" not in json.loads(ran("--format", "json")[1])["selection"]


@pytest.mark.parametrize("seed", ["-1", "seven", "1.5"])
def test_a_seed_is_a_number(seed: str) -> None:
    assert ran("--perturb", seed)[0] == 2


def test_known_failures_are_found_by_the_same_ids(tmp_path: Path) -> None:
    (tmp_path / "known.yaml").write_text('- {check: "*::tool-name", reason: not written yet}\n')
    manifest = fakes.serve_manifest(tmp_path, known_failures="known.yaml", capabilities=["tool-name"])
    wrong = fakes.case("a", payload={"say": {"hook_event_name": "Stop"}})
    record = engine.run(manifest, Selection(perturb=3), cases=[wrong])
    assert [(result.id, result.outcome) for result in record.notable] == [(f"{wrong.id}::tool-name", Outcome.KNOWN)]
    assert not record.stale_entries


def test_a_hook_program_is_asked_in_other_forms_with_its_own_words() -> None:
    selection = Selection(cases=("codex/captured/*/pre-tool-use-bash*",), perturb=3)
    originals = {case.id: case for case in selection.iter_cases()}
    assert originals
    for case in originals.values():
        other = perturbed(case, 3, words=False)
        assert other.expected.tool_input == case.expected.tool_input
        assert other.payload_text != case.payload_text
