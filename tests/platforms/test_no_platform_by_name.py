"""No module of the machinery, nor what tests share, knows a platform: names stand in their own folders and in data."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from hookconform.corpus.claims import platform_ids

ROOT = Path(__file__).resolve().parents[2]
SOURCES = (ROOT / "src" / "hookconform", ROOT / "packages", ROOT / "tests" / "support")
NAMES = platform_ids()
# What these are about are programs, one by one.
ABOUT_PROGRAMS = {
    "packages/tool-facades/tool_facades/wrappers/programs.py",
    "src/hookconform/export/schemas/settings.py",
    "tests/support/liberties.py",
}
# Examples for users, each of one platform.
EXAMPLES = ROOT / "src/hookconform/export/packages"
MODULES = [name.replace("-", "_") for name in NAMES]


def machinery() -> list[Path]:
    """Return the modules that are no platform's own."""
    found = [path for source in SOURCES for path in sorted(source.rglob("*.py"))]
    own = {ROOT / name for name in ABOUT_PROGRAMS}
    machinery = [path for path in found if path not in own and not path.is_relative_to(EXAMPLES)]
    return [path for path in machinery if not {*path.parts, path.stem} & set(MODULES)]


def literals(path: Path) -> list[str]:
    """Return the texts of a module that are no documentation, and the modules that it imports."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bodies = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    statements = [node for owner in ast.walk(tree) if isinstance(owner, bodies) for node in owner.body]
    said = {id(node.value) for node in statements if isinstance(node, ast.Expr)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in said]
    imports = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return [node.value for node in constants if isinstance(node.value, str)] + imports


def named_in(text: str) -> list[str]:
    """Return the platforms that a text names: it is one, or a path, module or target of one, or has a compound name."""
    found = [name for name in (*NAMES, *MODULES) if text == name or text.startswith((f"{name}@", f"{name}/"))]
    found += [name for name in MODULES if re.search(rf"(?:platforms|hook_adapters)\.{name}\b", text)]
    return found + [name for name in NAMES if "-" in name and re.search(rf"(?<![\w-]){name}(?![\w-])", text)]


@pytest.mark.parametrize(
    "text", ["codex", "codex@1.0.0", "hookconform_lab.platforms.opencode.plugins", "use gemini-cli"]
)
def test_a_name_is_found(text: str) -> None:
    assert named_in(text)


@pytest.mark.whole
def test_the_machinery_names_no_platform() -> None:
    found = {
        str(path.relative_to(ROOT)): named
        for path in machinery()
        for text in literals(path)
        if (named := named_in(text))
    }
    assert found == {}
