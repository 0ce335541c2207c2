"""What was red is known again in the next run, and a list that cannot be read is none."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest
from tests.support import fakes

from hookconform.attach.manifest import Manifest
from hookconform.checks.outcome import CheckResult, Outcome
from hookconform.ground.errors import HookconformError
from hookconform.run.last_run import LastRun


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda *_, **__: str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def adapter(tmp_path: Path) -> Manifest:
    return fakes.manifest(tmp_path / "adapter")


def result(name: str, outcome: Outcome) -> CheckResult:
    return CheckResult(f"codex/synthetic/{name}", "event", "codex", outcome)


def kept(adapter: Manifest, *results: CheckResult) -> None:
    last = LastRun(adapter)
    for item in results:
        last.hear(item)
    last.keep()


def refusal(adapter: Manifest) -> str:
    with pytest.raises(HookconformError) as caught:
        LastRun(adapter).red()
    assert caught.value.code == "run.none-failed"
    return caught.value.what


def test_red_checks_are_kept_in_order_until_they_pass(adapter: Manifest) -> None:
    red = [Outcome.FAILED, Outcome.ERROR, Outcome.STALE]
    names = ["z", "a", "m"]
    kept(adapter, *(result(name, outcome) for name, outcome in zip(names, red, strict=True)))
    assert LastRun(adapter).red() == tuple(f"codex/synthetic/{name}::event" for name in names)
    kept(adapter, result("a", Outcome.PASSED), result("z", Outcome.FAILED), result("b", Outcome.FAILED))
    assert LastRun(adapter).red() == tuple(f"codex/synthetic/{name}::event" for name in ("z", "m", "b"))


@pytest.mark.parametrize("outcome", [Outcome.PASSED, Outcome.KNOWN, Outcome.UNSUPPORTED])
def test_what_is_not_red_leaves_the_list(outcome: Outcome, adapter: Manifest) -> None:
    kept(adapter, result("a", Outcome.FAILED))
    kept(adapter, result("a", outcome))
    assert refusal(adapter) == "No check of this adapter failed when it last ran."


def test_what_a_run_did_not_judge_stays(adapter: Manifest) -> None:
    kept(adapter, result("a", Outcome.FAILED))
    kept(adapter, result("b", Outcome.PASSED))
    assert LastRun(adapter).red() == ("codex/synthetic/a::event",)


def test_a_run_that_nobody_made_is_said_to_be_none(adapter: Manifest, cache: Path) -> None:
    assert refusal(adapter) == "No run of this adapter is known, so nothing that failed in it."
    assert not (cache / "last-run").exists()


@pytest.mark.parametrize("text", ["", "{", "7", '"a"', '{"a": 1}', "[1]", '["a", null]', "null", "\ufffd"])
def test_a_list_that_cannot_be_read_is_none(text: str, adapter: Manifest, cache: Path) -> None:
    kept(adapter, result("a", Outcome.FAILED))
    (path,) = (cache / "last-run").iterdir()
    path.write_bytes(b"\xff" if text == "\ufffd" else text.encode())
    assert refusal(adapter) == "No run of this adapter is known, so nothing that failed in it."
    kept(adapter, result("b", Outcome.FAILED))
    assert LastRun(adapter).red() == ("codex/synthetic/b::event",)


def test_each_adapter_has_a_list_of_its_own(adapter: Manifest, tmp_path: Path) -> None:
    kept(adapter, result("a", Outcome.FAILED))
    assert "No run of this adapter" in refusal(fakes.manifest(tmp_path / "another"))
    assert len(list((tmp_path / "cache" / "last-run").iterdir())) == 1
