"""Read from a package registry which releases there are and when each came out.

npm's client shows the time of every release. uv shows the upload time of a release of PyPI, one release a call.
"""

from __future__ import annotations

import datetime as dt
import shutil
import subprocess
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from types import MappingProxyType

from hookconform.corpus.manifests import manifest_versions
from hookconform.corpus.releases import LATEST_POSSIBLE, PUBLISHED, Releases, load_releases, write_releases
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError
from hookconform.ground.versions import in_order, newest_of
from hookconform_lab.lab import pypi
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.install import is_for_a_system, npm, read_answer

_SECONDS = 120
# npm's own registry has this beside the releases; a mirror that fills up as releases are asked for has not.
_OWN_REGISTRY = "created"


def read_releases(
    driver: Driver,
    before: Releases | None,
    recorded: Collection[str],
    unrecordable: Mapping[str, str] = MappingProxyType({}),
) -> Releases:
    """Return what the registry lists today; `before` is what it listed last.

    `unrecordable` are reasons that are new, by version; those of `before` stay. A recorded version has none.

    Of PyPI the dates of `recorded` versions and of the newest are asked for. Raises `HookconformError` (`lab.npm`,
    `lab.pypi`, `lab.tool-missing`).
    """
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    reasons = {**({} if before is None else before.unrecordable), **unrecordable}
    if driver.from_pypi:
        versions = pypi.released(driver.package)
        known = {} if before is None else before.listed
        wanted = {*recorded, newest_of(versions)}
        days = {version: known.get(version) for version in versions}
        days |= {version: _uploaded(driver, version) for version in versions if version in wanted and not days[version]}
        return Releases(driver.package, "PyPI", today, PUBLISHED, days, _still(reasons, days, recorded))
    said: dict[str, str] = read_answer(npm("view", driver.package, "time", "--json", seconds=_SECONDS))
    kind = PUBLISHED if _OWN_REGISTRY in said else LATEST_POSSIBLE
    listed = _of_program(driver, said)
    return Releases(driver.package, "npm", today, kind, listed, _still(reasons, listed, recorded))


def _still(reasons: Mapping[str, str], listed: Collection[str], recorded: Collection[str]) -> dict[str, str]:
    """Return the reasons of releases that are listed and were not recorded since, oldest release first."""
    return {version: reasons[version] for version in in_order(set(reasons) & set(listed) - set(recorded))}


def _of_program(driver: Driver, times: Mapping[str, str]) -> dict[str, str | None]:
    """Return the days by version of the program; several packages may hold the same, of which the first counts."""
    days: dict[str, str | None] = {}
    for package_version, time in times.items():
        if not package_version[0].isdecimal() or is_for_a_system(package_version):
            continue
        version = driver.program_version(package_version)
        if version is not None:
            days[version] = min(time[:10], days.get(version) or time[:10])
    return days


def _uploaded(driver: Driver, version: str) -> str:
    uv = shutil.which("uv")
    if uv is None:
        raise HookconformError(
            "lab.tool-missing",
            "Not on PATH: uv (release dates of PyPI are read with it).",
            hint="Install it with `pip install uv` and try again.",
        )
    # What the program needs, and whether it runs on this Python, is not asked.
    command = [uv, "pip", "compile", "--quiet", "--no-deps", "--no-header", "--python-version", "3.14"]
    named = f"{driver.package}=={driver.package_version(version)}"
    try:
        done = subprocess.run(
            [*command, "--format", "pylock.toml", "-"],
            input=named, capture_output=True, text=True, check=False, timeout=_SECONDS, cwd="/",
        )  # fmt: skip
        files = tomllib.loads(done.stdout)["packages"][0] if done.returncode == 0 else {}
        times = [file["upload-time"] for file in (*files.get("wheels", ()), *filter(None, [files.get("sdist")]))]
        return min(times).date().isoformat()
    except (subprocess.TimeoutExpired, tomllib.TOMLDecodeError, KeyError, IndexError, ValueError) as error:
        raise HookconformError(
            "lab.pypi",
            f"PyPI does not say when {named} was uploaded.",
            hint="Check that uv can reach its registry.",
            exit_code=EXIT_INCOMPLETE,
        ) from error


def file_releases(driver: Driver, root: Path, unrecordable: Mapping[str, str] = MappingProxyType({})) -> Releases:
    """Read the releases of a platform, file them in a corpus and return them; `unrecordable` as for `read_releases`.

    Errors as `read_releases`.
    """
    folder = root / "platforms" / driver.platform
    before = load_releases(driver.platform, root)
    found = read_releases(driver, before, manifest_versions(folder), unrecordable)
    write_releases(driver.platform, found, root)
    return found


def released(driver: Driver, version: str) -> dict[str, str]:
    """Return what a recording's manifest says of its release: day, kind of dates and registry.

    Empty if the registry does not list the version. Errors as `read_releases`.
    """
    if driver.from_pypi:
        return {"registry": "PyPI", "dates": PUBLISHED, "day": _uploaded(driver, version)}
    found = read_releases(driver, None, ())
    day = found.listed.get(version)
    return {"registry": found.registry, "dates": found.kind, "day": day} if day else {}
