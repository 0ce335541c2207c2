"""What is read from registries: releases, dates, hashes, and nothing that a client would choose."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.sweep.releases import DRIVER, PACKAGE, Registry, Released

from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.install import INSTALL_FLAGS, npm
from hookconform_lab.programs import pip as pip_of_python
from hookconform_lab.sweep.registry import UNAVAILABLE, Release, release_of, releases, with_integrity
from hookconform_lab.sweep.verifying import verify

WHEEL = b"the bytes of a wheel"
DIGEST = hashlib.sha256(WHEEL).hexdigest()
Pip = Callable[[str], Path]


class OfPypi(Released):
    from_pypi = True
    package = "agent"


@pytest.fixture
def pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pip:
    """Put a shell script in the place of Python, which says what pip says."""

    def write(body: str) -> Path:
        program = tmp_path / "python"
        program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\n{body}\n')
        program.chmod(0o755)
        monkeypatch.setattr(sys, "executable", str(program))
        monkeypatch.setattr(pip_of_python, "has_pip", lambda: True)
        return tmp_path / "calls"

    return write


def report(digest: str) -> str:
    return json.dumps({"install": [{"download_info": {"archive_info": {"hashes": {"sha256": digest}}}}]})


@pytest.mark.whole
def test_releases_are_in_order_with_dates_and_without_packages_for_a_system(npm_registry: Registry) -> None:
    for version, date in (("1.0.10", "2026-02-02"), ("1.0.9", "2026-03-03"), ("1.0.10-darwin-x64", "2026-02-02")):
        npm_registry.publish(version, date)
    npm_registry.publish("1.0.10-1", "2026-02-01")
    assert [(one.version, one.published) for one in releases(DRIVER)] == [
        ("1.0.9", "2026-03-03"),
        ("1.0.10", "2026-02-02"),
    ]
    assert [one.version for one in releases(DRIVER, prereleases=True)] == ["1.0.9", "1.0.10-1", "1.0.10"]


@pytest.mark.whole
def test_hashes_are_those_of_the_metadata_one_by_one_or_all_at_once(npm_registry: Registry) -> None:
    for number in range(6):
        npm_registry.publish(f"1.0.{number}", exit2_stops=number > 3)
    npm_registry.publish("1.0.6-1")
    chosen = releases(DRIVER, prereleases=True)
    together = [one.integrity for one in with_integrity(DRIVER, chosen)]
    singly = [release_of(DRIVER, one.version).integrity for one in chosen]
    assert together == singly
    assert together == [npm_registry.document()["versions"][one.version]["dist"]["integrity"] for one in chosen]


@pytest.mark.whole
@pytest.mark.parametrize("published", [["1.0.0"], ["1.0.0", "1.0.1-1", "1.0.1"]])
def test_what_answers_for_npm_in_other_tests_says_what_npm_says(
    npm_registry: Registry, tmp_path: Path, published: list[str]
) -> None:
    for version in published:
        npm_registry.publish(version)
    for question in (
        (PACKAGE, "versions", "time"),
        (f"{PACKAGE}@>=0.0.0-0", "version", "dist.integrity"),
        (f"{PACKAGE}@1.0.0", "dist.integrity"),
        (f"{PACKAGE}@latest", "version"),
    ):
        asked = ("view", *question, "--json")
        assert json.loads(npm_registry.npm(*asked)) == json.loads(npm(*asked)), question
    refusals: list[tuple[str, str]] = []
    for answering, folder in ((npm, tmp_path / "by-npm"), (npm_registry.npm, tmp_path / "in-short")):
        words = ("install", "--prefix", str(folder), *INSTALL_FLAGS, "--no-save")
        folder.mkdir()
        answering(*words, f"{PACKAGE}@1.0.0")
        verify(DRIVER, release_of(DRIVER, "1.0.0"), folder)
        files = sorted(path.name for path in (folder / "node_modules" / PACKAGE).iterdir())
        assert files == ["agent.py", "behaviour.json", "package.json"]
        for asked in (("view", f"{PACKAGE}@9.9.9", "dist.integrity", "--json"), (*words, f"{PACKAGE}@9.9.9")):
            with pytest.raises(HookconformError) as caught:
                answering(*asked)
            refusals.append((caught.value.code, caught.value.what))
    assert refusals[:2] == refusals[2:]


@pytest.mark.whole
def test_a_release_that_is_gone_has_no_hash(npm_registry: Registry) -> None:
    npm_registry.publish("1.0.0")
    assert release_of(DRIVER, "9.9.9").integrity == UNAVAILABLE


@pytest.mark.whole
def test_a_registry_that_does_not_answer_is_an_error(npm_registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    with pytest.raises(HookconformError) as caught:
        release_of(DRIVER, "1.0.0")
    assert caught.value.code == "lab.npm"


def test_the_hash_of_a_wheel_is_the_one_of_the_index(pip: Pip) -> None:
    calls = pip(f"echo '{report(DIGEST)}'")
    assert release_of(OfPypi(), "1.2.3") == Release("1.2.3", "agent==1.2.3", "", f"sha256-{DIGEST}")
    said = calls.read_text()
    assert "--dry-run" in said
    assert said.endswith(" agent==1.2.3\n")


@pytest.mark.parametrize("digest", ["", "short"])
def test_an_index_without_a_hash_has_none(pip: Pip, digest: str) -> None:
    pip(f"echo '{report(digest)}'")
    assert release_of(OfPypi(), "1.2.3").integrity == UNAVAILABLE


def test_no_wheel_for_this_python_is_no_error(pip: Pip) -> None:
    pip('echo "ERROR: No matching distribution found for agent==1.2.3" >&2; exit 1')
    assert release_of(OfPypi(), "1.2.3").integrity == UNAVAILABLE


def test_an_index_that_does_not_answer_is_an_error(pip: Pip) -> None:
    pip('echo "ERROR: connection refused" >&2; exit 1')
    with pytest.raises(HookconformError) as caught:
        release_of(OfPypi(), "1.2.3")
    assert caught.value.code == "lab.pypi"
    assert "connection refused" in caught.value.what


def test_a_wheel_with_other_bytes_is_refused(pip: Pip, tmp_path: Path) -> None:
    # The folder to download to follows --dest.
    pip('while [ "$1" != --dest ]; do shift; done; printf "the bytes of a wheel" > "$2/agent.whl"')
    verify(OfPypi(), Release("1.2.3", "agent==1.2.3", "", f"sha256-{DIGEST}"), tmp_path)
    with pytest.raises(HookconformError) as caught:
        verify(OfPypi(), Release("1.2.3", "agent==1.2.3", "", f"sha256-{'0' * 64}"), tmp_path)
    assert caught.value.code == "sweep.integrity"
    assert DIGEST in caught.value.what


@pytest.mark.parametrize("lock", [None, "no JSON", "{}", '{"packages": {"node_modules/other": {"integrity": "a"}}}'])
def test_an_installation_without_a_hash_is_refused(tmp_path: Path, lock: str | None) -> None:
    (tmp_path / "node_modules").mkdir()
    if lock is not None:
        (tmp_path / "node_modules" / ".package-lock.json").write_text(lock)
    with pytest.raises(HookconformError) as caught:
        verify(DRIVER, Release("1.0.0", "released-agent@1.0.0", "", "sha512-a"), tmp_path)
    assert caught.value.code == "sweep.integrity"
