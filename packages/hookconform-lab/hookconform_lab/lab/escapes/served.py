"""Rows in which an MCP server asks: the model, the user, or what the program does with its prompts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace

from hookconform.corpus.escapes import NOT_OFFERED, NOT_TRIED
from hookconform_lab.lab import mcp_asking as asking
from hookconform_lab.lab.escapes.trial import CARRIED, Trial
from hookconform_lab.lab.script import Call, Reply, Route, text
from hookconform_lab.lab.turn import Started, Turn

_BY_ITSELF = "a run of one prompt answers in the user's place"
_TYPED = "a user types its prompts as commands, and none is typed here"


def served_trials(turn: Turn, version: str) -> dict[str, Trial]:
    """Return the trials by row; none where the model has no tools of MCP servers."""
    started = turn.start_with_mcp(version)
    return {} if started is None else {trial.row: trial for trial in _trials(turn, version, started)}


def _trials(turn: Turn, version: str, started: Started) -> Iterator[Trial]:
    def usual(said: str) -> Reply:
        return turn.mcp_call(version, {"text": said})

    name = asking.SAMPLED
    yield replace(
        _trial("mcp-sampling", name, started, _asked(usual, "mcp-sampling", "ask_model")),
        conversation=name,
        conversations={name: (text("The model is asked."),)},
        routes=(Route(name, matches=name),),
        reasons={asking.NO_SAMPLING: (NOT_OFFERED, asking.NO_SAMPLING)},
    )
    answers = (f"{asking.ANSWERED}{action}" for action in ("decline", "cancel"))
    yield replace(
        _trial("mcp-elicitation", asking.ELICITED, started, _asked(usual, "mcp-elicitation", "ask_person")),
        told=f"{asking.ANSWERED}accept",
        reasons={
            asking.NO_ELICITATION: (NOT_OFFERED, asking.NO_ELICITATION),
            **dict.fromkeys(answers, (NOT_TRIED, _BY_ITSELF)),
        },
    )
    yield replace(
        _trial("mcp-prompt", asking.PROMPTED, started, _asked(usual, "mcp-prompt", "ask_prompts")),
        told=asking.PROMPTED,
        reasons={asking.NO_PROMPTS: (NOT_TRIED, asking.NO_PROMPTS), asking.LISTED: (NOT_TRIED, _TYPED)},
    )


def _trial(row: str, word: str, started: Started, asked: Reply) -> Trial:
    return Trial(row, (word,), started, (asked,), home_files={asking.ASKS: ""})


def _asked(usual: Callable[[str], Reply], row: str, tool: str) -> Reply:
    """Return a call of one of the server's tools, which only leads to what the server asks."""
    reply = usual(f"{CARRIED}{row}")
    return replace(reply, calls=tuple(_named(call, tool) for call in reply.calls))


def _named(call: Call, tool: str) -> Call:
    """Return the call of another tool of the server, wherever its name stands."""
    args = json.loads(json.dumps(call.args).replace("echo_text", tool))
    return replace(call, name=call.name.replace("echo_text", tool), args=args)
