"""Published adapters run once for the very same question, and again for any other."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import hook_adapters
from hookconform.attach.manifest import Manifest
from hookconform.attach.registry import find_adapter
from hookconform.checks.outcome import CheckResult, Outcome
from hookconform.corpus.locate import corpus_root, data_root
from hookconform.ground import file_digests
from hookconform.run import kept_baseline
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection
from hookconform_lab.publish import cached_reports, published
from hookconform_lab.publish.cached_reports import cache_file, cache_report, read_report
from hookconform_lab.publish.publication import Corpus
from hookconform_lab.publish.published import run_published

pytestmark = pytest.mark.whole

BROKEN = "adapters/broken/gemini_planned_table"


@pytest.fixture
def cache(tmp_path: Path, corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> Path:
    del corpus
    for module in (cached_reports, kept_baseline):
        monkeypatch.setattr(module, "user_cache", lambda: tmp_path / "cache")
    # As if all files were older than this process.
    monkeypatch.setattr(file_digests, "_STARTED", float("inf"))
    monkeypatch.setattr(published, "PUBLISHED", ("reference", BROKEN))
    return tmp_path / "cache" / "published"


@pytest.fixture
def own_data(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the folder with the published adapters; only the broken one is published."""
    del cache
    copy = tmp_path / "data"
    for name in ("adapters/broken", "adapters/baseline"):
        shutil.copytree(data_root() / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(published, "data_root", lambda: copy)
    monkeypatch.setattr(published, "PUBLISHED", (BROKEN,))
    return copy


def reports(corpus: Corpus) -> list[dict[str, Any]]:
    return list(run_published(corpus, lambda _: None))


def never(*_: object, **__: object) -> RunRecord:
    pytest.fail("an adapter was run")


def test_nothing_runs_twice_over_the_same_corpus(corpus: Corpus, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = reports(corpus)
    assert [report["adapter"]["name"] for report in first] == ["reference", "broken-gemini-planned-table"]
    assert [report["status"] for report in first] == ["passed", "failed"]
    monkeypatch.setattr(published, "run", never)
    # As text: the order of the keys shows in what is published.
    assert json.dumps(reports(corpus)) == json.dumps(first)
    assert len(list(cache.iterdir())) == 2


def test_base_line_is_shared_with_other_runs(corpus: Corpus, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = reports(corpus)
    shutil.rmtree(cache)
    monkeypatch.setattr("hookconform.run.baseline.run", never)
    assert reports(corpus) == first


@pytest.mark.parametrize("damage", ["cut", "empty", "other number"])
def test_damaged_report_is_made_anew(corpus: Corpus, cache: Path, damage: str) -> None:
    first = reports(corpus)
    files = {file: file.read_bytes() for file in cache.iterdir()}
    for file, whole in files.items():
        other = whole.replace(b'"passed":', b'"passed":1')
        assert other != whole
        file.write_bytes({"cut": whole[:-9], "empty": b"", "other number": other}[damage])
    assert reports(corpus) == first
    assert {file: file.read_bytes() for file in cache.iterdir()} == files


def test_reports_without_a_writable_cache_are_the_same(corpus: Corpus, cache: Path) -> None:
    first = reports(corpus)
    shutil.rmtree(cache.parent)
    cache.parent.write_text("a file in the place of the folder")
    assert reports(corpus) == first
    assert cache.parent.is_file()


def fault(folder: Path) -> None:
    (folder / "gemini_planned_table" / "adapter.py").write_text(
        "from broken.wrapper import BrokenAdapter\n\n\n"
        "class Adapter(BrokenAdapter):\n"
        '    name = "broken-gemini-planned-table"\n\n'
        "    def distort(self, event, params):\n"
        "        return event\n\n\n"
        "create = Adapter\n"
    )


def shared_code(folder: Path) -> None:
    wrapper = folder / "wrapper.py"
    right = 'return {"events": [self.distort(dict(event), params) for event in right]}'
    assert right in wrapper.read_text()
    wrapper.write_text(wrapper.read_text().replace(right, 'return {"events": right}'))


@pytest.mark.parametrize("mend", [fault, shared_code])
def test_mended_adapter_is_run_again(corpus: Corpus, own_data: Path, mend: Callable[[Path], None]) -> None:
    assert [report["status"] for report in reports(corpus)] == ["failed"]
    mend(own_data / "adapters" / "broken")
    assert [report["status"] for report in reports(corpus)] == ["passed"]


def broken(folder: Path) -> Manifest:
    return find_adapter(str(folder / BROKEN))


def appended(path: Path) -> None:
    with path.open("a") as file:
        file.write("\n")


def test_another_adapter_or_place_has_a_file_of_its_own(own_data: Path, tmp_path: Path) -> None:
    names = [cache_file(broken(own_data)), cache_file(broken(data_root()))]
    for changed in ("gemini_planned_table/adapter.py", "gemini_planned_table/adapter.toml", "wrapper.py"):
        appended(own_data / "adapters" / "broken" / changed)
        names.append(cache_file(broken(own_data)))
    (own_data / "adapters" / "broken" / "further.json").touch()
    names.append(cache_file(broken(own_data)))
    assert None not in names
    assert len(set(names)) == len(names)
    compiled = own_data / "adapters" / "broken" / "__pycache__"
    compiled.mkdir()
    (compiled / "wrapper.pyc").touch()
    assert cache_file(broken(own_data)) == names[-1]
    assert {name.parent for name in names if name is not None} == {tmp_path / "cache" / "published"}


def code_of_the_reference_adapter(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(Path(hook_adapters.__path__[0]), copy)
    appended(copy / "gemini_cli.py")
    monkeypatch.setattr(hook_adapters, "__path__", [str(copy)])


def code_of_the_judge(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(Path(kept_baseline.__file__).parents[1], copy)
    appended(copy / "checks" / "event.py")
    monkeypatch.setattr(kept_baseline, "__file__", str(copy / "run" / "kept_baseline.py"))


def code_of_the_lab(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy.touch()
    monkeypatch.setattr(cached_reports, "_MADE_BY", (copy,))


def another_corpus(_: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del monkeypatch
    (corpus_root() / "rules" / "further.yaml").touch()


def facades_of_another_package(_: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cached_reports, "entry_points", lambda **_: ["other facades"])


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(
    "change",
    [
        code_of_the_reference_adapter,
        code_of_the_judge,
        code_of_the_lab,
        another_corpus,
        facades_of_another_package,
    ],
)
def test_another_question_has_a_file_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path, pytest.MonkeyPatch], None]
) -> None:
    manifest = find_adapter("reference")
    before = cache_file(manifest)
    assert before is not None
    assert cache_file(manifest) == before
    change(tmp_path / "copy", monkeypatch)
    assert cache_file(manifest) not in (None, before)


def test_code_changed_since_the_start_caches_nothing(own_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = broken(own_data)
    monkeypatch.setattr(cached_reports, "kept_file", lambda *_: Path("question"))
    places = [path for folder in cached_reports._folders(manifest) for path in cached_reports._places(folder)]
    newest = max(path.stat().st_ctime for path in (*places, *cached_reports._MADE_BY))
    monkeypatch.setattr(file_digests, "_STARTED", newest)
    assert cache_file(manifest) is not None
    removed = own_data / "adapters" / "broken" / "wrapper.py"
    while own_data.stat().st_ctime <= newest:
        (own_data / "later").touch()
        (own_data / "later").unlink()
    removed.unlink()
    assert cache_file(manifest) is None


def with_command(*command: str) -> Manifest:
    manifest = find_adapter(str(data_root() / "examples" / "node"))
    assert manifest.run is not None
    return replace(manifest, run=replace(manifest.run, command=command))


def program(folder: Path, text: str) -> str:
    path = folder / "program"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.usefixtures("cache")
def test_another_version_of_the_program_has_a_file_of_its_own(tmp_path: Path) -> None:
    first = cache_file(with_command(program(tmp_path, "echo v1"), "adapter.mjs"))
    second = cache_file(with_command(program(tmp_path, "echo v2"), "adapter.mjs"))
    assert None not in (first, second)
    assert first != second


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize("text", ["exit 1", "true", "printf '\\377'", "missing"])
def test_program_without_a_version_is_run_each_time(tmp_path: Path, text: str) -> None:
    path = program(tmp_path, text) if text != "missing" else str(tmp_path / "none")
    assert cache_file(with_command(path, "adapter.mjs")) is None


@pytest.mark.usefixtures("cache")
def test_what_no_hash_covers_is_run_each_time() -> None:
    reference = find_adapter("reference")
    assert reference.run is not None
    assert cache_file(replace(reference, run=None)) is None
    assert cache_file(replace(reference, run=replace(reference.run, interpreter="python3"))) is None
    node = with_command("node", "adapter.mjs")
    assert node.run is not None
    assert cache_file(replace(node, run=replace(node.run, setup=(("make",),)))) is None
    assert cache_file(replace(node, needs_program=True)) is None


@pytest.mark.parametrize("flaw", ["interrupted", "error", "no base line", "error of the base line", "none"])
def test_incomplete_reports_are_not_cached(cache: Path, flaw: str) -> None:
    record, base = (RunRecord(find_adapter("reference"), Selection()) for _ in range(2))
    record.baseline = None if flaw == "no base line" else base
    record.interrupted = "time" if flaw == "interrupted" else ""
    error = CheckResult("pi/x", "event", "pi", Outcome.ERROR)
    if flaw.startswith("error"):
        (base if "base line" in flaw else record).add(error)
    cache_report(cache / "some", record, {"status": "passed"})
    assert read_report(cache / "some") == ({"status": "passed"} if flaw == "none" else None)


def test_each_platform_is_told_while_an_adapter_runs(corpus: Corpus, cache: Path) -> None:
    steps: list[str] = []
    run_published(corpus, steps.append)
    assert cache.is_dir()
    assert steps[:2] == ["running reference (1 of 2)", "running reference (1 of 2): gemini-cli"]
    assert steps[-1] == f"running {BROKEN} (2 of 2): base line"
