"""The fingerprint changes with every file that a run reads, and with nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support import fakes

from hookconform.corpus.locate import data_root
from hookconform.ground.errors import HookconformError
from hookconform.run.fingerprint import NOT_JUDGED_BY, corpus_fingerprint

pytestmark = pytest.mark.whole

JUDGED_BY = (
    "vocabulary.yaml",
    "answers.yaml",
    "policies/one.yaml",
    "grammars/one.lark",
    "schema/protocol.schema.json",
    "rules/99-more.yaml",
    "platforms/gemini-cli/platform.yaml",
    "platforms/gemini-cli/facade.yaml",
    "platforms/gemini-cli/calls/0.61.0.jsonl",
    "platforms/gemini-cli/declared/0.61.0.json",
    "platforms/gemini-cli/responses/0.61.0.json",
    "platforms/gemini-cli/captured/0.61.0.jsonl",
    "platforms/gemini-cli/versions/0.61.0.json",
    "platforms/gemini-cli/contributed/0.61.0-one.json",
    "platforms/gemini-cli/cases/here.json",
    "platforms/gemini-cli/of-a-later-day/0.61.0.json",
)
NOT_AT_ALL = (
    "README.md",
    "released.json",
    "released-payloads.json",
    "retired.yaml",
    "accepted-holes.yaml",
    "read-files.yaml",
    "families/one.yaml",
    "semantics/plain.yaml",
    "platforms/gemini-cli/semantics/0.61.0.json",
    "platforms/gemini-cli/.one.json.swp",
)
# Prints the files of the corpus that a run opens.
TRACED = """
import os, sys
from hookconform.cli import main
from hookconform.corpus.locate import corpus_root
root = str(corpus_root()) + os.sep
opened = set()
def noted(event, given):
    if event == "open" and str(given[0]).startswith(root):
        opened.add(str(given[0])[len(root):].replace(os.sep, "/"))
sys.addaudithook(noted)
try:
    main()
except SystemExit as end:
    if end.code:
        raise
print(*sorted(opened), sep="\\n")
"""


# Files of cases are read for the fingerprint, so that they have to be some.
NEW_FILES = {
    "versions": b'{"driver": "live", "recorded": "2026-01-01", "payloads": {}, "envelopes": {}}',
    "cases": b'{"cases": {}}',
    "contributed": b'{"id": "captured/0.61.0/one", "title": "one", "registered_event": null, '
    b'"origin": {"kind": "captured"}, "payload": {}, "expected": {"error": "invalid-payload"}}',
}


@pytest.mark.parametrize("name", JUDGED_BY)
def test_the_fingerprint_follows_what_a_verdict_depends_on(tmp_path: Path, name: str) -> None:
    root = fakes.tiny_corpus(tmp_path, "duplicate-argument")
    before = corpus_fingerprint(root)
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    with (root / name).open("ab") as file:
        file.write(NEW_FILES.get(name.split("/")[2] if name.count("/") > 1 else "", b"\n"))
    changed = corpus_fingerprint(root)
    (root / name).rename((root / name).with_stem("another-name"))
    assert len({before, changed, corpus_fingerprint(root)}) == 3


def test_a_table_counts_by_the_cases_that_it_composes(tmp_path: Path) -> None:
    root = fakes.tiny_corpus(tmp_path, "mapped-shell")
    (root / "families").mkdir()
    template = "gemini-cli: {PreToolUse: gemini-cli/synthetic/mapped-shell}\n"
    (root / "families" / "templates.yaml").write_text(template)
    table = {"about": "names and more", "event": "PreToolUse", "tool": "Bash"}
    found: list[str] = []
    for title, comment in (("a call", ""), ("a call", "# not new\n"), ("another call", "")):
        rows = [{"name": "one", "title": title}]
        (root / "families" / "near.yaml").write_text(comment + json.dumps({**table, "rows": rows}))
        found.append(corpus_fingerprint(root))
    assert found[0] == found[1] != found[2]


@pytest.mark.parametrize("name", NOT_AT_ALL)
def test_and_nothing_else(tmp_path: Path, name: str) -> None:
    root = fakes.tiny_corpus(tmp_path, "duplicate-argument")
    before = corpus_fingerprint(root)
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text("other\n", encoding="utf-8")
    assert corpus_fingerprint(root) == before


def test_a_corpus_without_platforms_has_none(tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        corpus_fingerprint(tmp_path)
    assert caught.value.code == "corpus.missing"


def test_a_run_opens_no_file_that_is_left_out() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "HOOKCONFORM_CORPUS"}
    done = subprocess.run(
        [sys.executable, "-c", TRACED, "run", "reference", "--platform", "pi", "--output", os.devnull],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    opened = [line for line in done.stdout.splitlines() if (data_root() / "corpus" / line).is_file()]
    # Of tables, what they compose counts.
    left_out = NOT_JUDGED_BY - {"families"}
    assert not {name for name in opened if left_out & set(name.split("/"))}
    kinds = {name.split("/")[2] for name in opened if name.startswith("platforms/")}
    assert {"platform.yaml", "facade.yaml", "calls", "declared", "versions", "captured", "cases"} <= kinds
