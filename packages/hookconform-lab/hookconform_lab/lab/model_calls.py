"""The calls as the model made them, with what became of each: native names and arguments, not what hooks were sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from hookconform.corpus.model_calls import ModelCall
from hookconform.ground.json_text import compact
from hookconform_lab.lab import privacy
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.outcomes import Outcomes, outcomes_of
from hookconform_lab.lab.run import Request, Run
from hookconform_lab.redaction.private import Private


@dataclass(frozen=True, slots=True)
class Answered:
    """A call of the scripted model, the request it answered, and the first result of it that the model was told."""

    request: Request
    call: dict[str, Any]
    result: dict[str, Any]

    def outcome(self, outcomes: Outcomes) -> str:
        """Return the class of the result; the tool is the one that was called, whatever the result calls it."""
        return outcomes.of(full_name(self.call), self.result["text"], is_error=self.result["is_error"])


def answered(requests: Sequence[Request]) -> Iterator[Answered]:
    """Yield the calls that were answered, in the order of their results.

    A result is told apart by the id that its call was given. Where a program gives calls ids of its own, it belongs to
    the first call of that name in its conversation that has no result yet.
    """
    waiting: list[_Waiting] = []
    seen: set[tuple[str, str]] = set()
    by_id = _keeps_ids(requests)
    for request in requests:
        for result in request.results:
            key = request.conversation, result["call_id"]
            found = None if key in seen else next((item for item in waiting if item.fits(result, request, by_id)), None)
            seen.add(key)
            if found is not None:
                waiting.remove(found)
                yield Answered(found.request, found.call, result)
        waiting += _calls_of(request)


class _Waiting(NamedTuple):
    request: Request
    suffix: str
    call: dict[str, Any]

    def fits(self, result: dict[str, Any], told_in: Request, by_id: bool) -> bool:
        if by_id:
            return result["call_id"].endswith(self.suffix)
        return (told_in.conversation, result["name"]) == (self.request.conversation, self.call["name"])


def _calls_of(request: Request) -> list[_Waiting]:
    """Return the calls of the reply to a request, with what the ids end with that every wire shape gives them."""
    return [
        _Waiting(request, f"_{request.number:04d}_{index}", call) for index, call in enumerate(request.reply["calls"])
    ]


def _keeps_ids(requests: Sequence[Request]) -> bool:
    given = tuple(item.suffix for request in requests for item in _calls_of(request))
    return any(result["call_id"].endswith(given) for request in requests for result in request.results)


def full_name(call: dict[str, Any]) -> str:
    """Return the name under which a called tool is declared: a name in a namespace has that before a dot."""
    return f"{call['namespace']}.{call['name']}" if call["namespace"] else call["name"]


def model_calls(driver: Driver, runs: Iterable[Run]) -> list[ModelCall]:
    """Return the calls of all runs, redacted, one of each shape, sorted; none if the platform has no `outcomes`.

    Left out are calls that no result came of, since nothing shows what became of them, and those whose arguments were
    made no JSON on purpose.
    """
    outcomes = outcomes_of(driver.platform)
    if outcomes is None:
        return []
    found: dict[tuple[object, ...], ModelCall] = {}
    for run in runs:
        for one in answered(run.requests):
            if one.call["raw"] is not None:
                continue
            call = _model_call(driver, run, one, one.outcome(outcomes))
            found.setdefault((call.model, call.shape), call)
    return sorted(found.values(), key=lambda call: (call.tool, call.model, compact(call.as_json())))


def _model_call(driver: Driver, run: Run, one: Answered, outcome: str) -> ModelCall:
    call, model = one.call, one.request.model
    arguments = call["args"] if call["item"] is None else call["item"].get("arguments", {})
    return ModelCall(
        model=model,
        family=driver.family_of(model),
        tool=full_name(call),
        arguments=_redacted(arguments, run.folder) if call["custom"] is None else None,
        text=None if call["custom"] is None else _redacted(call["custom"], run.folder),
        outcome=outcome,
        scenario=run.scenario.name,
    )


# The pointer to a document itself: all of it is arguments.
_WHOLE = ("",)


def _redacted(value: Any, folder: Path) -> Any:
    return json.loads(privacy.redact(compact(value), folder, _WHOLE))


def write_calls(path: Path, calls: Iterable[ModelCall], private: Private) -> None:
    """Write calls as JSON lines; raises `HookconformError` (`lab.leak`) before writing anything private."""
    lines = [json.dumps(call.as_json()) for call in calls]
    privacy.refuse_leaks(lines, private, where=str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
