"""What faults are put into, and who has to notice them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hookconform.corpus.facade_case import FACADE
from hookconform.corpus.locate import data_root
from hookconform.ground.errors import HookconformError

# Of the tested adapters, what the suite cannot see: the glue to the suite itself, the hook program with its streams,
# which `decision` judges, what is said about packs that cannot be used, and the tools that are run or wrapped, for
# which the protocol has no method. The facades are a target of their own.
_NOT_SEEN = frozenset(
    {
        *("suite", "suite.py", "program", "base_tools", "wrappers", "worth"),
        *("__main__.py", "__init__.py", "errors.py", "types.py", "names.py", "strict_yaml.py"),
    }
)


@dataclass(frozen=True, slots=True)
class Target:
    """One part of the project: `folder` holds its files, `tests` is what judges it; none: the suite alone.

    `capability` is the one that the suite asks, if no other can tell. `longest` is how many seconds its tests may take,
    `slow` are those of them that are run last.
    """

    name: str
    folder: Path
    files: tuple[str, ...]
    tests: str = ""
    capability: str = ""
    longest: float = 600.0
    slow: frozenset[str] = frozenset()

    @property
    def judge(self) -> str:
        """Return the command that judges it."""
        if self.tests:
            return f"pytest {self.tests}"
        return "hookconform run reference" + (f" --capability {self.capability}" if self.capability else "")


def targets() -> dict[str, Target]:
    """Return the targets by name; raises `HookconformError` (`strength.no-source`) outside a checkout."""
    root = data_root()
    tested, tools, suite = (
        root / "packages" / "hook-adapters",
        root / "packages" / "tool-facades",
        root / "src" / "hookconform",
    )
    if not all(folder.is_dir() for folder in (tested / "hook_adapters", tools / "tool_facades", suite)):
        raise HookconformError(
            "strength.no-source",
            "There is no source here to put faults into.",
            where=str(root),
            hint="Run it in a checkout of hookconform.",
        )
    found = [
        Target("adapters", tested, tuple(_adapters(tested))),
        Target("facades", tools, tuple(_facades(tools)), capability=FACADE),
    ]
    lab = root / "packages" / "hookconform-lab" / "hookconform_lab"
    for package, room in ((suite, "run"), (suite, "checks"), (suite, "attach"), (lab, "lint")):
        files = tuple(_python(package.parent, package / room))
        found.append(Target(room, package.parent, files, tests=f"tests/{room}"))
    return {target.name: target for target in found}


def _adapters(folder: Path) -> list[str]:
    return [path for path in _python(folder, folder / "hook_adapters") if not _NOT_SEEN & set(Path(path).parts)]


def _facades(folder: Path) -> list[str]:
    package = folder / "tool_facades"
    tables = (path.relative_to(folder).as_posix() for path in package.rglob("*.json"))
    code = (path for path in _python(folder, package) if not _NOT_SEEN & set(Path(path).parts))
    return [*code, *sorted(tables)]


def _python(base: Path, folder: Path) -> list[str]:
    return sorted(path.relative_to(base).as_posix() for path in folder.rglob("*.py"))
