"""Which platforms a fault can reach: those whose module imports the file, all if the package itself does."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

_ENTRY = "suite"


@cache
def platforms_reached(package: Path, file: str, platforms: frozenset[str]) -> frozenset[str]:
    """Return those of `platforms` that a file of the adapters' package serves; `file` is a path beside the package.

    A platform's module has its name, with underscores. What is no platform's module, or is imported by what serves them
    all, serves all.
    """
    modules = {path.stem: path for path in package.glob("*.py")}
    of_platform = {name: modules[stem] for name in platforms if (stem := name.replace("-", "_")) in modules}
    changed = package.parent / file
    if changed in _needed(package, package / _ENTRY / "__init__.py"):
        return platforms
    return frozenset(name for name, path in of_platform.items() if changed in _needed(package, path)) or platforms


@cache
def _needed(package: Path, path: Path) -> frozenset[Path]:
    """Return a file with all files of the package that it imports, directly or not."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += _imported(package, one)
    return frozenset(found)


def _imported(package: Path, path: Path) -> list[Path]:
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    found = [package.parent.joinpath(*name.split(".")) for name in names]
    files = [candidate for base in found for candidate in (base.with_suffix(".py"), base / "__init__.py")]
    return [candidate for candidate in files if candidate.is_file() and package in candidate.parents]
