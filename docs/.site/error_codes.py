"""The list of error codes, read from where they are raised, so that it can leave none out."""

from __future__ import annotations

import ast
import html
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_ERROR = "HookconformError"
# The arguments of an error that the page shows, in the order of its constructor, and how many messages of one code.
_ARGUMENTS, _SHOWN = ("code", "what"), 3
_SOURCES = ("src/hookconform", "packages/hookconform-lab/hookconform_lab")


def error_codes(root: Path) -> set[str]:
    """Return the codes that the suite and the lab raise; a part that only a run knows stands as `*`."""
    calls_in = [(tree, _calls(tree)) for tree in _modules(root)]
    calls: dict[str, list[ast.Call]] = {}
    for name, made in ((name, made) for _, own in calls_in for name, made in own.items()):
        calls.setdefault(name, []).extend(made)
    found: set[str] = set()
    for tree, own in calls_in:
        for function in _functions(tree):
            name = getattr(function, "name", "")
            found.update(_codes(function, own.get(name) or calls.get(name, [])))
    return found


def error_page(root: Path) -> str:
    """Return the page that lists them."""
    lines = [
        "# Error codes",
        "",
        "Every error that input can cause begins with `error[CODE]`, and says what happened, where, and what to do.",
        "Codes stay the same from release to release. Wrong use ends with exit code 2, an unfinished run with 3.",
        "In the messages, … stands for what differs each time.",
        "",
        "| code | what it says |",
        "| --- | --- |",
    ]
    said = _messages(root)
    for code in sorted(error_codes(root)):
        words = "<br>".join(html.escape(text).replace("|", "&#124;") for text in sorted(said.get(code, ()))[:_SHOWN])
        lines.append(f"| `{code}`{{: #{code} }} | {words} |")
    return "\n".join(lines) + "\n"


def _messages(root: Path) -> dict[str, set[str]]:
    """Return code → what errors of it say, where code and message stand in one call."""
    found: dict[str, set[str]] = {}
    for tree in _modules(root):
        for call in _calls(tree).get(_ERROR, []):
            code, text = _argument(call, "code"), _told(_argument(call, "what"))
            # A message of which no word is known before it is raised tells nothing.
            if isinstance(code, ast.Constant) and text.strip(" …."):
                found.setdefault(str(code.value), set()).add(text)
    return found


# The pages and the search ask, one after another.
@cache
def _modules(root: Path) -> tuple[ast.Module, ...]:
    paths = (path for source in _SOURCES for path in sorted((root / source).rglob("*.py")))
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in paths)


def _argument(call: ast.Call, name: str) -> ast.expr | None:
    place = _ARGUMENTS.index(name)
    return call.args[place] if place < len(call.args) else next((k.value for k in call.keywords if k.arg == name), None)


def _told(what: ast.expr | None) -> str:
    """Return a message with … for its fields; empty if it is made elsewhere."""
    if isinstance(what, ast.Constant):
        return str(what.value)
    if isinstance(what, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in what.values)
    return ""


def _calls(tree: ast.Module) -> dict[str, list[ast.Call]]:
    """Return the name of each function that a module calls → the calls."""
    found: dict[str, list[ast.Call]] = {}
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        found.setdefault(_name(call), []).append(call)
    return found


def _functions(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield every function, and the module for what stands in none."""
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    yield ast.Module([node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.ClassDef)], [])


def _codes(function: ast.AST, callers: list[ast.Call]) -> Iterator[str]:
    for call in ast.walk(function):
        if not isinstance(call, ast.Call) or _name(call) != _ERROR:
            continue
        code = _argument(call, "code")
        if isinstance(code, ast.Constant) and isinstance(code.value, str):
            yield code.value
        elif isinstance(code, ast.JoinedStr | ast.Name) and isinstance(function, ast.FunctionDef):
            yield from _filled(code, function, callers)


def _filled(code: ast.JoinedStr | ast.Name, function: ast.FunctionDef, callers: list[ast.Call]) -> Iterator[str]:
    """Yield the codes that the callers of a function make by what they hand it."""
    parts = code.values if isinstance(code, ast.JoinedStr) else [code]
    named = [part.value if isinstance(part, ast.FormattedValue) else part for part in parts]
    parameters = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    for call in callers:
        given = dict(zip(parameters, call.args, strict=False)) | {
            key.arg: key.value for key in call.keywords if key.arg
        }
        texts = {name: value.value for name, value in given.items() if isinstance(value, ast.Constant)}
        filled = "".join(_text(part, texts) for part in named)
        # A wrapper of the same name hands on what its own callers say, and these are among the callers.
        if filled != "*":
            yield filled
    if not callers:
        yield "".join(_text(part, {}) for part in named)


def _text(part: ast.expr, texts: dict[str, object]) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    return str(texts.get(part.id, "*")) if isinstance(part, ast.Name) else "*"


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
