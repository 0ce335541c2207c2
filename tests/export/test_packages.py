"""Packages as their pages describe them: written, installed from a folder, red and green, and small."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.export.packages import NAMES, PLATFORMS, Judging
from tests.export.scripts import ORDER, RESPOND, RUN, command_of
from tests.export.test_answers import answer_at, ranges_of

from hookconform.effects.rows import measured_versions
from hookconform.export.packaging import PACKAGES, write_package
from hookconform.export.request import Request
from hookconform.ground.errors import HookconformError
from hookconform.ground.versions import version_key

pytestmark = pytest.mark.whole

COMMANDS = re.compile(r"^\$ (.*)$", re.MULTILINE)
# What each page's last command says of red and green tests: their number, or a line each.
COUNTS = {
    "npm": (r"^# pass (\d+)$", r"^# fail (\d+)$"),
    "python": (r"(\d+) passed", r"(\d+) failed"),
    "go": (r"^    --- PASS", r"^    --- FAIL"),
    "rust": (r"(\d+) passed", r"(\d+) failed"),
}
NEEDED = [
    pytest.param("npm", marks=[pytest.mark.slow, pytest.mark.needs("node", "npm")]),
    pytest.param("python", marks=pytest.mark.slow),
    pytest.param("go", marks=[pytest.mark.slow, pytest.mark.needs("go")]),
    pytest.param("rust", marks=[pytest.mark.slow, pytest.mark.needs("cargo")]),
]
VERSIONS = [
    "",
    "1",
    "v1.0",
    "1.0.0-beta.2",
    "1.0.0-beta.10",
    "1.0.0-rc",
    "1.0.1",
    "1.10",
    "1.9",
    "2+build",
    "x",
    "01.2",
]


@pytest.mark.parametrize("name", NEEDED)
def test_the_page_goes_from_an_empty_folder_to_red_and_green(
    name: str, package: Callable[[str], Judging], tmp_path: Path
) -> None:
    folder = package(name).folder
    (tmp_path / name).symlink_to(folder)
    work = tmp_path / "work"
    work.mkdir()
    commands = COMMANDS.findall((folder / "README.md").read_text(encoding="utf-8"))
    assert len(commands) >= 4
    kept = {
        key: value for key, value in os.environ.items() if key not in {"PYTHONPATH", "VIRTUAL_ENV", "PYTEST_ADDOPTS"}
    }
    said = ""
    for command in commands:
        done = subprocess.run(command, shell=True, cwd=work, env=kept, capture_output=True, text=True, check=False)
        said = done.stdout
        assert done.returncode == 0 or command == commands[-1], done.stderr
    green, red = (counted(pattern, said) for pattern in COUNTS[name])
    assert green > 100
    assert red > 100


def counted(pattern: str, said: str) -> int:
    """Return the number that a pattern finds, or how often it is found."""
    found = re.findall(pattern, said, re.MULTILINE)
    return int(found[0]) if found and found[0].isdigit() else len(found)


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_those_of_the_corpus(name: str, package: Callable[[str], Judging]) -> None:
    asked: list[tuple[str, str, str, str]] = []
    expected: list[Any] = []
    for platform in PLATFORMS:
        for (_, registered, verdict), rows in ranges_of(platform).items():
            for version in (*measured_versions(platform), "0.0.1", "999.0.0"):
                asked.append((platform, version, registered, verdict))
                said = answer_at(rows, version)
                parts = None if said is None else (said["exit_code"], stdout_of(said), said.get("stderr", ""))
                expected.append(json.loads(json.dumps(parts).replace("@text", "why")))
    found = answered(name, RESPOND, package, json.dumps(asked))
    assert [None if one is None else [one[0], parsed(one[1]), one[2]] for one in found] == expected
    assert None in expected


def stdout_of(answer: dict[str, Any]) -> Any:
    return answer["json"] if "json" in answer else answer.get("stdout", "")


def parsed(stdout: str) -> Any:
    return json.loads(stdout) if stdout.startswith("{") else stdout


def answered(name: str, scripts: dict[str, str], package: Callable[[str], Judging], *given: str) -> Any:
    command = command_of(name, package(name).folder, scripts[name])
    return json.loads(package(name).said([*command, *given]))


@pytest.mark.parametrize("name", NAMES)
def test_versions_have_the_one_order(name: str, package: Callable[[str], Judging]) -> None:
    pairs = [(one, other) for one in VERSIONS for other in VERSIONS]
    expected = [(version_key(a) > version_key(b)) - (version_key(a) < version_key(b)) for a, b in pairs]
    assert answered(name, ORDER, package, json.dumps(pairs)) == expected


@pytest.mark.parametrize("name", NAMES)
def test_a_report_is_the_same_in_every_language(name: str, package: Callable[[str], Judging]) -> None:
    reports = [answered(one, RUN, package) for one in (name, "python")]
    for report in reports:
        report["adapter"].pop("language")
        for check in report["checks"]:
            # Long values are shortened as each language writes JSON.
            check.pop("differences", None)
    assert reports[0] == reports[1]


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_is_the_same_every_time_and_never_written_over(name: str, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        write_package(name, folder, Request(("pi",)))
    files = {path.relative_to(one): path.read_bytes() for path in one.rglob("*") if path.is_file()}
    assert files == {path.relative_to(other): path.read_bytes() for path in other.rglob("*") if path.is_file()}
    with pytest.raises(HookconformError) as error:
        write_package(name, one, Request(("pi",)))
    assert error.value.code == "export.exists"


def test_a_package_of_everything_is_below_three_megabytes(tmp_path: Path) -> None:
    write_package("npm", tmp_path / "npm", Request())
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        archive.add(tmp_path / "npm", arcname="package")
    assert len(packed.getvalue()) < 3_000_000
    answers = b"".join(
        (tmp_path / "npm" / name).read_bytes() for name in ("answers.js", "versions.js", "data/answers.js")
    )
    page = (tmp_path / "npm" / "README.md").read_text(encoding="utf-8")
    said = re.search(r"about (\d+) kB compressed", page)
    assert said is not None
    assert abs(len(gzip.compress(answers)) - 1000 * int(said[1])) < 500
