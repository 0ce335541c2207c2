"""How changes between releases are printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from hookconform.effects.forms import load_forms
from hookconform.ground.errors import HookconformError
from hookconform.ground.plain_text import counted
from hookconform_lab.lab.driver import Driver
from hookconform_lab.sweep.bisecting import Change
from hookconform_lab.sweep.since import Answer
from hookconform_lab.sweep.wording import changed_answers


def as_lines(driver: Driver, answer: Answer) -> Iterator[str]:
    """Yield each change: the two releases, whether they are neighbours, what changed in plain words."""
    if not answer.changes:
        yield f"no change between {answer.compared[0]} and {answer.compared[-1]}"
    for change in answer.changes:
        gap = f", {counted(len(change.between), 'release')} between them" if change.between else ", neighbours"
        yield f"{change.older} → {change.newer}{gap}"
        for line in sentences(driver.platform, change):
            yield f"  {line}"
        for version, why in change.between:
            yield f"  {version}: {why}"
    yield from (f"{version} was not compared: {why}" for version, why in answer.silent)


def sentences(platform: str, change: Change) -> Iterator[str]:
    """Yield what changed, a sentence each."""
    name = change.names[0]
    if isinstance(change.after[name], str):
        yield from (f"{one}: {change.before[one]} → {change.after[one]}" for one in change.names)
        return
    try:
        forms = {form.id: form for form in load_forms(platform, change.newer)}
    except HookconformError:
        forms = {}
    yield from changed_answers(change.before, change.after, change.names, forms)


def as_document(platform: str, claim: str, answer: Answer) -> dict[str, Any]:
    """Return the answer as JSON."""
    return {
        "platform": platform,
        "claim": claim,
        "compared": answer.compared,
        "not_compared": [{"version": version, "why": why} for version, why in answer.silent],
        "units_run": answer.run,
        "changes": [
            {
                **{key: value for key, value in asdict(change).items() if key not in {"before", "after", "between"}},
                "exact": change.is_exact,
                "before": {name: change.before[name] for name in change.names},
                "after": {name: change.after[name] for name in change.names},
                "between": [{"version": version, "why": why} for version, why in change.between],
                "in_words": list(sentences(platform, change)),
            }
            for change in answer.changes
        ],
    }
