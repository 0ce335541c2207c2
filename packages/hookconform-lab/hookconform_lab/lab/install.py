"""Install an exact version from npm or PyPI into a cache folder of the lab's own, and list what the registry has."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hookconform.ground.cache import ENVIRONMENT_VARIABLE, cache_root
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError, reason
from hookconform.ground.locks import alone
from hookconform.ground.printable import printable, shortened
from hookconform_lab.lab import pypi
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.missing_packages import UNKNOWN, named_missing, siblings_missing, version_unknown
from hookconform_lab.lab.node import node_folder, node_package

# What a folder has whose installation is complete.
DONE = ".hookconform-installed"
# For every installation: no scripts of packages, and nothing said but errors.
INSTALL_FLAGS = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
_QUERY_SECONDS = 120
# Characters of an answer that an error shows.
_SHOWN = 200
_FOR_A_SYSTEM = re.compile(r"-(?:linux|darwin|win32|android)(?:-|$)")
_VERSION = re.compile(r"\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?")


def need_tools(driver: Driver) -> None:
    """Raise `HookconformError` (`lab.tool-missing`) if a program that a run needs is not on PATH."""
    npm = {} if driver.from_pypi else {"node": "the programs run on it", "npm": "the programs are installed with it"}
    reasons = npm | {"git": "the workspace is a repository", **driver.needs}
    missing = [f"{name} ({reason})" for name, reason in reasons.items() if shutil.which(name) is None]
    if missing:
        raise HookconformError(
            "lab.tool-missing",
            f"Not on PATH: {', '.join(missing)}.",
            hint="Install it with your system's package manager and try again.",
        )


def released_versions(driver: Driver) -> list[str]:
    """Return the released versions the registry has, oldest first, without pre-releases."""
    if driver.from_pypi:
        return pypi.released(driver.package)
    said = npm("view", driver.package, "versions", "--json", seconds=_QUERY_SECONDS)
    listed: str | list[str] = read_answer(said)
    versions = [listed] if isinstance(listed, str) else listed
    found = (driver.program_version(version) for version in versions if "-" not in version)
    return [version for version in found if version is not None]


def is_for_a_system(package_version: str) -> bool:
    """Tell whether a version is a package for one system, which some publishers release so: 0.171.0-darwin-x64."""
    return _FOR_A_SYSTEM.search(package_version) is not None


def newest_version(driver: Driver) -> str:
    """Return the version the registry gives when none is named."""
    if driver.from_pypi:
        return pypi.released(driver.package)[-1]
    latest: str = read_answer(npm("view", f"{driver.package}@latest", "version", "--json", seconds=_QUERY_SECONDS))
    return driver.program_version(latest) or latest


def is_installed(driver: Driver, version: str) -> bool:
    """Tell whether a version is in the cache already."""
    return (cache_root() / driver.platform / version / DONE).is_file()


def install(driver: Driver, version: str, say: Callable[[str], None]) -> Path:
    """Return the folder that holds `node_modules`, or is the virtual environment, with this exact version.

    It is installed if need be. Install scripts are not run. Of several who ask for the same version one installs it,
    and it is there for the others when it is complete: a half-finished installation is never in its place. A driver
    that names a version of Node.js gets it too, in a folder that all such drivers share.
    Raises `HookconformError` (`lab.version`, `lab.version-unknown`, `lab.npm`, `lab.pypi`, `lab.node`,
    `file.unwritable`).
    """
    if not _VERSION.fullmatch(version):
        raise HookconformError(
            "lab.version", f"{version!r} is not an exact version.", hint="Write three numbers: 0.61.0."
        )
    if driver.node:
        node = f"{node_package()}@{driver.node}"
        _once(node_folder(driver.node), node, say, lambda folder: _from_npm(folder, [node]))
    separator = "==" if driver.from_pypi else "@"
    named = f"{driver.package}{separator}{driver.package_version(version)}"

    def fill(folder: Path) -> None:
        if driver.from_pypi:
            own = f"{driver.package}{driver.extras}=={driver.package_version(version)}"
            pypi.fill(folder, own, *driver.extra_packages(version))
        else:
            _from_npm(folder, [named, *driver.extra_packages(version)], driver.overrides(version))
        driver.finish_install(folder, version, say)

    return _once(cache_root() / driver.platform / version, named, say, fill)


def _from_npm(folder: Path, packages: list[str], overrides: Mapping[str, str] | None = None) -> None:
    if overrides:
        (folder / "package.json").write_text(json.dumps({"private": True, "overrides": overrides}), encoding="utf-8")
    try:
        npm("install", "--prefix", str(folder), *INSTALL_FLAGS, "--no-save", *packages)
    except HookconformError as error:
        siblings = siblings_missing(packages[0], npm, _QUERY_SECONDS) if error.code == UNKNOWN else []
        if not siblings:
            raise
        raise version_unknown("npm", siblings, packages[0]) from error


def _once(folder: Path, named: str, say: Callable[[str], None], fill: Callable[[Path], None]) -> Path:
    """Return `folder` with what `fill` puts there, filled by the first who asks."""
    if (folder / DONE).is_file():
        return folder
    _make(folder.parent)
    with alone(folder.parent / f".{folder.name}.lock"):
        if not (folder / DONE).is_file():
            say(f"installing {named} into {folder}")
            _install(named, folder, fill)
    return folder


def _install(named: str, folder: Path, fill: Callable[[Path], None]) -> None:
    """Install into a folder beside, which takes its place when it is complete."""
    partial = folder.with_name(f".{folder.name}.new")
    for left_over in (partial, folder):
        shutil.rmtree(left_over, ignore_errors=True)
    partial.mkdir()
    try:
        fill(partial)
        (partial / DONE).write_text(f"{named}\n", encoding="utf-8")
        partial.rename(folder)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HookconformError(
            "file.unwritable",
            f"The lab's cache folder cannot be made: {reason(error)}.",
            where=str(folder),
            hint=f"Set {ENVIRONMENT_VARIABLE} to a folder that can be written.",
            exit_code=EXIT_INCOMPLETE,
        ) from error


def npm(
    *arguments: str, folder: Path = Path("/"), variables: Mapping[str, str] | None = None, seconds: float = 900
) -> str:
    """Run npm in a folder, with `variables` added to the environment, and return its standard output.

    Raises `HookconformError` (`lab.tool-missing`, `lab.npm`, `lab.version-unknown`).
    """
    program = shutil.which("npm")
    if program is None:
        raise HookconformError("lab.tool-missing", "npm is not on PATH.", hint="Install Node.js with npm.")
    environment = {**os.environ, **(variables or {})}
    try:
        done = subprocess.run(
            [program, *arguments], capture_output=True, text=True, check=False, timeout=seconds, cwd=folder,
            env=environment,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise HookconformError(
            "lab.npm", f"npm {arguments[0]} did not end in {seconds:.0f} s.", exit_code=EXIT_INCOMPLETE
        ) from error
    if done.returncode != 0:
        raise _npm_error(arguments, done.stderr)
    return done.stdout


def read_answer(said: str) -> Any:
    """Return what npm answered as JSON; raises `HookconformError` (`lab.npm`) for an answer that is none."""
    try:
        return json.loads(said)
    except ValueError as error:
        raise HookconformError(
            "lab.npm",
            "What npm answered is not JSON.",
            where=shortened(printable(said.strip()), _SHOWN) or "an empty answer",
            hint="Look at what `npm view` prints; a program of that name on PATH may not be npm.",
            exit_code=EXIT_INCOMPLETE,
        ) from error


def _npm_error(arguments: tuple[str, ...], stderr: str) -> HookconformError:
    if "E404" in stderr or "ETARGET" in stderr or "No matching version" in stderr:
        asked = [word for word in arguments if "@" in word[1:] and not word.startswith(("-", "/"))]
        return version_unknown("npm", named_missing(stderr, asked), asked[0] if asked else "")
    lines = [line for line in stderr.splitlines() if line.startswith("npm error") and "log of this" not in line]
    return HookconformError(
        "lab.npm",
        f"npm {arguments[0]} failed: {' / '.join(line[10:] for line in lines[:3]) or 'it gave no reason'}",
        hint="Check that npm can reach its registry.",
        exit_code=EXIT_INCOMPLETE,
    )
