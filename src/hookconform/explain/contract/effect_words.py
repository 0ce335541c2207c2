"""Answers and their effects in words: "exit code 2 no longer stops the call"."""

from __future__ import annotations

import re

from hookconform.effects.effect import Answer, Observation
from hookconform.effects.forms import OWN_WORD
from hookconform.explain.plugin_steps import step_text

# The longest answer that was measured fits; two that differ at their ends must not read alike.
_LONGEST = 240
_CALL = re.compile(r"printf changed > ran-[\w-]+; printf out%s-ran-[\w-]+ 23")
# Part of an effect and its new value → words.
_NOW = {
    ("tool", "stopped"): "now stops the call",
    ("tool", "ran"): "no longer stops the call",
    ("input", "changed"): "now changes the call's input",
    ("input", "original"): "no longer changes the call's input",
    ("output", "hidden"): "now hides the output from the model",
    ("output", "shown"): "no longer hides the output from the model",
    ("turn", "ended"): "now ends the turn",
    ("turn", "extended"): "now gives the model another turn",
    ("turn", "hung"): "now leaves the program waiting",
    ("turn", "continues"): "now lets the turn go on",
}

# At the end of a turn "continues" is its end.
_ENDS_AGAIN = "no longer gives the model another turn"


def effect_changes(before: Observation, now: Observation) -> list[str]:
    """Return in what two effects of one answer differ, in words; of a call that is stopped the rest follows."""
    parts = ("tool", "turn") if before.tool != now.tool else ("input", "output", "turn")
    found = [
        words
        for part in parts
        if getattr(before, part) != getattr(now, part)
        if (words := _NOW.get((part, getattr(now, part) or ""))) is not None
    ]
    if before.turn == "extended":
        found = [_ENDS_AGAIN if words == _NOW["turn", "continues"] else words for words in found]
    lost, gained = set(before.told) - set(now.told), set(now.told) - set(before.told)
    if before.tool == now.tool and before.turn == now.turn:
        found += [f"no longer tells the model the {_told(lost)}"] if lost else []
        found += [f"now tells the model the {_told(gained)}"] if gained else []
    return found or ["does something else"]


def answer_words(answer: Answer, tool: str | None, approval: str) -> str:
    """Return what a hook answered, in words; a patch, and a call that the user is asked about, are named too."""
    patch = " to a patch" if tool == "Edit" else ""
    asked = " where the user would be asked" if approval == "needed" else ""
    return f"{_answer(answer)}{patch}{asked}"


def _answer(answer: Answer) -> str:
    if answer.plugin is not None:
        return f"`{_short('; '.join(map(step_text, answer.plugin)))}` in a plugin" if answer.plugin else "a plugin"
    parts = ["a hook that times out"] if answer.late else []
    parts += [f"exit code {answer.exit_code}"] if answer.exit_code else []
    if answer.stdout.lstrip("\ufeff \n").startswith(("{", "[")):
        parts.append(f"`{_short(answer.stdout)}`")
    elif answer.stdout:
        parts.append("text on standard output")
    parts += ["text on standard error"] if answer.stderr and len(parts) == bool(answer.exit_code) else []
    return " with ".join(parts) or "no answer"


def _short(text: str) -> str:
    """Return an answer in a line; its own words and commands stand for any."""
    said = OWN_WORD.sub(lambda match: match[0].partition("-")[0], _CALL.sub("COMMAND", text))
    line = " ".join(said.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _told(words: set[str]) -> str:
    return " and the ".join(sorted({word.partition("-")[0].lower() for word in words}))
