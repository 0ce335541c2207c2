"""Rows in which an MCP server asks: the model, the user, or what the program does with its prompts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from hookconform.corpus.escapes import NOT_OFFERED, NOT_TRIED
from hookconform_lab.lab import mcp_asking as asking
from hookconform_lab.lab.escapes.trial import CARRIED, Trial
from hookconform_lab.lab.script import Call, Route, text
from hookconform_lab.lab.turn import Started, Turn

_BY_ITSELF = "a run of one prompt answers in the user's place"
_TYPED = "a user types its prompts as commands, and none is typed here"


def served_trials(turn: Turn) -> dict[str, Trial]:
    """Return the trials by row; none where the model has no tools of MCP servers."""
    started = turn.start_with_mcp()
    return {} if started is None else {trial.row: trial for trial in _trials(turn, started)}


def _trials(turn: Turn, started: Started) -> Iterator[Trial]:
    def trial(row: str, word: str, tool: str) -> Trial:
        """Return the trial of a call of the server's tool, which only leads to what the server asks."""
        usual = turn.mcp_call({"text": f"{CARRIED}{row}"})
        asked = replace(usual, calls=tuple(_named(call, tool) for call in usual.calls))
        return Trial(row, (word,), started, (asked,), home_files={asking.ASKS: ""})

    name = asking.SAMPLED
    yield replace(
        trial("mcp-sampling", name, "ask_model"),
        conversation=name,
        conversations={name: (text("The model is asked."),)},
        routes=(Route(name, matches=name),),
        reasons={asking.NO_SAMPLING: (NOT_OFFERED, asking.NO_SAMPLING)},
    )
    answers = (f"{asking.ANSWERED}{action}" for action in ("decline", "cancel"))
    yield replace(
        trial("mcp-elicitation", asking.ELICITED, "ask_person"),
        told=f"{asking.ANSWERED}accept",
        reasons={
            asking.NO_ELICITATION: (NOT_OFFERED, asking.NO_ELICITATION),
            **dict.fromkeys(answers, (NOT_TRIED, _BY_ITSELF)),
        },
    )
    yield replace(
        trial("mcp-prompt", asking.PROMPTED, "ask_prompts"),
        told=asking.PROMPTED,
        reasons={asking.NO_PROMPTS: (NOT_TRIED, asking.NO_PROMPTS), asking.LISTED: (NOT_TRIED, _TYPED)},
    )


def _named(call: Call, tool: str) -> Call:
    """Return the call of another tool of the server, wherever its name stands."""
    args = json.loads(json.dumps(call.args).replace("echo_text", tool))
    return replace(call, name=call.name.replace("echo_text", tool), args=args)
