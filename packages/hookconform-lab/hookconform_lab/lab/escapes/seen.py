"""What one run shows of the rows that it drove: effects read from bytes, and the hook calls that named them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping

from hookconform_lab.lab.driver import HookCall
from hookconform_lab.lab.escapes.trial import Trial
from hookconform_lab.lab.escapes.verdict import Observed
from hookconform_lab.lab.outcomes import UNKNOWN_TOOL, outcomes_of
from hookconform_lab.lab.run import Run

_NO_HOOK = "no hook was called"


def observe(
    run: Run, trial: Trial, *, platform: str, control: bool | None, before_model: tuple[str, ...] = ()
) -> Observed:
    """Return what a run shows of one trial; `control` is as in `EscapeRun`, `before_model` as in `Escapes`."""
    there = [_happened(run, path, words) for path, words in trial.files.items()]
    said = [json.dumps(request.body, ensure_ascii=False) for request in run.requests]
    there += [any(trial.told in text for text in said)] if trial.told else []
    there += [any(request.conversation == trial.conversation for request in run.requests)] if trial.conversation else []
    before, after, named = _calls_of(run, trial, before_model)
    return Observed(
        whole=all(there),
        some=any(there),
        before=before,
        after=after,
        unnamed=named != set(trial.words),
        control=control,
        told=_told(run, trial, platform),
        reason=next((why for words, why in trial.reasons.items() if any(words in text for text in said)), None),
        problem="; ".join(problem for problem in run.problems if problem != _NO_HOOK),
    )


def named_by(calls: Iterable[HookCall], word: str, events: Iterable[str]) -> bool:
    """Tell whether a hook call of one of these events holds the word."""
    wanted = set(events)
    return any(event_of(call) in wanted and word in text_of(call) for call in calls)


def event_of(call: HookCall) -> str:
    """Return the event of a hook call, as registered."""
    return call.line.get("registered_event", call.line.get("hook", ""))


def text_of(call: HookCall) -> str:
    """Return everything that the hook was told."""
    payload = call.line.get("payload_text")
    if isinstance(payload, str):
        return payload
    return json.dumps({name: call.line[name] for name in ("input", "output") if name in call.line}, ensure_ascii=False)


def _calls_of(
    run: Run, trial: Trial, before_model: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], set[str]]:
    """Return the events that named the trial before its effect and after it, and the words that were named before."""
    before: list[str] = []
    after: list[str] = []
    named: set[str] = set()
    paths = {os.path.normpath(run.workspace / path): path for path in trial.files}
    for call in run.calls:
        text = text_of(call)
        words = [word for word in trial.words if word in text]
        if not words:
            continue
        present = {paths[path] for path in call.line.get("present", ()) if path in paths}
        # Of several files each has a word of its own.
        late = present if len(trial.words) == 1 else present & set(words)
        # A hook before the model's request may hold what the model is not told yet.
        is_late = bool(late) or (bool(trial.told) and trial.told in text and event_of(call) not in before_model)
        (after if is_late else before).append(event_of(call))
        named |= set() if is_late else set(words)
    return tuple(dict.fromkeys(before)), tuple(dict.fromkeys(after)), named


def _happened(run: Run, path: str, words: str) -> bool:
    file = run.workspace / path
    return file.is_file() and words in file.read_text(encoding="utf-8", errors="replace")


def _told(run: Run, trial: Trial, platform: str) -> str:
    """Return the class of the last result of the tools that the trial calls, empty where it cannot be told."""
    outcomes = outcomes_of(platform)
    if outcomes is None:
        return ""
    replies = (*trial.replies, *(reply for several in trial.conversations.values() for reply in several))
    tools = {call.name for reply in replies for call in reply.calls}
    results = [result for request in run.requests for result in request.results if result["name"] in tools]
    classes = [outcomes.of(each["name"], each["text"], is_error=each["is_error"]) for each in results]
    return UNKNOWN_TOOL if UNKNOWN_TOOL in classes else classes[-1] if classes else ""


def effects_of(trials: Iterable[Trial]) -> Mapping[str, str]:
    """Return the files that the trials of one run may make, with their words."""
    return {path: words for trial in trials for path, words in trial.files.items()}
