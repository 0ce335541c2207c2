"""Shards of a run: together they are the whole run, to the byte; anything else is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.support import miniature

from hookconform.cli import cli
from hookconform.corpus import schemas
from hookconform.ground.errors import HookconformError
from hookconform.run.comparing.combining import combined
from hookconform.run.sharding import Shard, parse_shard

# These start many processes.
pytestmark = pytest.mark.whole

ROOT = Path(__file__).parents[2]
BROKEN = str(ROOT / "adapters" / "broken" / "gemini_planned_table")


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    miniature.build(tmp_path / "corpus")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(tmp_path / "corpus"))
    return tmp_path


def _report(folder: Path, adapter: str, name: str, *options: str) -> Path:
    path = folder / f"{name}.json"
    result = _run("run", adapter, *options, "--format", "json", "--output", str(path))
    assert result.exit_code in {0, 1}, result.output
    return path


def _shards(folder: Path, adapter: str, total: int, *options: str) -> list[Path]:
    return [
        _report(folder, adapter, f"shard-{number}", "--shard", f"{number}/{total}", *options)
        for number in range(1, total + 1)
    ]


@pytest.mark.whole
@pytest.mark.parametrize("adapter", ["reference", BROKEN])
@pytest.mark.parametrize("total", [1, 2, 5])
def test_all_shards_make_the_report_of_the_whole_run(corpus: Path, adapter: str, total: int) -> None:
    whole = _report(corpus, adapter, "whole")
    shards = _shards(corpus, adapter, total)
    output = corpus / "combined.json"
    # In any order.
    result = _run("combine", *map(str, reversed(shards)), "--output", str(output))
    assert output.read_bytes() == whole.read_bytes()
    report = json.loads(output.read_bytes())
    assert schemas.problems(report, "run-report") == []
    assert result.exit_code == {"passed": 0, "failed": 1}[report["status"]]
    assert report["verdict"] in result.stderr


@pytest.mark.whole
def test_a_real_platform_is_the_same_in_shards(tmp_path: Path) -> None:
    """With causes, variants, the baseline and what is not judged; Gemini CLI has all of these for a wrong table."""
    whole = _report(tmp_path, BROKEN, "whole", "gemini-cli")
    shards = _shards(tmp_path, BROKEN, 2, "gemini-cli")
    output = tmp_path / "combined.json"
    assert _run("combine", *map(str, shards), "--output", str(output)).exit_code == 1
    assert output.read_bytes() == whole.read_bytes()


def test_every_case_belongs_to_one_shard() -> None:
    names = [f"toy/captured/1.0.0/case-{number}" for number in range(1000)]
    for total in (1, 2, 3, 8):
        parts = [{name for name in names if Shard(number, total).has(name)} for number in range(1, total + 1)]
        assert set().union(*parts) == set(names)
        assert sum(map(len, parts)) == len(names)
        assert min(map(len, parts)) > len(names) / total * 0.6


@pytest.mark.parametrize("text", ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b", "01/2", "1/ 2"])
def test_what_is_no_shard_is_refused(text: str) -> None:
    with pytest.raises(HookconformError) as caught:
        parse_shard(text)
    assert caught.value.code == "shard.form"
    assert parse_shard("2/8") == Shard(2, 8)


def _parts(corpus: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_bytes()) for path in _shards(corpus, "reference", 3)]


def _refused(reports: list[dict[str, Any]]) -> HookconformError:
    with pytest.raises(HookconformError) as caught:
        combined(reports, [f"{number}.json" for number in range(len(reports))])
    return caught.value


@pytest.mark.whole
def test_missing_and_doubled_shards_are_refused(corpus: Path) -> None:
    one, two, three = _parts(corpus)
    missing = _refused([one, three])
    assert (missing.code, missing.what) == ("combine.missing", "Shard 2/3 is missing.")
    assert "--shard 2/3" in missing.hint
    assert _refused([two]).what == "Shards 1/3, 3/3 are missing."
    many = _refused([{**one, "selection": {**one["selection"], "shard": "1/999999"}}])
    assert many.what.endswith("17/999999 and 999,982 more are missing.")
    doubled = _refused([one, two, three, two])
    assert (doubled.code, doubled.where) == ("combine.overlap", "1.json, 3.json")


def test_shards_of_different_runs_are_refused(corpus: Path) -> None:
    one, two, three = _parts(corpus)
    others: dict[str, dict[str, Any]] = {
        "adapters": {"adapter": {**two["adapter"], "version": "2"}},
        "versions of hookconform": {"hookconform": "9"},
        "corpora": {"corpus": {**two["corpus"], "fingerprint": "0" * 64}},
        "selections": {"selection": {**two["selection"], "newest": True}},
    }
    for what, changed in others.items():
        error = _refused([one, two | changed, three])
        assert error.code == "combine.differs"
        assert what in error.what
    other_total = {"selection": {**two["selection"], "shard": "2/4"}}
    assert "in 3 and 4 shards" in _refused([one, two | other_total, three]).what
    whole = {"selection": {key: value for key, value in one["selection"].items() if key != "shard"}}
    assert _refused([one | whole]).code == "combine.unsharded"


def test_an_incomplete_shard_makes_the_whole_incomplete(corpus: Path) -> None:
    one, two, three = _parts(corpus)
    broken = two | {"status": "incomplete", "verdict": "incomplete: interrupted"}
    report = combined([one, broken, three], ["1", "2", "3"])
    assert (report["status"], report["verdict"]) == ("incomplete", "incomplete: shard 2/3: incomplete: interrupted")


def test_a_known_failure_that_no_shard_met_is_stale(corpus: Path) -> None:
    parts = _parts(corpus)
    met = {"check": "gemini-cli/x::event", "reason": "met in the first"}
    stale = {"check": "gemini-cli/y::event", "reason": "nowhere"}
    for number, part in enumerate(parts):
        part["unmet_entries"] = [stale] if number == 0 else [met, stale]
    report = combined(parts, ["1", "2", "3"])
    assert report["stale_entries"] == [stale]
    assert report["status"] == "failed"
