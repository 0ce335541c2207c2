"""What the scripted model answers: data, the same for all four wire shapes.

A script holds conversations; each is a list of replies, used in order, one a request. A request belongs to

1. the conversation of the first of `routes` that fits it, else
2. `aux` if it declares no tools (titles, summaries, safety checks), else
3. the conversation `NAME` whose marker `[[NAME]]` stands last in the request's user messages (so a
   sub-agent is scripted by putting its marker into the prompt it is started with), else
4. `main`.

A conversation that has run out of replies answers with the script's `finish` reply.
In strings within arguments `{{last:REGEX}}` becomes group 1 of the last match of REGEX in the request's text
(`not-found` if there is none); an argument that is `{{int:REGEX}}` becomes that match as an integer.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

MAIN = "main"
AUX = "aux"


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call: `args` as a JSON object, or `custom` as the free text of a custom (freeform) tool.

    `namespace` is OpenAI responses only; `raw` replaces the encoded arguments with exactly this text;
    `item` replaces the whole output item of the responses shape (hosted calls, tool search).
    `args_from_schema` makes up small arguments from the schema the request declares for the tool.
    """

    name: str
    args: dict[str, Any] = field(default_factory=dict[str, Any])
    custom: str | None = None
    namespace: str | None = None
    raw: str | None = None
    item: dict[str, Any] | None = None
    args_from_schema: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer of the model: text, then calls; or an HTTP error of this status.

    `total_tokens` is the usage reported (raise it to provoke compaction); `delay` is in seconds.
    """

    text: str | None = None
    calls: tuple[Call, ...] = ()
    http_error: int | None = None
    total_tokens: int = 1010
    delay: float = 0


@dataclass(frozen=True, slots=True)
class Route:
    """Sends a request to `conversation` if it declares the tool `declares` and its text matches `matches`.

    `matches` is a regular expression (search) over the request's system text and its messages; a condition
    left empty always holds.
    """

    conversation: str
    declares: str = ""
    matches: str = ""


@dataclass(frozen=True, slots=True)
class Script:
    """All conversations of one run; see the module's text for how a request finds its reply."""

    conversations: dict[str, tuple[Reply, ...]] = field(default_factory=dict[str, tuple[Reply, ...]])
    routes: tuple[Route, ...] = ()
    finish: Reply = Reply(text="All scripted steps are done.")
    finish_of: dict[str, Reply] = field(default_factory=dict[str, Reply])

    def as_json(self) -> dict[str, Any]:
        """Return the script as plain JSON values, to be handed into the sandbox."""
        return asdict(self)


def call(name: str, /, **args: Any) -> Reply:
    """Return a reply that calls one tool with these arguments."""
    return Reply(calls=(Call(name, args),))


def calls(*several: Call) -> Reply:
    """Return a reply that makes several calls at once."""
    return Reply(calls=several)


def text(words: str) -> Reply:
    """Return a reply that is only text, which ends the turn."""
    return Reply(text=words)


def script_from_json(raw: dict[str, Any]) -> Script:
    """Build a script from what `Script.as_json` returned."""
    return Script(
        conversations={name: tuple(_reply(item) for item in replies) for name, replies in raw["conversations"].items()},
        routes=tuple(Route(**item) for item in raw["routes"]),
        finish=_reply(raw["finish"]),
        finish_of={name: _reply(item) for name, item in raw["finish_of"].items()},
    )


def _reply(raw: dict[str, Any]) -> Reply:
    fields: dict[str, Any] = {**raw, "calls": tuple(Call(**item) for item in raw["calls"])}
    return Reply(**fields)
