"""Installing uses the registries' own clients, takes exact versions, and leaves all of it or nothing."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hookconform.attach.program import Program
from hookconform.authoring import SERVE_LOOP
from hookconform.ground.errors import HookconformError
from hookconform_lab.programs import from_pypi
from hookconform_lab.programs.installing import install

from .conftest import COMMIT, HEAD, NPM, PYPI, Client, Write

NODE = "echo v18.19.0"
# Stands for the interpreter: makes an "environment" whose python notes what pip is asked for.
PYTHON = """
if [ "$1" = -m ] && [ "$2" = venv ]; then mkdir -p "$3/bin" "$3/lib"; cp "$0" "$3/bin/python"; fi
if [ "$1" = -c ]; then echo "[[3, VERSION], \\"$(dirname "$0")/../lib\\"]"; fi
"""


def _failure(program: Program) -> HookconformError:
    with pytest.raises(HookconformError) as caught:
        install(program, lambda _: None)
    return caught.value


def _is_left(program: Program) -> bool:
    return program.folder.exists()


def test_a_package_of_npm_is_installed_once_without_its_scripts(state: Write, client: Client) -> None:
    client("node", NODE)
    calls, said, program = client("npm", "true"), [], state(NPM)
    assert install(program, said.append) == install(program, said.append) == program.folder
    (line,) = calls.read_text().splitlines()
    assert "--ignore-scripts" in line
    assert line.endswith(" @a/guard@1.2.3")
    assert (program.folder / "bin" / "node").is_symlink()
    assert (len(said), program.is_installed) == (1, True)


@pytest.mark.parametrize(("version", "because"), [("v16.1.0", "v16.1.0"), ("nonsense", "nonsense")])
def test_a_node_that_is_too_old_is_said(state: Write, client: Client, version: str, because: str) -> None:
    client("node", f"echo {version}")
    calls, program = client("npm", "true"), state(NPM)
    error = _failure(program)
    assert (error.code, because in error.what, calls.exists(), _is_left(program)) == (
        "program.tool-missing", True, False, False,
    )  # fmt: skip


def test_a_client_that_fails_is_quoted_and_leaves_nothing(state: Write, client: Client) -> None:
    client("node", NODE)
    client("npm", "echo one >&2; echo; echo 'npm error code E404' >&2; exit 1")
    program = state(NPM)
    error = _failure(program)
    assert error.code == "program.client"
    assert "`npm install` failed: one / npm error code E404" in error.what
    assert not _is_left(program)


def test_a_half_finished_installation_is_replaced(state: Write, client: Client) -> None:
    client("node", NODE)
    client("npm", "true")
    program = state(NPM)
    (program.folder / "bin").mkdir(parents=True)
    (program.folder / "bin" / "node").write_text("half")
    install(program, lambda _: None)
    assert (program.folder / "bin" / "node").is_symlink()


def test_a_missing_client_is_named(state: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    error = _failure(state(f'[git]\nrepository = "a/guard"\ncommit = "{COMMIT}"\ntool = "cargo"\n'))
    assert (error.code, error.what) == ("program.tool-missing", "cargo is not on PATH (guard is built with it).")


def test_a_package_of_pypi_gets_wheels_and_the_serve_loop(
    state: Write, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = client("python3.9", PYTHON.replace("VERSION", "9"))
    monkeypatch.setattr(from_pypi.sys, "executable", str(tmp_path / "bin" / "python3.9"))
    program = state(PYPI + "dependencies = false\n")
    install(program, lambda _: None)
    pip = [line for line in calls.read_text().splitlines() if line.startswith("-m pip")]
    assert pip == [
        "-m pip install --quiet --disable-pip-version-check --only-binary :all: --no-deps a-guard==1.2.3",
    ]
    assert (program.folder / "lib" / "serve_loop.py").read_bytes() == SERVE_LOOP.read_bytes()


def test_the_running_python_is_too_old_and_a_newer_one_is_looked_for(
    state: Write, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(from_pypi, "_NEWEST_MINOR", 92)
    client("python3.92", "exit 127")  # a launcher of nothing
    client("python3.91", PYTHON.replace("VERSION", "91"))
    program = state(PYPI.replace("3.8", "3.91"))
    install(program, lambda _: None)
    assert program.is_installed


def test_no_python_is_new_enough(state: Write, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(from_pypi, "_NEWEST_MINOR", 92)
    client("python3.92", PYTHON.replace("VERSION", "12"))  # not what its name says
    error = _failure(state(PYPI.replace("3.8", "3.91")))
    assert (error.code, "Python 3.91 or newer" in error.what) == ("program.tool-missing", True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """Make a repository that stands for the one on GitHub, and return a function that commits and names the commit."""
    home = tmp_path / "upstream"
    (home / "core").mkdir(parents=True)
    (home / "huge").mkdir()
    config = tmp_path / "gitconfig"
    config.write_text(
        f'[url "{home}"]\n\tinsteadOf = https://github.com/a/guard\n[user]\n\tname = dev\n\temail = dev@example.com\n'
        "[uploadpack]\n\tallowFilter = true\n\tallowAnySHA1InWant = true\n[init]\n\tdefaultBranch = main\n"
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))

    def git(*arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=home, capture_output=True, text=True, check=True).stdout.strip()

    def commit() -> str:
        git("init", "-q")
        (home / "core" / "main.go").write_text("package main")
        (home / "huge" / "built").write_text("big")
        git("add", ".")
        git("commit", "-qm", "one")
        first = git("rev-parse", "HEAD")
        (home / "core" / "main.go").write_text("package other")
        git("commit", "-qam", "two")
        return first

    return commit


@pytest.mark.parametrize("tool", ["go", "cargo"])
def test_a_commit_is_checked_out_and_built_with_its_glue(
    state: Write, client: Client, repository: Callable[[], str], tool: str
) -> None:
    calls = client(tool, 'mkdir -p ../build; echo "$PWD" >> ../built')
    program = state(
        f'[git]\nrepository = "a/guard"\ncommit = "{repository()}"\nfolders = ["core"]\ntool = "{tool}"\n'
        'build = "core"\nglue = "glue"\n'
    )
    (program.path.parent / "glue").mkdir()
    (program.path.parent / "glue" / "serve").write_text("glue")
    folder = install(program, lambda _: None)
    assert (folder / "source" / "core" / "main.go").read_text() == "package main"
    assert not (folder / "source" / "huge").exists()
    assert (folder / "glue" / "serve").read_text() == "glue"
    assert not (folder / "build").exists()
    assert len(calls.read_text().splitlines()) == 2


def test_a_commit_that_is_not_there_leaves_nothing(state: Write, client: Client, repository: Callable[[], str]) -> None:
    client("go", "true")
    repository()
    program = state(f'[git]\nrepository = "a/guard"\ncommit = "{COMMIT}"\ntool = "go"\n')
    assert _failure(program).code == "program.client"
    assert not _is_left(program)


def test_a_name_with_another_head_is_another_folder(state: Write) -> None:
    assert state(PYPI).folder != state(PYPI, HEAD.replace("1.2.3", "1.2.4")).folder
