"""What somebody read in a file counts where the file cannot be opened, apart, and never against the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.support.citing import COMMIT, cite, codes, plain, run

from hookconform.cli import cli
from hookconform.ground.errors import HookconformError

_CLAIM = "gemini-cli#tool:read_file"


def somebody_read(corpus: Path, *texts: str, **other: str) -> None:
    """Write down that these texts stand in the cited file."""
    row = {"repository": "owner/program", "commit": COMMIT, "path": "src/names.ts", "read": "2026-11-22", **other}
    file = corpus / "read-files.yaml"
    rows: list[Any] = json.loads(file.read_text(encoding="utf-8"))["files"] if file.exists() else []
    file.write_text(json.dumps({"files": [*rows, {**row, "stands": list(texts)}]}), encoding="utf-8")


def test_what_was_read_counts_apart_from_what_is_opened(corpus: Path) -> None:
    cite(corpus, "source: names")
    somebody_read(corpus, "read_file")
    result = run()
    counts = json.loads(result.output)
    assert (counts["read"], counts["right"], result.exit_code) == (1, 0, 0)
    assert "owner/program" not in json.dumps(counts["unchecked"])
    shown = CliRunner().invoke(cli, ["lint", "citations"]).output
    assert "0 right, 1 not opened but read before, 0 wrong" in shown


@pytest.mark.parametrize(
    ("evidence", "texts", "other"),
    [
        ("source: names, finds: [READ, read_file]", ["read_file"], {}),
        ("source: names", ["read_file"], {"commit": "f" * 40}),
        ("source: names", ["read_file"], {"path": "src/other.ts"}),
        ("source: names", ["read_file"], {"repository": "owner/fork"}),
        # Nobody wrote down what does not stand there.
        ("source: names, finds: [read_file], lacks: [write_file]", ["read_file"], {}),
    ],
    ids=["another text", "another commit", "another file", "another repository", "a text that is absent"],
)
def test_nothing_else_counts(evidence: str, texts: list[str], other: dict[str, str], corpus: Path) -> None:
    cite(corpus, evidence)
    somebody_read(corpus, *texts, **other)
    result = run("gemini-cli")
    assert (json.loads(result.output)["read"], result.exit_code) == (0, 3)


def test_the_file_decides_where_it_can_be_opened(corpus: Path, tmp_path: Path) -> None:
    cite(corpus, "source: names")
    somebody_read(corpus, "read_file")
    result = run("--repositories", str(plain(tmp_path, "nothing")))
    assert codes(result) == [("citation.absent", _CLAIM), ("citation.misread", _CLAIM)]
    assert (json.loads(result.output)["read"], result.exit_code) == (0, 1)


def test_what_nothing_cites_any_more_is_told(corpus: Path) -> None:
    cite(corpus, "source: names")
    somebody_read(corpus, "read_file", "write_file")
    somebody_read(corpus, "read_file", path="src/gone.ts")
    result = run()
    assert codes(result) == [
        ("citation.uncited", "owner/program, src/names.ts"),
        ("citation.uncited", "owner/program, src/gone.ts"),
    ]
    assert result.exit_code == 1
    # Of one platform alone nobody can tell what others cite.
    assert codes(run("gemini-cli")) == []


def test_a_file_stands_there_once(corpus: Path) -> None:
    somebody_read(corpus, "read_file")
    somebody_read(corpus, "write_file")
    error = run().exception
    assert isinstance(error, HookconformError)
    assert error.code == "citation.readings"


def test_a_list_that_is_none_is_refused(corpus: Path) -> None:
    (corpus / "read-files.yaml").write_text("files: {}\n", encoding="utf-8")
    error = run().exception
    assert isinstance(error, HookconformError)
    assert error.code == "schema.read-files"


def test_everything_that_is_read_in_the_shipped_corpus_is_cited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOOKCONFORM_LAB_CACHE", str(tmp_path))
    result = run("--offline")
    assert codes(result) == []
    read = {"anomalyco/opencode", "github/docs", "microsoft/vscode", "microsoft/vscode-docs"}
    assert read.isdisjoint(reason.split(":")[0] for reason in json.loads(result.output)["unchecked"])
