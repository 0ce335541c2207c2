"""Counts of the base line are kept for the very same question, and judged anew for any other."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hookconform.attach.manifest import Manifest
from hookconform.attach.registry import find_adapter
from hookconform.checks.outcome import JUDGED, CheckResult, Outcome
from hookconform.corpus.locate import corpus_root, data_root
from hookconform.ground import file_digests
from hookconform.run import baseline, kept_baseline
from hookconform.run.baseline import add_baseline, baseline_of
from hookconform.run.kept_baseline import keep_counts, kept_file, read_counts
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

SELECTION = Selection(("kimi-code",), ("event", "response"))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept_baseline, "user_cache", lambda: tmp_path / "cache")
    # As if all files were older than this process.
    monkeypatch.setattr(file_digests, "_STARTED", float("inf"))
    return tmp_path / "cache" / "baseline"


def judged() -> RunRecord:
    record = RunRecord(find_adapter("reference"), SELECTION)
    add_baseline(record)
    assert record.baseline is not None
    return record.baseline


def never(*_: object, **__: object) -> RunRecord:
    pytest.fail("the base line was run")


def test_kept_counts_are_those_of_the_run(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = judged()
    assert first.total(*JUDGED) > 0
    assert first.variants
    monkeypatch.setattr(baseline, "run", never)
    second = judged()
    assert len(list(cache.iterdir())) == 1
    for name in ("counts", "variants", "cases", "facade_cases", "perturbed", "inferred", "status", "verdict"):
        assert getattr(first, name) == getattr(second, name)


@pytest.mark.parametrize("damage", ["cut", "empty", "other number"])
def test_damaged_counts_are_judged_anew(cache: Path, damage: str) -> None:
    first = judged()
    (file,) = cache.iterdir()
    whole = file.read_bytes()
    file.write_bytes(
        {"cut": whole[:-9], "empty": b"", "other number": whole.replace(b'"cases":', b'"cases":1')}[damage]
    )
    assert judged().cases == first.cases
    assert file.read_bytes() == whole


def test_where_nothing_can_be_kept_it_is_run(cache: Path) -> None:
    cache.parent.write_text("a file in the place of the folder")
    assert judged().counts == judged().counts
    assert cache.parent.is_file()


def other_claims(base: Manifest) -> Manifest:
    return replace(base, claims=replace(base.claims, capabilities=frozenset({"event"})))


def other_code(base: Manifest, folder: Path) -> Manifest:
    copy = folder / "identity"
    shutil.copytree(base.folder, copy)
    with (copy / "identity.py").open("a") as file:
        file.write("\n")
    return replace(base, path=copy / base.path.name)


def test_another_question_has_a_file_of_its_own(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = baseline_of(find_adapter("reference"))
    files = [
        kept_file(base, SELECTION),
        kept_file(other_claims(base), SELECTION),
        kept_file(other_code(base, tmp_path), SELECTION),
        *(
            kept_file(base, replace(SELECTION, **change))
            for change in ({"platforms": ()}, {"capabilities": ()}, {"measured_only": True}, {"perturb": 1})
        ),
        kept_file(base, replace(SELECTION, newest=True)),
    ]
    other = corpus_root() / "rules"
    monkeypatch.setattr(kept_baseline, "corpus_root", lambda: other)
    files.append(kept_file(base, SELECTION))
    assert None not in files
    assert len(set(files)) == len(files)
    assert {file.parent for file in files if file is not None} == {cache}


def test_another_judge_has_a_file_of_its_own(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = baseline_of(find_adapter("reference"))
    copy = tmp_path / "hookconform"
    shutil.copytree(Path(kept_baseline.__file__).parents[1], copy)
    files = [kept_file(base, SELECTION)]
    monkeypatch.setattr(kept_baseline, "__file__", str(copy / "run" / "kept_baseline.py"))
    assert kept_file(base, SELECTION) == files[0], "the same code elsewhere"
    with (copy / "checks" / "event.py").open("a") as file:
        file.write("\n")
    files.append(kept_file(base, SELECTION))
    assert len(set(files)) == len(files)
    assert {file.parent for file in files if file is not None} == {cache}


def rewritten(folder: Path) -> None:
    """Write a file again as it is, with the time that it had."""
    path = folder / "identity.py"
    before = path.stat()
    path.write_bytes(path.read_bytes())
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def removed(folder: Path) -> None:
    (folder / "adapter.toml").unlink()


@pytest.mark.parametrize("change", [rewritten, removed])
def test_files_changed_since_the_start_keep_nothing(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None]
) -> None:
    base = baseline_of(find_adapter("reference"))
    (tmp_path / "none").mkdir()
    copy = other_code(base, tmp_path)
    newest = max(entry.stat().st_ctime for entry in (copy.folder, *copy.folder.iterdir()))
    monkeypatch.setattr(kept_baseline, "code_folders", lambda: ())
    monkeypatch.setattr(kept_baseline, "corpus_root", lambda: tmp_path / "none")
    monkeypatch.setattr(file_digests, "_STARTED", newest)
    assert kept_file(copy, SELECTION) is not None
    while tmp_path.stat().st_ctime <= newest:
        (tmp_path / "later").touch()
        (tmp_path / "later").unlink()
    change(copy.folder)
    assert kept_file(copy, SELECTION) is None
    assert not cache.exists()


def test_named_cases_and_hook_programs_are_not_kept(cache: Path) -> None:
    base = baseline_of(find_adapter("reference"))
    hook = baseline_of(find_adapter(str(data_root() / "examples" / "hooks" / "own-policy")))
    assert kept_file(base, replace(SELECTION, cases=("gemini-cli/*",))) is None
    assert kept_file(hook, SELECTION) is None
    assert not cache.exists()


@pytest.mark.parametrize("flaw", ["interrupted", "error"])
def test_incomplete_counts_are_not_kept(cache: Path, flaw: str) -> None:
    base = baseline_of(find_adapter("reference"))
    record = RunRecord(base, SELECTION, counts_only=True, interrupted="time" if flaw == "interrupted" else "")
    record.add(CheckResult("pi/x", "event", "pi", Outcome.ERROR if flaw == "error" else Outcome.PASSED))
    keep_counts(cache / "some", record)
    assert read_counts(cache / "some", base, SELECTION) is None
    assert not cache.exists()


@pytest.mark.usefixtures("cache")
def test_counts_are_kept_where_a_library_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    base = baseline_of(find_adapter("reference"))
    whole = kept_file(base, SELECTION)
    monkeypatch.setattr(kept_baseline, "_LIBRARIES", ("PyYAML", "not-installed-here"))
    without = kept_file(base, SELECTION)
    assert whole is not None
    assert without is not None
    assert whole != without
