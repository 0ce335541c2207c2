"""A corpus whose case files are packed, as in a wheel, is the same corpus."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.miniature import PLATFORM, build

from hookconform.cases import index
from hookconform.cases.loading import case_ids, case_with_id
from hookconform.corpus.case_files import FOLDERS, CaseFiles
from hookconform.ground import file_digests
from hookconform.ground.errors import HookconformError
from hookconform.ground.packed import SUFFIX, content_of, held_by, packed
from hookconform.run.fingerprint import corpus_fingerprint, files_digest


@pytest.fixture
def corpora(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Return a corpus as a checkout has it, and the same one packed."""
    monkeypatch.setattr(index, "user_cache", lambda: tmp_path / "cache")
    monkeypatch.setattr(file_digests, "_STARTED", float("inf"))
    for name in ("checkout", "installed"):
        build(tmp_path / name)
    for name in FOLDERS:
        folder = tmp_path / "installed" / "platforms" / PLATFORM / name
        if folder.is_dir():
            files = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
            folder.with_name(name + SUFFIX).write_bytes(packed(files))
            shutil.rmtree(folder)
    return tmp_path / "checkout", tmp_path / "installed"


@pytest.mark.parametrize("of", [corpus_fingerprint, files_digest])
def test_fingerprints_are_equal(corpora: tuple[Path, Path], of: Callable[[Path], str]) -> None:
    checkout, installed = corpora
    assert of(installed) == of(checkout)


def test_what_no_verdict_depends_on_counts_packed_as_little_as_unpacked(corpora: tuple[Path, Path]) -> None:
    _, installed = corpora
    before = corpus_fingerprint(installed)
    (installed / "platforms" / PLATFORM / f"semantics{SUFFIX}").write_bytes(packed({"1.0.0.json": b"{}"}))
    assert corpus_fingerprint(installed) == before


def test_the_cases_are_equal(corpora: tuple[Path, Path]) -> None:
    checkout, installed = corpora
    ids = case_ids(checkout)
    assert case_ids(installed) == ids
    assert len(ids) == 5
    for case_id in ids:
        assert case_with_id(case_id, installed).payload == case_with_id(case_id, checkout).payload


def test_one_byte_more_is_another_fingerprint(corpora: tuple[Path, Path]) -> None:
    _, installed = corpora
    before = files_digest(installed)
    holder = installed / "platforms" / PLATFORM / f"captured{SUFFIX}"
    files = {path.name: content_of(path) for path in held_by(holder)}
    first = min(files)
    holder.write_bytes(packed({**files, first: files[first] + b"\n"}))
    assert files_digest(installed) != before


@pytest.mark.parametrize("folder", ["captured", "versions", "cases"])
def test_a_damaged_file_is_an_error(corpora: tuple[Path, Path], folder: str) -> None:
    _, installed = corpora
    holder = installed / "platforms" / PLATFORM / f"{folder}{SUFFIX}"
    holder.write_bytes(holder.read_bytes()[:-9])
    files = CaseFiles(installed / "platforms" / PLATFORM)
    with pytest.raises(HookconformError, match=r"cannot be unpacked") as found:
        [*files.by_hand, *(case for version in files.versions for case in files.captured(version))]
    assert found.value.code == "corpus.damaged"
