"""A program that no registry has: one commit of its public repository, built with the language's own tool."""

from __future__ import annotations

import shutil
from pathlib import Path

from hookconform.attach.program import Program
from hookconform_lab.programs.client import need, run_client

_FETCH_SECONDS = 900
_BUILD_SECONDS = 3600


def install(program: Program) -> None:
    """Check out the commit as `source`, copy the glue beside it, and build both into `bin`."""
    tool = need(program.stated["tool"], f"{program.name} is built with it")
    source = program.folder / "source"
    _check_out(program, source)
    folders: list[Path] = []
    if "build" in program.stated:
        folders.append(source / program.stated["build"])
    if program.glue is not None:
        shutil.copytree(program.glue, program.folder / "glue")
        folders.append(program.folder / "glue")
    (program.folder / "bin").mkdir()
    for folder in folders:
        _BUILD[program.stated["tool"]](tool, folder, program.folder)
    # What was compiled on the way takes more room than everything else together.
    shutil.rmtree(program.folder / "build", ignore_errors=True)


def _check_out(program: Program, source: Path) -> None:
    """Fetch one commit and only the files that are wanted: some repositories keep everything they ever built."""
    git = need("git", f"{program.name} is fetched with it")
    stated = program.stated
    source.mkdir()
    steps = [
        ["init", "--quiet"],
        ["remote", "add", "origin", f"https://github.com/{stated['repository']}"],
        ["config", "remote.origin.promisor", "true"],
        ["config", "remote.origin.partialclonefilter", "blob:none"],
        *([["sparse-checkout", "set", *stated["folders"]]] if "folders" in stated else []),
        ["fetch", "--quiet", "--depth", "1", "--filter=blob:none", "origin", stated["commit"]],
        ["checkout", "--quiet", stated["commit"]],
    ]
    for arguments in steps:
        run_client([git, *arguments], folder=source, seconds=_FETCH_SECONDS, variables={"GIT_TERMINAL_PROMPT": "0"})


def _cargo(cargo: str, folder: Path, target: Path) -> None:
    run_client(
        [cargo, "install", "--quiet", "--debug", "--no-track", "--path", str(folder), "--root", str(target)],
        folder=folder,
        seconds=_BUILD_SECONDS,
        variables={"CARGO_TARGET_DIR": str(target / "build"), "CARGO_PROFILE_DEV_DEBUG": "0"},
    )


def _go(go: str, folder: Path, target: Path) -> None:
    run_client(
        [go, "build", "-mod=mod", "-modcacherw", "-o", str(target / "bin") + "/", "."],
        folder=folder,
        seconds=_BUILD_SECONDS,
        variables={"GOPATH": str(target / "build" / "go"), "GOCACHE": str(target / "build" / "cache")},
    )


_BUILD = {"cargo": _cargo, "go": _go}
