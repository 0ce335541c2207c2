"""The list of error codes, read from where they are raised, so that it can leave none out."""

from __future__ import annotations

import ast
import html
from collections.abc import Iterator
from pathlib import Path

_ERROR = "HookconformError"
# The parts of an error that the page shows, as `HookconformError` takes them, and how many messages of one code.
_PARTS, _SHOWN = ("code", "what"), 3
_SOURCES = ("src/hookconform", "packages/hookconform-lab/hookconform_lab")


def error_codes(root: Path) -> dict[str, set[str]]:
    """Return code → the rooms of the suite and the lab that raise it; a part that only a run knows stands as `*`."""
    found: dict[str, set[str]] = {}
    sources = [root / source for source in _SOURCES]
    paths = {path: source for source in sources for path in sorted(source.rglob("*.py"))}
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    calls_in = {path: _calls(tree) for path, tree in trees.items()}
    calls: dict[str, list[ast.Call]] = {}
    for name, made in ((name, made) for own in calls_in.values() for name, made in own.items()):
        calls.setdefault(name, []).extend(made)
    for path, tree in trees.items():
        own = calls_in[path]
        room = path.relative_to(paths[path]).parts[0].removesuffix(".py")
        for function in _functions(tree):
            name = getattr(function, "name", "")
            for code in _codes(function, own.get(name) or calls.get(name, [])):
                found.setdefault(code, set()).add(room)
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
    for path in (path for source in _SOURCES for path in (root / source).rglob("*.py")):
        for call in _calls(ast.parse(path.read_text(encoding="utf-8"))).get(_ERROR, []):
            named = {key.arg: key.value for key in call.keywords}
            code, what = (dict(enumerate(call.args)).get(place, named.get(name)) for place, name in enumerate(_PARTS))
            text = _told(what)
            # A message of which no word is known before it is raised tells nothing.
            if isinstance(code, ast.Constant) and text.strip(" …."):
                found.setdefault(str(code.value), set()).add(text)
    return found


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
        code = call.args[0] if call.args else next((key.value for key in call.keywords if key.arg == "code"), None)
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
