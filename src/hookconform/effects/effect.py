"""The words of the models: an answer, its effect, and what of that effect an unattended run shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

# What stands under these in an answer is a word of its language and no text of the answer's own.
_CHOICES = frozenset({"action", "behavior", "decision", "hookEventName", "permission", "permissionDecision"})


class Answer(NamedTuple):
    """What a hook answered: a command by exit code and output, an in-process plugin by its `plugin` steps.

    `late` means that it came after the platform's timeout. Steps are as in `responses.schema.json`.
    """

    exit_code: int = 0
    stdout: str = ""
    stderr: str = ""
    late: bool = False
    plugin: tuple[dict[str, Any], ...] | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """What the platform does, and `why` in one clause a reader can check.

    `tool` is None where the event has no tool call to stop; `asked` means the platform asks its user even
    where it was told to allow everything. `question` says whether the platform's own approval question,
    where it would ask one, is still asked, and `refusal` what becomes of the turn if nobody says yes to it.
    `told` are the answer's texts that reach the model. `arguments` are those that a changed input has instead, under
    the platform's own names; `keeps_rest` says whether it keeps those that the answer does not name.
    """

    why: str
    tool: Literal["ran", "stopped", "asked"] | None = None
    question: Literal["kept", "skipped"] = "kept"
    input: Literal["original", "changed"] = "original"
    output: Literal["shown", "hidden"] = "shown"
    told: frozenset[str] = frozenset()
    turn: Literal["continues", "ended", "extended", "hung"] = "continues"
    refusal: Literal["continues", "ended", "hung"] = "continues"
    # What the answer says, not what is observed of it.
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any], compare=False)
    keeps_rest: bool = field(default=False, compare=False)


class Observation(NamedTuple):
    """What can be seen of an effect in a run without a user; the fields of a measured row's `effect`."""

    tool: str | None
    input: str | None
    output: str | None
    told: tuple[str, ...]
    turn: str


def observe(effect: Effect, *, approval: str, prints: bool = True) -> Observation:
    """Return what a run without a user shows of `effect`; `approval` as in the measured rows.

    A question nobody answers is a refusal, and then it is the refusal that decides what becomes of the turn;
    when a turn has ended, the model is asked nothing more and so told nothing more.
    `prints` is False for a tool call without output of its own, such as a patch.
    """
    refused = effect.tool == "ran" and effect.question == "kept" and approval == "needed"
    turn = effect.refusal if refused else effect.turn
    told = () if turn == "ended" else tuple(sorted(effect.told))
    if effect.tool is None:
        return Observation(None, None, None, told, turn)
    if refused or effect.tool != "ran":
        return Observation("stopped", None, None, told, turn)
    output = effect.output if prints and turn != "ended" else None
    return Observation("ran", effect.input, output, told, turn)


def texts(*values: object) -> frozenset[str]:
    """Return those of `values` that are texts with something in them, stripped."""
    return frozenset(value.strip() for value in values if isinstance(value, str) and value.strip())


def own_texts(value: Any) -> list[str]:
    """Return all texts within a JSON value that are the answer's own."""
    if isinstance(value, dict):
        return [text for key, item in value.items() if key not in _CHOICES for text in own_texts(item)]
    if isinstance(value, list):
        return [text for item in value for text in own_texts(item)]
    return [value] if isinstance(value, str) else []


def member(value: Any, key: str) -> Any:
    """Return `value[key]`, None if `value` is no object or has no such key."""
    return value.get(key) if isinstance(value, dict) else None
