"""What is kept of other people's programs holds together: program, manifests, policies and what was measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookconform.attach.program import load_program
from hookconform.checks.outcome import RED
from hookconform.corpus.policies import load_policies
from hookconform_lab.community.folders import community_folder, community_names
from hookconform_lab.community.measuring import manifests_of
from hookconform_lab.community.summaries import load_summary

NAMES = community_names()
# As many as are promised in the specification of this folder.
LEAST = 8


@pytest.fixture(params=NAMES)
def folder(request: pytest.FixtureRequest) -> Path:
    return community_folder(request.param)


def test_there_are_enough_of_them() -> None:
    assert len(NAMES) >= LEAST


def test_manifests_are_about_the_program_that_is_stated(folder: Path) -> None:
    program, manifests = load_program(folder), manifests_of(folder)
    assert program.name == folder.name
    assert manifests[0].path.name == "adapter.toml"
    assert {(manifest.name, manifest.version) for manifest in manifests} == {(program.name, program.version)}
    assert all(manifest.needs_program for manifest in manifests)
    assert all(manifest.homepage == program.raw["homepage"] for manifest in manifests)


def test_nothing_names_a_path_of_some_machine(folder: Path) -> None:
    for path in folder.glob("*.toml"):
        assert '"/' not in path.read_text(encoding="utf-8")


def test_policies_are_named_ones_and_not_empty(folder: Path) -> None:
    known = {policy.name for policy in load_policies()}
    for policy in (folder / "policies").glob("*"):
        assert policy.name in known
        assert any(path.is_file() for path in policy.rglob("*"))


def test_a_folder_says_what_it_is_and_what_was_measured(folder: Path) -> None:
    assert "docs/community.md#if-something-here-is-wrong" in (folder / "README.md").read_text(encoding="utf-8")
    summary = load_summary(folder)
    assert summary is not None
    assert (summary["name"], summary["version"]) == (folder.name, load_program(folder).version)
    assert [run["manifest"] for run in summary["runs"]] == [manifest.path.name for manifest in manifests_of(folder)]


def test_causes_account_for_every_red_check(folder: Path) -> None:
    summary = load_summary(folder) or {}
    red = {outcome.value for outcome in RED}
    for run in summary["runs"]:
        counted = sum(number for row in run["table"] for name, number in row["counts"].items() if name in red)
        listed = sum(cause["checks"] + cause["following"] for cause in run["causes"]) + run["further"]["checks"]
        assert counted == listed
