"""A simulated release with five planted changes: each is found, and nothing else."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.sweep.releases import BEHAVIOUR, DRIVER, Registry

from hookconform.cli import cli
from hookconform.corpus.claims import load_platform
from hookconform.corpus.version_files import version_path, write_document
from hookconform.effects import rows
from hookconform_lab.sweep import watching
from hookconform_lab.sweep.drafting import draft_patch
from hookconform_lab.sweep.planning import dated_release
from hookconform_lab.sweep.store import Bundle, Store
from hookconform_lab.sweep.unit import Options, run_unit
from hookconform_lab.sweep.watching import ANSWERS, ESCAPES, KEYS, NEW, REMOVED, watch

pytestmark = pytest.mark.whole
ROWS = ("own-shell", "own-write")
OPTIONS = Options(ROWS, allow_network=True)
# A tool less, a tool more, another key, exit code 2 without effect, and a file written in spite of a deny.
PLANTED = {
    "tools": ["bash", "create", "summon"],
    "keys": ["sessionId", "time", "cwd", "toolName", "toolArgs"],
    "exit2_stops": False,
    "obeys_before": ["bash", "glob", "summon"],
}
# The row must have a public source, or it is kept back.
SOURCE = 'sources:\n  own-write: {url: "https://example.com/thread"}\n'


@pytest.fixture(autouse=True)
def one_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry here has no Node.js, and the corpus only a few forms."""
    monkeypatch.setattr("hookconform_lab.sweep.unit.ways", lambda driver: [driver])
    monkeypatch.setattr(watching, "USUAL_ROWS", ROWS)


@pytest.fixture
def known(registry: Registry, corpus: Path, store: Store) -> Bundle:
    """The first release, filed in the corpus by its own drafted patch."""
    registry.publish("1.0.200", "2026-03-01")
    unit = run_unit(DRIVER, dated_release(DRIVER, "1.0.200"), store, options=OPTIONS, say=lambda _: None)
    assert isinstance(unit, Bundle)
    apply(corpus, draft_patch(unit))
    path = version_path(DRIVER.platform, "escapes", unit.version, corpus)
    path.parent.mkdir()
    write_document("escapes", path, unit.json("escapes.json"))
    return unit


def apply(corpus: Path, patch: str) -> None:
    command = ["git", "apply", "--whitespace=nowarn", "-"]
    subprocess.run(command, cwd=corpus.parent, input=patch, text=True, check=True)
    # A process reads a corpus once.
    for remembered in (rows._platforms, rows._versions, rows._rows, rows._neighbours):
        remembered.cache_clear()


def drift(store: Store, *arguments: str) -> Result:
    given = ["lab", "drift", DRIVER.platform, "--allow-network", "--store", str(store.folder), *arguments]
    return CliRunner().invoke(cli, given)


def test_five_planted_changes_are_found_and_no_other(
    known: Bundle, registry: Registry, corpus: Path, store: Store, tmp_path: Path
) -> None:
    (corpus / "platforms" / DRIVER.platform / "escapes" / "claims.yaml").write_text(SOURCE)
    registry.publish("1.0.201", "2026-03-08", **PLANTED)
    watched = watch(DRIVER, store, OPTIONS, lambda _: None)
    assert (watched.version, watched.published, watched.known) == ("1.0.201", "2026-03-08", "1.0.200")
    found = [(one.category, one.about) for one in watched.findings]
    assert found == [
        (ANSWERS, "exit code 2 with text on standard error no longer stops the call (preToolUse/exit2-stderr)"),
        (ESCAPES, "own-write"),
        (REMOVED, "glob"),
        (KEYS, "preToolUse"),
        (NEW, "summon"),
    ]
    texts = {one.category: one.text for one in watched.findings}
    assert "new time; gone timestamp" in texts[KEYS]
    assert texts[ESCAPES] == "a file written by the tool for it (own-write): was stopped, is seen-not-stopped"
    assert (watched.kept_back, watched.problems) == (0, ())

    result = drift(store, "--output", str(tmp_path / "drift"))
    assert result.exit_code == 1, result.output
    page = (tmp_path / "drift" / "copilot-cli.md").read_text()
    said = "exit code 2 with text on standard error no longer stops the call, and 4 more changes"
    assert page.startswith(f"# GitHub Copilot CLI 1.0.201: {said}\n")
    for one in watched.findings:
        assert f"* {one.text}\n" in page
    document = json.loads((tmp_path / "drift" / "copilot-cli.json").read_text())
    assert (document["verdict"], len(document["findings"])) == ("changed", 5)
    apply(corpus, (tmp_path / "drift" / "copilot-cli.patch").read_text())
    text = load_platform(DRIVER.platform, corpus).path.read_text()
    assert '- native: "summon"' in text
    assert '{version: 1.0.201, date: "2026-03-08", basis: measured}' in text
    assert watch(DRIVER, store, OPTIONS, lambda _: None).verdict == "known"


def test_the_same_program_under_a_new_number_changes_nothing(
    known: Bundle, registry: Registry, store: Store, tmp_path: Path
) -> None:
    registry.publish("1.0.201", **BEHAVIOUR)
    result = drift(store, "--output", str(tmp_path))
    assert (result.exit_code, result.stdout) == (0, "GitHub Copilot CLI 1.0.201: nothing changed since 1.0.200\n")
    assert "`git apply copilot-cli.patch` files the version." in (tmp_path / "copilot-cli.md").read_text()


def test_a_way_past_a_deny_without_a_public_source_is_only_counted(
    known: Bundle, registry: Registry, store: Store, tmp_path: Path
) -> None:
    registry.publish("1.0.201", obeys_before=["bash", "glob"])
    result = drift(store, "--output", str(tmp_path))
    assert result.exit_code == 1
    written = "".join(path.read_text() for path in tmp_path.glob("copilot-cli.*"))
    assert "1 row of escapes may not be published yet" in written
    assert "seen-not-stopped" not in written
    assert "own-write" not in written


def test_the_newest_release_may_be_in_the_corpus(known: Bundle, store: Store) -> None:
    result = drift(store)
    assert (result.exit_code, result.stdout) == (
        0,
        "GitHub Copilot CLI 1.0.200: the newest release is in the corpus\n",
    )


def test_a_release_that_does_not_start_is_said(known: Bundle, registry: Registry, store: Store) -> None:
    registry.publish("1.0.201", starts=False)
    result = drift(store, "--json")
    (document,) = json.loads(result.stdout)
    assert (result.exit_code, document["verdict"]) == (3, "not recorded")
    assert document["title"] == "GitHub Copilot CLI 1.0.201 cannot be recorded"


def test_platforms_or_all_must_be_named(store: Store) -> None:
    result = CliRunner().invoke(cli, ["lab", "drift"])
    assert getattr(result.exception, "code", None) == "lab.target"
