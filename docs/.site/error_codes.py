"""The list of error codes, read from where they are raised, so that it can leave none out."""

from __future__ import annotations

import ast
import html
import itertools
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

_ERROR = "HookconformError"
# The arguments of an error that the page shows, in the order of its constructor, and how many messages of one code.
_ARGUMENTS, _SHOWN = ("code", "what"), 3
# How often a message is looked for behind a name: a variable of a function, which its caller has from a variable.
_DEEPEST = 3
_NO_WORDS = "Differs each time."
_SOURCES = ("src/hookconform", "packages/hookconform-lab/hookconform_lab")


def error_codes(root: Path) -> set[str]:
    """Return the codes that the suite and the lab raise; a part that only a run knows stands as `*`."""
    # A wrapper of the same name hands on what its own callers say, and these are among the callers.
    return {code for code in _messages(root) if code != "*"}


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
        words = "<br>".join(map(_cell, sorted(said[code] or [_NO_WORDS])[:_SHOWN]))
        lines.append(f"| `{code}`{{: #{code} }} | {words} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    """Return a message for a cell; what it has in backticks, Markdown escapes."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else html.escape(part, quote=False).replace("|", "&#124;") for part in parts
    )


# The pages and the search ask, one after another.
@cache
def _messages(root: Path) -> dict[str, set[str]]:
    """Return code → what errors of it say, as far as the source shows."""
    calls_in = list(map(_calls, _modules(root)))
    every: dict[str, list[_Call]] = {}
    for name, made in ((name, made) for own in calls_in for name, made in own.items()):
        every.setdefault(name, []).extend(made)
    found: dict[str, set[str]] = {}
    for own in calls_in:
        for raised in own.get(_ERROR, []):
            name = getattr(raised.function, "name", "")
            for code, text in _raised(raised, own.get(name) or every.get(name, [])):
                said = found.setdefault(code, set())
                # A message of which no word is known before it is raised tells nothing.
                if re.search(r"\w", text):
                    said.add(_sentence(text))
    return found


@dataclass(frozen=True, slots=True)
class _Call:
    """A call, the function it stands in, and what the caller of that function hands over."""

    call: ast.Call
    function: ast.FunctionDef | None
    given: dict[str, _Given]


@dataclass(frozen=True, slots=True)
class _Given:
    """An argument and the call that it is read at."""

    value: ast.expr
    at: _Call


def _raised(raised: _Call, callers: list[_Call]) -> Iterator[tuple[str, str]]:
    """Yield the code and message of one error, for each caller of its function if they depend on a parameter."""
    code, what = _argument(raised.call, "code"), _argument(raised.call, "what")
    parameters = _parameters(raised.function)
    depends = {name.id for part in (code, what) if part for name in ast.walk(part) if isinstance(name, ast.Name)}
    if not depends & set(parameters):
        callers = []
    for caller in callers:
        bound = dict(zip(parameters, caller.call.args, strict=False))
        bound |= {key.arg: key.value for key in caller.call.keywords if key.arg}
        given = {name: _Given(value, caller) for name, value in bound.items()}
        yield from _said(code, what, replace(raised, given=given))
    if not callers:
        yield from _said(code, what, raised)


def _said(code: ast.expr | None, what: ast.expr | None, at: _Call) -> Iterator[tuple[str, str]]:
    for one in _texts(code, at):
        yield from ((one.replace("…", "*"), text) for text in _texts(what, at))


def _texts(value: ast.expr | None, at: _Call, deep: int = 0) -> list[str]:
    """Return what an expression may say, with … for what only a run knows."""
    found = ["…"]
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        found = [value.value]
    elif isinstance(value, ast.JoinedStr):
        found = _joined([_texts(_filled_in(part), at, deep) for part in value.values])
    elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        found = _joined([_texts(value.left, at, deep), _texts(value.right, at, deep)])
    elif isinstance(value, ast.IfExp):
        found = [*_texts(value.body, at, deep), *_texts(value.orelse, at, deep)]
    elif isinstance(value, ast.Call) and value.args and isinstance(value.args[0], ast.JoinedStr):
        found = _texts(value.args[0], at, deep)  # a message that is shortened
    elif isinstance(value, ast.Name) and deep < _DEEPEST:
        given = at.given.get(value.id)
        texts = _texts(given.value, given.at, deep + 1) if given else []
        found = texts or [text for one in _assigned(value, at.function) for text in _texts(one, at, deep + 1)] or found
    return found


def _filled_in(part: ast.expr) -> ast.expr | None:
    """Return what a part of an f-string shows; of a quoted value nothing: it is what the user gave."""
    if not isinstance(part, ast.FormattedValue):
        return part
    return None if part.conversion == ord("r") else part.value


def _joined(parts: list[list[str]]) -> list[str]:
    """Return every way to put the parts together, or the one with … where these would be many."""
    if math.prod(map(len, parts)) > _SHOWN:
        parts = [part if len(part) == 1 else ["…"] for part in parts]
    return ["".join(way) for way in itertools.product(*parts)]


def _assigned(name: ast.Name, function: ast.FunctionDef | None) -> Iterator[ast.expr]:
    """Yield the values that a variable may have in an error: assignments since the error before."""
    nodes = list(ast.walk(function)) if function else []
    errors = [one for node in nodes if isinstance(node, ast.Raise) for one in ast.walk(node)]
    before = [one.lineno for one in errors if isinstance(one, ast.Name) and one.id == name.id]
    read = max((line for line in before if line < name.lineno), default=0)
    for node in nodes:
        if isinstance(node, ast.Assign) and read < node.lineno < name.lineno:
            yield from (node.value for one in node.targets if isinstance(one, ast.Name) and one.id == name.id)


def _sentence(text: str) -> str:
    """Return a message without dots that are doubled where its end differs each time."""
    return re.sub(r"…\.$", "…", re.sub(r"…(?:\s*…)+", "…", " ".join(text.split())))


def _calls(tree: ast.Module) -> dict[str, list[_Call]]:
    """Return the name of each function that a module calls → the calls, and the function that each stands in."""
    found: dict[str, list[_Call]] = {}
    rest: list[tuple[ast.AST, ast.FunctionDef | None]] = [(tree, None)]
    while rest:
        node, function = rest.pop()
        inside = node if isinstance(node, ast.FunctionDef) else function
        rest += [(child, inside) for child in ast.iter_child_nodes(node)]
        if isinstance(node, ast.Call):
            found.setdefault(_name(node), []).append(_Call(node, function, {}))
    return found


def _parameters(function: ast.FunctionDef | None) -> list[str]:
    arguments = function.args if function else ast.arguments([], [], None, [], [], None, [])
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return names[1:] if names[:1] == ["self"] else names


def _modules(root: Path) -> Iterator[ast.Module]:
    paths = (path for source in _SOURCES for path in sorted((root / source).rglob("*.py")))
    return (ast.parse(path.read_text(encoding="utf-8")) for path in paths)


def _argument(call: ast.Call, name: str) -> ast.expr | None:
    place = _ARGUMENTS.index(name)
    return call.args[place] if place < len(call.args) else next((k.value for k in call.keywords if k.arg == name), None)


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
