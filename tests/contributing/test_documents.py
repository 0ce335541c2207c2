"""The pages for contributors say what the commands really do."""

import re
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from hookconform.cli import cli
from hookconform.corpus.claims import platform_ids
from hookconform_lab.recorder.registrations import recorded_platforms

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text()
FORM = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE/payload.yml").read_text())


def commands() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)
    return sorted({line for block in blocks for line in re.findall(r"hookconform [^\n&]+", block)})


@pytest.mark.parametrize("line", commands())
def test_every_command_in_the_guide_exists_with_its_options(line: str) -> None:
    words = line.split()[1:]
    names = [word for word in words if re.fullmatch(r"[a-z-]+", word) and not word.startswith("-")]
    path = names[:2] if names[0] in ("record", "corpus") else names[:1]
    result = CliRunner().invoke(cli, [*path, "--help"])
    assert result.exit_code == 0
    for option in (word for word in words if word.startswith("--")):
        assert option in result.output


def test_the_guide_walks_through_both_platforms_step_by_step() -> None:
    steps = re.findall(r"<!-- run: (\S+) (\S+) -->", GUIDE)
    assert steps == [
        (name, step) for name in ("gemini-cli", "copilot-cli") for step in ("record", "review", "file", "clean")
    ]


def test_links_in_the_guide_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)", GUIDE):
        assert (ROOT / target).exists(), target


def test_the_form_offers_every_platform_that_can_be_recorded() -> None:
    (platforms,) = [item for item in FORM["body"] if item.get("id") == "platform"]
    assert set(recorded_platforms()) <= set(platforms["attributes"]["options"])


def test_the_form_requires_what_the_evidence_policy_needs() -> None:
    required = {item["id"] for item in FORM["body"] if item.get("validations", {}).get("required")}
    assert required == {"platform", "version", "system", "how", "event", "recording"}
    (confirmations,) = [item for item in FORM["body"] if item.get("id") == "confirmations"]
    assert all(option["required"] for option in confirmations["attributes"]["options"])


def test_the_template_asks_for_the_same() -> None:
    template = (ROOT / ".github/pull_request_template.md").read_text().lower()
    for word in ("version", "operating system", "how it was run", "registered events", "private"):
        assert word in template


def test_every_claim_of_every_platform_can_be_contradicted_by_a_form() -> None:
    form = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE/claim.yml").read_text())
    items = {item["id"]: item for item in form["body"] if "id" in item}
    assert items["platform"]["attributes"]["options"] == platform_ids()
    required = {name for name, item in items.items() if item.get("validations", {}).get("required")}
    assert required == {"platform", "claim", "version", "contradiction", "evidence"}
    assert all(option["required"] for option in items["private"]["attributes"]["options"])
