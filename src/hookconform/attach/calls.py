"""What goes to an adapter and what comes back, whatever way it is attached."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from hookconform.ground.printable import shortened

if TYPE_CHECKING:
    from hookconform.attach.manifest import Manifest

_LONGEST = 2000
# Error codes that are an outcome; every other code means that the adapter broke.
INVALID_PAYLOAD = -32001
UNSUPPORTED_PLATFORM = -32002
# An answer to `respond` alone: the platform has no answer that does what the verdict says.
UNSUPPORTED_VERDICT = -32003
# An answer to `match` alone: a pack with a rule that could never match is refused as a whole.
INVALID_RULES = -32602
# An answer to `tools` and `map` alone: nothing of the kind is known, or there is no way to say the same.
CANNOT_MAP = -32004
OUTCOME_CODES = frozenset({INVALID_PAYLOAD, UNSUPPORTED_PLATFORM})


@dataclass(frozen=True)
class RulePack:
    """A parsed rule pack; what is made of it is made once and not once a call."""

    parsed: dict[str, Any]

    @cached_property
    def encoded(self) -> str:
        """Return the pack as JSON text."""
        return json.dumps(self.parsed, separators=(",", ":"))

    @cached_property
    def required_fields(self) -> frozenset[str]:
        """Return the fields that its rules require; a rule that must be refused may say anything there."""
        return frozenset(name for rule in self.parsed["rules"] for name in _required_fields(rule))


class Encoded(NamedTuple):
    """The parameters of a call as JSON text: the payload alone, empty if there is none, and the others without it.

    `known` is the digest of an answer that need not be read, empty if there is none.
    """

    params: bytes
    payload: bytes
    known: bytes = b""


class Call(NamedTuple):
    """One request, a named tuple because a run makes tens of thousands.

    `key` tells the calls of one case apart, `case_id` is named if the adapter dies over it.

    `rules` goes with the method `match` only. `encoded` says the same as `params`, which may then be empty.
    """

    method: str
    params: dict[str, Any]
    case_id: str = ""
    key: str = ""
    rules: RulePack | None = None
    encoded: Encoded | None = None


def _required_fields(rule: dict[str, Any]) -> list[str]:
    matchers = rule.get("matchers")
    fields = matchers.get("require_fields") if isinstance(matchers, dict) else None
    return [field for field in fields if isinstance(field, str)] if isinstance(fields, list) else []


class Result(NamedTuple):
    """The adapter answered; `value` is not validated yet."""

    value: Any


class Refusal(NamedTuple):
    """The adapter answered with an error."""

    code: int
    message: str

    @property
    def words(self) -> str:
        """Return the error as a sentence for people."""
        return f"error {self.code}: {self.message}"

    @property
    def is_outcome(self) -> bool:
        """Tell whether the protocol knows this code; otherwise the adapter broke."""
        return self.code in OUTCOME_CODES


class Broken(NamedTuple):
    """There is no answer; `reason` is a sentence that says why. `missed`: one hook program took too long."""

    reason: str
    missed: bool = False

    @property
    def words(self) -> str:
        """Return the reason."""
        return self.reason


Response = Result | Refusal | Broken


class Answer(NamedTuple):
    """A response with the line that it came in, empty if it did not; without one, it is the answer that is known."""

    response: Response | None
    line: bytes = b""


@dataclass(slots=True)
class StrayOutput:
    """Lines on standard output that are not answers: how many, and the first of them."""

    count: int = 0
    lines: list[str] = field(default_factory=list[str])

    def add(self, line: str, *, keep: int = 10, width: int = 200) -> None:
        """Note one line, shortened to `width` characters; only the first `keep` are kept."""
        self.count += 1
        if len(self.lines) < keep:
            self.lines.append(line if len(line) <= width else f"{line[:width]}…")


class AdapterGoneError(Exception):
    """The adapter ended for good; the text, one line, says over which case and why.

    `said` are the lines it wrote to standard error.
    """

    def __init__(self, text: str, said: Sequence[str] = ()) -> None:
        super().__init__(shortened(" ".join(text.split()), _LONGEST))
        self.said = tuple(said)


class Session(Protocol):
    """An attached adapter that is ready to be called."""

    stray: StrayOutput
    manifest: Manifest

    def initialize(self) -> Response:
        """Return the adapter's answer to `initialize`."""
        ...

    def responses(self, calls: Iterable[Call]) -> Iterator[Response]:
        """Yield one answer a call, in the order of the calls; raises `AdapterGoneError`."""
        ...

    def close(self) -> None:
        """End the adapter; may be called twice."""
        ...
