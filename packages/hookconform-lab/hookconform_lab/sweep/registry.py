"""What a registry says of a package: its releases, their dates, and the hash that each archive must have.

It is asked by its own client for metadata. What the client would choose to install is never taken for the newest: it
silently takes an old release where a new one does not fit the installed Node.js or Python.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError
from hookconform.ground.versions import version_key
from hookconform_lab.lab import pypi
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.install import is_for_a_system, npm, read_answer
from hookconform_lab.programs.pip import pip_command

_SECONDS = 120
_SHA256 = re.compile(r"[0-9a-f]{64}")
# More releases than this are asked for in one call.
_SINGLY = 3
UNAVAILABLE = "unavailable"


@dataclass(frozen=True, slots=True)
class Release:
    """One release: the version of the program, `package` as its client names it, date and hash of its archive.

    `published` is empty where the registry's client does not say. `integrity` is empty until it was asked for.
    """

    version: str
    package: str
    published: str = ""
    integrity: str = ""


def releases(driver: Driver, *, prereleases: bool = False) -> list[Release]:
    """Return the releases of a driver's package, oldest first; raises `HookconformError` (`lab.npm`, `lab.pypi`)."""
    if driver.from_pypi:
        return [Release(version, _named(driver, version)) for version in pypi.released(driver.package)]
    said: dict[str, Any] = read_answer(npm("view", driver.package, "versions", "time", "--json", seconds=_SECONDS))
    listed: str | list[str] = said["versions"]
    found: list[Release] = []
    for package_version in [listed] if isinstance(listed, str) else listed:
        version = driver.program_version(package_version)
        if version is None or is_for_a_system(package_version) or ("-" in package_version and not prereleases):
            continue
        published = said.get("time", {}).get(package_version, "")[:10]
        found.append(Release(version, f"{driver.package}@{package_version}", published))
    return sorted(found, key=lambda release: (version_key(release.version), release.version))


def release_of(driver: Driver, version: str) -> Release:
    """Return one release with its hash, whether the registry lists it or not; errors as `with_integrity`."""
    (found,) = with_integrity(driver, [Release(version, _named(driver, version))])
    return found


def with_integrity(driver: Driver, chosen: Iterable[Release]) -> list[Release]:
    """Return releases with the hashes that the registry's metadata has; `UNAVAILABLE` where it has none.

    Raises `HookconformError` (`lab.npm`, `lab.pypi`) if the registry cannot be asked.
    """
    wanted = list(chosen)
    known: dict[str, str] = {}
    if not driver.from_pypi and len(wanted) > _SINGLY:
        said = npm("view", f"{driver.package}@>=0.0.0-0", "version", "dist.integrity", "--json", seconds=_SECONDS)
        raw: Any = json.loads(said or "[]")
        for item in raw if isinstance(raw, list) else [raw]:
            if isinstance(item, dict) and "dist.integrity" in item:
                known[f"{driver.package}@{item['version']}"] = item["dist.integrity"]
    ask = _pypi_hash if driver.from_pypi else _npm_hash
    return [replace(release, integrity=known.get(release.package) or ask(release.package)) for release in wanted]


def _named(driver: Driver, version: str) -> str:
    return f"{driver.package}{'==' if driver.from_pypi else '@'}{driver.package_version(version)}"


def _npm_hash(package: str) -> str:
    try:
        said = npm("view", package, "dist.integrity", "--json", seconds=_SECONDS)
    except HookconformError as error:
        if error.code == "lab.version-unknown":
            return UNAVAILABLE
        raise
    return json.loads(said) if said.strip() else UNAVAILABLE


def _pypi_hash(package: str) -> str:
    """Return the SHA-256 that the index states for the wheel of this machine."""
    command = [
        *(*pip_command(), "install", "--quiet", "--disable-pip-version-check", "--dry-run"),
        *("--ignore-installed", "--no-deps", "--only-binary", ":all:", "--report", "-", package),
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_SECONDS, cwd="/")
    except subprocess.TimeoutExpired as error:
        raise _unasked("pip did not answer in time") from error
    if done.returncode != 0:
        if "No matching distribution" in done.stderr:
            return UNAVAILABLE
        raise _unasked((done.stderr.strip().splitlines() or ["it gave no reason"])[-1])
    item: dict[str, Any] = json.loads(done.stdout)["install"][0]
    digest = item["download_info"].get("archive_info", {}).get("hashes", {}).get("sha256", "")
    return f"sha256-{digest}" if _SHA256.fullmatch(digest) else UNAVAILABLE


def _unasked(why: str) -> HookconformError:
    return HookconformError(
        "lab.pypi",
        f"PyPI could not be asked for a hash: {why}.",
        hint="Check that Python has pip, and that pip can reach its registry.",
        exit_code=EXIT_INCOMPLETE,
    )
