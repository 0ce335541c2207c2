"""Changes in plain words: "exit code 2 no longer stops the tool"."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from hookconform.effects.effect import Answer
from hookconform.effects.forms import Form
from hookconform_lab.sweep.subjects import Value

_LONGEST = 90
# Of an effect: what it was and is → what to say.
_WORDS: Mapping[tuple[str, str], str] = {
    ("tool", "stopped"): "now stops the tool",
    ("tool", "ran"): "no longer stops the tool",
    ("input", "changed"): "now changes the tool's input",
    ("input", "original"): "no longer changes the tool's input",
    ("output", "hidden"): "now hides the tool's output from the model",
    ("output", "shown"): "no longer hides the tool's output from the model",
    ("turn", "ended"): "now ends the turn",
    ("turn", "extended"): "now gives the model another turn",
    ("turn", "hung"): "now leaves the program hanging",
    ("turn", "continues"): "now lets the turn continue",
}


def changed_answers(before: Value, after: Value, names: tuple[str, ...], forms: Mapping[str, Form]) -> Iterator[str]:
    """Yield a sentence for each change of effects, the rows that it is about behind it; rows that agree share one."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for name in names:
        what = response_words(forms[name]) if name in forms else f"the response {name}"
        for change in effect_changes(before[name], after[name]):
            grouped.setdefault((what, change), []).append(name)
    for (what, change), rows in grouped.items():
        yield f"{what} {change} ({', '.join(rows)})"


def effect_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return what two effects of a response differ in, in words; a tool that is stopped or runs says the rest, too."""
    if before["tool"] != after["tool"]:
        found = [_WORDS[("tool", after["tool"])]]
        return found + _turn(before, after)
    found = [
        _WORDS[(part, after[part])]
        for part in ("input", "output")
        if before[part] != after[part] and (part, after[part]) in _WORDS
    ]
    found += _turn(before, after)
    told, tells = set(before["told"]), set(after["told"])
    found += [f"no longer tells the model {', '.join(sorted(told - tells))}"] if told - tells else []
    found += [f"now tells the model {', '.join(sorted(tells - told))}"] if tells - told else []
    return found or ["has another effect"]


def _turn(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    return [] if before["turn"] == after["turn"] else [_WORDS[("turn", after["turn"])]]


def response_words(form: Form) -> str:
    """Return what a hook answered, in words."""
    answer = form.answer
    found = _answer_words(answer)
    found += " to a patch" if form.tool == "Edit" else ""
    return found + (" where the user would be asked" if form.approval == "needed" else "")


def _answer_words(answer: Answer) -> str:
    if answer.plugin is not None:
        return f"a plugin that does {_short(json.dumps(list(answer.plugin)))}"
    parts = ["a hook that times out"] if answer.late else []
    if answer.exit_code:
        parts.append(f"exit code {answer.exit_code}")
    if answer.stdout.lstrip().startswith(("{", "[")):
        parts.append(f"`{_short(answer.stdout)}`")
    elif answer.stdout:
        parts.append("text on standard output")
    if answer.stderr and not parts:
        parts.append("text on standard error")
    return " with ".join(parts) or "no answer"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
