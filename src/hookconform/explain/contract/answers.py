"""Changes of what answers do, and of which ways go past a hook, in words: "exit code 2 no longer stops the call"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from hookconform.corpus.claims import Platform
from hookconform.corpus.escapes import UNMEASURED, escape_versions, load_escape_table, load_escapes
from hookconform.effects.effect import Answer, Observation
from hookconform.effects.forms import OWN_WORD
from hookconform.effects.rows import Row, load_rows, measured_versions
from hookconform.explain.contract.step import MEASURED, ContractStep
from hookconform.explain.plugin_steps import step_text

_LONGEST = 100
_CALL = re.compile(r"printf changed > ran-[\w-]+; printf out%s-ran-[\w-]+ 23")
# Part of an effect and what it is now → what to say.
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


def answer_steps(platform: Platform) -> Iterator[ContractStep]:
    """Yield each measured answer that did something else at the next measured version; raises as `load_rows`."""
    for after, since in pairwise(measured_versions(platform.id, platform.root)):
        before = {row.id: row for row in load_rows(platform.id, after, platform.root)}
        for row in load_rows(platform.id, since, platform.root):
            older = before.get(row.id)
            if older is None or older.answer != row.answer or older.effect == row.effect:
                continue
            states = repr(older.effect), repr(row.effect)
            for change in effect_changes(older.effect, row.effect):
                text = f"{answer_words(row)} {change}"
                yield ContractStep("answer", (row.id,), text, after, since, MEASURED, *states)


def escape_steps(platform: Platform) -> Iterator[ContractStep]:
    """Yield each way that goes past a deny from some version on, or no longer does; raises as `load_escapes`."""
    versions = escape_versions(platform.id, platform.root)
    if len(versions) == 1 or not versions:
        return
    table = load_escape_table(platform.root)
    for after, since in pairwise(versions):
        old, new = (load_escapes(platform.id, version, platform.root) for version in (after, since))
        if old is None or new is None:
            continue
        before = {cell.row: cell.verdict for cell in old.cells if cell.verdict not in UNMEASURED}
        for cell in new.cells:
            was = before.get(cell.row)
            if was is None or cell.verdict in UNMEASURED:
                continue
            opened, title = table.verdicts[cell.verdict].is_open, table.rows[cell.row].title
            if opened != table.verdicts[was].is_open:
                text = f"{title}: a deny {'no longer stops' if opened else 'now stops'} it"
                yield ContractStep("escape", (cell.row,), text, after, since, MEASURED, was, cell.verdict)


def effect_changes(before: Observation, now: Observation) -> list[str]:
    """Return in what two effects of one answer differ, in words; of a call that is stopped the rest follows."""
    parts = ("tool", "turn") if before.tool != now.tool else ("input", "output", "turn")
    found = [
        words
        for part in parts
        if getattr(before, part) != getattr(now, part)
        if (words := _NOW.get((part, getattr(now, part) or ""))) is not None
    ]
    lost, gained = set(before.told) - set(now.told), set(now.told) - set(before.told)
    if before.tool == now.tool and before.turn == now.turn:
        found += [f"no longer tells the model the {_told(lost)}"] if lost else []
        found += [f"now tells the model the {_told(gained)}"] if gained else []
    return found or ["does something else"]


def answer_words(row: Row) -> str:
    """Return what a hook answered, in words; where the user would be asked, that is said too."""
    asked = " where the user would be asked" if row.approval == "needed" else ""
    return f"{_answer(row.answer)}{asked}"


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
