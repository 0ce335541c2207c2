"""What the message of a red check says in a few words, and what helps where the adapter broke."""

from __future__ import annotations

import re
import textwrap

from hookconform.attach.calls import CANNOT_MAP, INVALID_PAYLOAD

# What stands before the code of every error an adapter answers.
_SAID = re.compile(r"^the adapter answered error -?[0-9]+: ")
_FAMILY = 60
# Not what belongs to a word, such as UTF-8, and no error code.
_NUMBER = re.compile(r"(?<![A-Za-z0-9-])[0-9]+")
_ENDED = re.compile(
    r"(?P<how>ended with status [0-9]+|was ended by signal [0-9]+)(?:; it said: (?P<said>.*))?$", re.DOTALL
)
_LATE = re.compile(r"(?P<how>no answer within [0-9.e+]+ s|did not end within [0-9.e+]+ s)")
# The line of standard error that says why; behind it may stand a trace, or what the runtime adds.
_WHY = re.compile(r"panic|error|exception|fatal|abort", re.IGNORECASE)
_SHAPE = "the answer does not follow the protocol: "
_EVENTS = f"{_SHAPE}`events`"
_LINE = "protocol error: "
# Where the form of requests and answers is described.
MESSAGES = "docs/runner-contract.md, Messages,"
_USUAL = f"Answer every request. A bad payload gets error {INVALID_PAYLOAD}, a call that cannot be mapped {CANNOT_MAP}."


def family(message: str) -> str:
    """Return a message in short, with its numbers left open: two crashes at one place are one cause."""
    ended, late = _ENDED.search(message), _LATE.search(message)
    if ended is not None:
        why = _telling_line(ended["said"] or "")
        return _short(f"{ended['how']}: {_NUMBER.sub('N', why)}" if why else ended["how"])
    if late is not None:
        return late["how"]
    line = _SAID.sub("", message.split("\n", 1)[0]).replace(_SHAPE, "wrong form: ", 1)
    return _short(_NUMBER.sub("N", line))


def repair(message: str, page: str = MESSAGES) -> str:
    """Return what to do about a check that got no answer, or none of the form that a page shows."""
    ended = _ENDED.search(message)
    if ended is not None:
        why = _telling_line(ended["said"] or "")
        said = f"Its standard error says: {textwrap.shorten(why, 2 * _FAMILY, placeholder=' …')}" if why else ""
        what = "The program must run until `shutdown`. Catch the exception, and answer with an error."
        return f"It {ended['how']}. {what} {said}".rstrip()
    if "did not end within" in message:
        return "Read standard input to its end, answer, and end. `--deadline SECONDS` allows more time."
    if _LATE.search(message):
        return (
            "Answer within the deadline; `--deadline SECONDS` allows more time. "
            "A program must flush its output after each line, or the answer stays in its buffer."
        )
    if message.startswith(_EVENTS):
        return (
            'Answer {"events": [...]}: an object whose `events` has at least one event. '
            "A list or an event by itself is no answer."
        )
    if message.startswith((_SHAPE, _LINE)):
        return f"Give the answer the form that {page} shows, in one line."
    return _USUAL


def _telling_line(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return next((line for line in reversed(lines) if _WHY.search(line)), lines[-1] if lines else "")


def _short(line: str) -> str:
    """Return a line that is cut between words, if it has any."""
    if len(line) <= _FAMILY:
        return line
    words = line[: _FAMILY - 1].rpartition(" ")[0]
    return f"{words} …" if len(words) > _FAMILY // 2 else f"{line[: _FAMILY - 1]}…"
