"""Which packages a registry does not have, when an installation fails because of one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable

from hookconform.ground.errors import HookconformError

UNKNOWN = "lab.version-unknown"
# How npm and pip name the package that they did not find.
_NAMED = re.compile(
    r"No matching version found for (?P<npm>\S+?)\.?$"
    r"|The requested resource '(?P<absent>[^'\s]+)' could not be found"
    r"|'(?P<registry>[^'\s]+)' is not in this registry"
    r"|No matching distribution found for (?P<pip>\S+)",
    re.MULTILINE,
)
_EXACT = re.compile(r"\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?")
Npm = Callable[..., str]


def named_missing(stderr: str, asked: Iterable[str]) -> list[str]:
    """Return the packages that a registry's client said it did not find; those that were asked for if it named none."""
    named = [next(filter(None, match.groups())) for match in _NAMED.finditer(stderr)]
    return list(dict.fromkeys(named)) or list(asked)


def version_unknown(registry: str, missing: Iterable[str], package: str = "") -> HookconformError:
    """Return the error for packages that a registry lacks; `package` is the one that needs them, if it is another."""
    names = list(missing)
    listed = ", ".join(names)
    needed = f", which {package} needs" if package and package not in names else ""
    hint = f"`hookconform lab versions PLATFORM` lists what {registry} has"
    hint += "; this release is incomplete there, so choose another." if needed else "."
    return HookconformError("lab.version-unknown", f"{registry} does not have {listed}{needed}.", hint=hint)


def siblings_missing(package: str, npm: Npm, seconds: float) -> list[str]:
    """Return the packages of the same publisher that `NAME@VERSION` needs in an exact version and npm lacks.

    npm names one missing package, and releases that are incomplete mostly lack several. Empty if nothing can be asked.
    """
    scope = package.rpartition("@")[0].partition("/")[0]
    if not scope.startswith("@"):
        return []
    try:
        needs: dict[str, str] = json.loads(npm("view", package, "dependencies", "--json", seconds=seconds) or "{}")
    except (HookconformError, ValueError):
        return []
    own = (
        f"{name}@{version}"
        for name, version in needs.items()
        if name.startswith(f"{scope}/") and _EXACT.fullmatch(version)
    )
    return [name for name in own if _is_missing(name, npm, seconds)]


def _is_missing(package: str, npm: Npm, seconds: float) -> bool:
    try:
        return not npm("view", package, "version", "--json", seconds=seconds).strip()
    except HookconformError as error:
        return error.code == UNKNOWN
