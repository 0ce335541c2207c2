"""Citations are looked up in the files they name, and what cannot be opened is not called right."""

from __future__ import annotations

import io
import json
import os
import subprocess
import tarfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support.citing import COMMIT, cite, codes, plain, run

from hookconform.cli import cli
from hookconform_lab.citations.checking import stands_in


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("const READ = 'read_file';", True),
        ("read_file", True),
        ("read_files or my_read_file or read_file2", False),
        ("read_files, then read_file", True),
        ("", False),
    ],
)
def test_a_name_is_a_word_of_its_own(content: str, found: bool) -> None:
    assert stands_in("read_file", content.encode()) is found


@pytest.mark.parametrize(
    ("evidence", "expected", "exit_code"),
    [
        ("source: names", [], 0),
        ("source: names, finds: [WRITE_FILE]", [("citation.absent", "gemini-cli#tool:read_file")], 1),
        ("source: names, finds: [READ, read_file]", [], 0),
        ("source: names, lacks: [write_file]", [], 0),
        ("source: names, lacks: [read_file]", [("citation.present", "gemini-cli#tool:read_file")], 1),
    ],
)
def test_what_is_cited_must_stand_in_the_file(
    evidence: str, expected: list[tuple[str, str]], exit_code: int, corpus: Path, tmp_path: Path
) -> None:
    cite(corpus, evidence)
    result = run("--repositories", str(plain(tmp_path, "const READ = 'read_file'\n")))
    assert codes(result) == expected
    assert result.exit_code == exit_code


def test_a_name_that_is_not_there_is_told_with_place_and_hint(corpus: Path, tmp_path: Path) -> None:
    cite(corpus, "source: names")
    result = CliRunner().invoke(cli, ["lint", "citations", "--repositories", str(plain(tmp_path, "nothing"))])
    assert result.exit_code == 1
    assert "error[citation.absent]: read_file does not stand in owner/program, src/names.ts" in result.output
    assert "where: gemini-cli#tool:read_file, source names" in result.output
    assert "do:    Cite the file that says it" in result.output


def test_an_opened_file_is_kept_so_that_later_nothing_else_is_needed(corpus: Path, tmp_path: Path) -> None:
    cite(corpus, "source: names")
    assert run("--repositories", str(plain(tmp_path, "read_file"))).exit_code == 0
    again = run("--offline")
    assert (again.exit_code, json.loads(again.output)["right"]) == (0, 1)


def test_what_cannot_be_opened_is_unchecked_and_no_pass(corpus: Path) -> None:
    cite(corpus, "source: names")
    result = run()
    assert result.exit_code == 3
    assert json.loads(result.output)["right"] == 0
    why = "owner/program: owner/program is not in the cache; give a folder of repositories"
    assert json.loads(result.output)["unchecked"][why] == ["gemini-cli#tool:read_file"]


def test_a_page_is_unchecked_and_nobody_can_help_it(corpus: Path) -> None:
    result = run()
    assert result.exit_code == 0
    assert any(reason.startswith("https://example.com/hooks: ") for reason in json.loads(result.output)["unchecked"])
    assert corpus.is_dir()


def test_a_clone_is_read_at_the_cited_commit(corpus: Path, tmp_path: Path) -> None:
    clone = tmp_path / "repositories" / "owner" / "program"
    (clone / "src").mkdir(parents=True)
    (clone / "src" / "names.ts").write_text("read_file", encoding="utf-8")
    commit = committed(clone)
    (clone / "src" / "names.ts").write_text("renamed", encoding="utf-8")
    committed(clone)
    claims = corpus / "platforms" / "gemini-cli" / "platform.yaml"
    claims.write_text(claims.read_text(encoding="utf-8").replace(COMMIT, commit), encoding="utf-8")
    cite(corpus, "source: names")
    assert run("--repositories", str(tmp_path / "repositories")).exit_code == 0


@pytest.mark.parametrize(
    ("cited", "told"),
    [(("src/other.ts", ""), (["citation.no-file"], 1)), (("src/names.ts", COMMIT), ([], 3))],
    ids=["no such file", "no such commit"],
)
def test_a_clone_without_the_file_is_wrong_and_one_without_the_commit_unchecked(
    cited: tuple[str, str], told: tuple[list[str], int], corpus: Path, tmp_path: Path
) -> None:
    path, commit = cited
    clone = tmp_path / "repositories" / "owner" / "program"
    (clone / "src").mkdir(parents=True)
    (clone / "src" / "names.ts").write_text("read_file", encoding="utf-8")
    made = committed(clone)
    claims = corpus / "platforms" / "gemini-cli" / "platform.yaml"
    text = claims.read_text(encoding="utf-8").replace("src/names.ts", path).replace(COMMIT, commit or made)
    claims.write_text(text, encoding="utf-8")
    cite(corpus, "source: names")
    result = run("--repositories", str(tmp_path / "repositories"))
    assert ([found for found, _ in codes(result)], result.exit_code) == told


def committed(folder: Path) -> str:
    """Commit everything in a folder and return the commit."""
    name = ["-c", "user.name=Dev", "-c", "user.email=dev@example.com", "-c", "commit.gpgsign=false"]
    for arguments in (["init", "--quiet"], ["add", "-A"], [*name, "commit", "--quiet", "-m", "A change"]):
        subprocess.run(["git", "-C", str(folder), *arguments], check=True)
    done = subprocess.run(["git", "-C", str(folder), "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def fake_npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> Path:
    """Put an npm on PATH that packs one file, and return the list of what it was asked for."""
    archive, asked, bin_folder = tmp_path / "made.tgz", tmp_path / "asked", tmp_path / "bin"
    with tarfile.open(archive, "w:gz") as packed:
        member = tarfile.TarInfo("package/dist/types.d.ts")
        member.size = len(content)
        packed.addfile(member, io.BytesIO(content))
    bin_folder.mkdir()
    (bin_folder / "npm").write_text(f'#!/bin/sh\necho "$@" >> {asked}\ncp {archive} owner-program-1.0.0.tgz\n')
    (bin_folder / "npm").chmod(0o755)
    monkeypatch.setenv("PATH", f"{bin_folder}{os.pathsep}{os.environ['PATH']}")
    return asked


def test_a_package_is_fetched_once_without_its_scripts(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = fake_npm(tmp_path, monkeypatch, b"type ReadFile = 'read_file'")
    cite(corpus, "source: types")
    assert run().exit_code == 0
    assert run().exit_code == 0
    assert asked.read_text(encoding="utf-8").splitlines() == [
        "pack --ignore-scripts --loglevel=error @owner/program@1.0.0"
    ]


def test_a_package_without_the_file_is_wrong(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_npm(tmp_path, monkeypatch, b"")
    claims = corpus / "platforms" / "gemini-cli" / "platform.yaml"
    claims.write_text(claims.read_text(encoding="utf-8").replace("types.d.ts", "gone.d.ts"), encoding="utf-8")
    cite(corpus, "source: types")
    assert codes(run()) == [("citation.no-file", "gemini-cli#tool:read_file")]


def test_offline_fetches_nothing(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = fake_npm(tmp_path, monkeypatch, b"read_file")
    cite(corpus, "source: types")
    assert run("--offline").exit_code == 3
    assert not asked.exists()


def test_a_platform_that_is_not_there_is_an_error(corpus: Path) -> None:
    result = run("gemini")
    assert result.exception is not None
    assert corpus.is_dir()
