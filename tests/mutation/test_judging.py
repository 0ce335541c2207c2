"""Who judges: the suite an adapter, tests a room; the checkout itself is never touched."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from tests.support import fakes

from hookconform.cases.loading import iter_cases
from hookconform.cli import cli
from hookconform.corpus.locate import data_root
from hookconform.ground.errors import HookconformError
from hookconform_lab.mutation import by_suite, by_tests, measuring
from hookconform_lab.mutation.faults import Fault
from hookconform_lab.mutation.measuring import check_unharmed
from hookconform_lab.mutation.mutants import Mutant, mutants_of
from hookconform_lab.mutation.slow_last import SLOW_TESTS, slow_tests
from hookconform_lab.mutation.targets import Target, targets
from hookconform_lab.mutation.verdict import Verdict

pytestmark = pytest.mark.slow

POINTERS = Target(
    "pointers", data_root() / "src", ("hookconform/ground/pointers.py",), tests="tests/ground/test_pointers.py"
)


def state() -> str:
    whole = hashlib.sha256()
    for path in sorted((data_root() / "packages" / "hook-adapters" / "hook_adapters").rglob("*.py")):
        whole.update(path.read_bytes())
    return whole.hexdigest()


def strength(folder: Path, *arguments: str) -> tuple[int, str]:
    fakes.tiny_corpus(folder, "arguments-empty", "mapped-shell", "not-json")
    environment = os.environ | {"HOOKCONFORM_CORPUS": str(folder / "corpus"), "TMPDIR": str(folder)}
    command = [sys.executable, "-m", "hookconform", "strength", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=folder)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_suite_judges_copies_and_the_checkout_stays(tmp_path: Path, jobs: str) -> None:
    before = state()
    code, said = strength(tmp_path, "--sample", "3", "--seed", "3", "--jobs", jobs, "--output", "out")
    assert code == 0, said
    assert "of 3 noticed" in said
    assert (tmp_path / "out" / "STRENGTH.md").is_file()
    assert state() == before
    assert not list(tmp_path.glob("hookconform-strength-*"))


def test_no_page_is_written_about_a_part(tmp_path: Path) -> None:
    code, said = strength(tmp_path, "--kind", "row", "--output", "out")
    assert code == 2
    assert "leave out --output" in said
    assert not (tmp_path / "out").exists()


def test_a_target_that_is_none_is_named(tmp_path: Path) -> None:
    code, said = strength(tmp_path, "adaptors")
    assert code == 2
    assert "adapters" in said


def test_tests_judge_a_room() -> None:
    mutants = list(mutants_of(POINTERS.folder, POINTERS.files))
    fatal = next(mutant for mutant in mutants if mutant.kind == "result")
    assert by_tests.judge(POINTERS, fatal).outcome == "caught"
    source = _source()
    comment = Fault("comment", len(source), len(source), "\n# the same\n")
    same = Mutant("hookconform/ground/pointers.py", 0, 1, "", "", "", "", source, comment)
    assert by_tests.judge(POINTERS, same).outcome == "survived"


@pytest.mark.parametrize(
    ("changed", "order"),
    [
        (
            "pkg/room/inner/words.py",
            ["inner/test_words", "test_about_words", "inner/test_long", "test_a", "test_other"],
        ),
        ("pkg/room/words.py", ["inner/test_words", "test_about_words", "test_a", "test_other", "inner/test_long"]),
        (
            "pkg/room/inner/__init__.py",
            ["inner/test_words", "inner/test_long", "test_a", "test_about_words", "test_other"],
        ),
        ("", ["test_a", "inner/test_words", "test_about_words", "test_other", "inner/test_long"]),
    ],
)
def test_tests_beside_the_module_and_those_that_name_it_come_first(
    tmp_path: Path, changed: str, order: list[str]
) -> None:
    (tmp_path / "inner").mkdir()
    for name, text in (
        ("inner/test_words", "# words"),
        ("inner/test_long", "# " + "x" * 99),
        ("test_about_words", "# about words"),
        ("test_a", "#"),
        ("test_other", "# swords and others"),
        ("support", "# words"),
    ):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    found = by_tests.tests_in_order(tmp_path, changed)
    assert [path.relative_to(tmp_path).with_suffix("").as_posix() for path in found] == order
    assert by_tests.tests_in_order(found[0], changed) == found[:1]


def test_what_takes_long_is_run_last_and_is_what_pytest_says(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text("def test_one(): pass\ndef test_two(): pass\ndef test_three(): pass\n")
    (tmp_path / "test_b.py").write_text(
        "import pytest\n@pytest.mark.parametrize('x', ['a b::c'])\ndef test_x(x): pass\n"
    )
    (tmp_path / "slow").write_text("test_a.py::test_two\ntest_a.py::test_one\nno/such.py::test\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-v",
        "-p",
        "no:cacheprovider",
        "-p",
        "hookconform_lab.mutation.slow_last",
    ]
    more = ["--durations=0", "--durations-min=0", "-vv"]
    environment = os.environ | {SLOW_TESTS: str(tmp_path / "slow")}
    done = subprocess.run([*command, *more], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stdout
    order = ["test_a.py::test_three", "test_b.py::test_x[a b::c]", "test_a.py::test_one", "test_a.py::test_two"]
    assert [line.partition(" PASSED")[0] for line in lines if " PASSED" in line] == order
    assert slow_tests(lines) == frozenset(order)


@pytest.mark.parametrize(("took", "longest"), [(100.0, 600.0), (200.0, 600.0), (500.0, 1500.0)])
def test_a_copy_without_a_fault_tells_how_long_tests_may_take_and_which_are_slow(
    monkeypatch: pytest.MonkeyPatch, took: float, longest: float
) -> None:
    times = iter([1000.0, 1000.0 + took])
    given: list[Target] = []

    def judge(target: Target, _: Mutant) -> Verdict:
        given.append(target)
        return Verdict("caught")

    monkeypatch.setattr(measuring, "time", SimpleNamespace(monotonic=lambda: next(times)))
    monkeypatch.setattr(measuring, "judge", judge)
    monkeypatch.setattr(by_tests, "copied", lambda _: None)
    monkeypatch.setattr(by_tests, "unharmed", lambda *_: (Verdict("survived"), frozenset({"a::b"})))
    found = check_unharmed(POINTERS)
    assert (found.longest, found.slow) == (longest, {"a::b"})
    assert given == [found]


def test_the_cases_of_the_platform_come_first_and_none_is_left_out() -> None:
    order = by_suite.cases_in_order(frozenset({"codex"}))
    platforms = [case.platform for case in order]
    assert platforms.index("codex") == 0
    assert "codex" not in platforms[platforms.count("codex") :]
    assert sorted(case.id for case in order) == sorted(case.id for case in iter_cases())


def test_the_suite_judges_tables_of_tools_by_the_cases_of_their_provider() -> None:
    facades = targets()["facades"]
    table = "tool_facades/tables/pi.json"
    mutants = list(mutants_of(facades.folder, [table]))
    renamed = next(mutant for mutant in mutants if mutant.within == "tools/Bash/names")
    verdict = by_suite.judge(facades, renamed)
    assert verdict.outcome == "caught"
    assert verdict.by.startswith("pi/facade/")
    assert verdict.by.partition("::")[2].startswith("facade")


def test_nothing_is_measured_where_a_copy_without_a_fault_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_suite, "verdict_of", lambda *_: Verdict("caught", "a/check::event"))
    with pytest.raises(HookconformError, match="without a fault is red: a/check::event") as caught:
        check_unharmed(targets()["adapters"])
    assert caught.value.code == "strength.red"


def test_nothing_is_measured_where_every_copy_is_green(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_suite, "verdict_of", lambda *_: Verdict("survived"))
    with pytest.raises(HookconformError, match="cannot be loaded stays green"):
        check_unharmed(targets()["adapters"])


def test_an_interruption_writes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(*_: object) -> Verdict:
        raise KeyboardInterrupt

    monkeypatch.setattr(measuring, "judge", interrupted)
    monkeypatch.setattr(measuring, "check_unharmed", lambda target: target)
    result = CliRunner().invoke(cli, ["strength", "--sample", "2", "--output", str(tmp_path / "out")])
    assert result.exit_code == 3
    assert not (tmp_path / "out").exists()


def _source() -> str:
    return (POINTERS.folder / POINTERS.files[0]).read_text(encoding="utf-8")
