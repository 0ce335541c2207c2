"""What faults are put into: every file that some judge can see, once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from hookconform.corpus.locate import data_root
from hookconform.ground.errors import HookconformError
from hookconform_lab.mutation import targets as module
from hookconform_lab.mutation.targets import targets

# Of the package of the adapters, what the protocol has no method for (docs/maintainers/strength.md): its glue to the
# suite, the hook program, what refuses a rule pack, and the tools that are run or wrapped.
NOT_SEEN = ("suite/", "suite.py", "program/", "base_tools/", "wrappers/", "worth/")
WORDS_OF_REFUSALS = {"errors.py", "types.py", "names.py", "strict_yaml.py", "__init__.py", "__main__.py"}


def test_every_file_of_the_adapters_is_judged_once_but_for_what_nobody_can_see() -> None:
    expected: set[str] = set()
    tables: set[str] = set()
    for package in ("packages/hook-adapters/hook_adapters", "packages/tool-facades/tool_facades"):
        folder = data_root() / package
        code = [path.relative_to(folder) for path in folder.rglob("*.py")]
        seen = [path for path in code if not path.as_posix().startswith(NOT_SEEN)]
        expected |= {f"{folder.name}/{path}" for path in seen if path.name not in WORDS_OF_REFUSALS}
        tables |= {path.relative_to(folder.parent).as_posix() for path in folder.rglob("*.json")}
    judged = Counter(file for name in ("adapters", "facades") for file in targets()[name].files)
    assert set(judged.values()) == {1}
    bridges = {file for file in tables if file.startswith("hook_adapters/bridges/")}
    assert judged.keys() == expected | (tables - bridges)
    assert len(tables) > 20


def test_every_room_that_is_named_is_judged_whole_by_its_own_tests() -> None:
    rooms = {name: target for name, target in targets().items() if target.tests}
    assert rooms.keys() == {"run", "checks", "attach", "lint"}
    for name, target in rooms.items():
        package = "packages/hookconform-lab/hookconform_lab" if name == "lint" else "src/hookconform"
        there = (data_root() / package / name).rglob("*.py")
        assert set(target.files) == {path.relative_to(target.folder).as_posix() for path in there}
        assert target.judge == f"pytest tests/{name}"
        assert list((data_root() / target.tests).rglob("test_*.py"))


def test_the_command_that_judges_is_the_one_that_is_run() -> None:
    assert targets()["adapters"].judge == "hookconform run reference"
    assert targets()["facades"].judge == "hookconform run reference --capability facade"


def test_outside_a_checkout_there_is_nothing_to_put_faults_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "data_root", lambda: tmp_path)
    for made in ("packages/hook-adapters/hook_adapters", "packages/tool-facades/tool_facades", ""):
        (tmp_path / made).mkdir(parents=True, exist_ok=True)
        with pytest.raises(HookconformError) as caught:
            targets()
        assert (caught.value.code, caught.value.where) == ("strength.no-source", str(tmp_path))
