"""Every room of a platform is there, or the platform says why not.

What nobody can repeat or read is a finding. What a recorded platform may go without is only said (`lacks`), and so is a
missing adapter: the rows are then unjudged. Of a documented platform no instrument is missing. There is no program to
drive, `not_covered` says why, and `hookconform platforms` shows it to those who ask.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator

from hookconform.corpus.claims import Platform
from hookconform_lab.lint.reading import Corpus
from hookconform_lab.parts import has_part

# Parts of the instrument (`hookconform_lab.platforms.<platform>.<part>`) → what is not there without them.
_PARTS = {"driver": "the lab cannot run it", "effect": "what it does with answers is not modelled"}
_SCRIPTED = "scripted-model"


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield platforms without a case, with data that no part of theirs can repeat, and gaps without a reason."""
    cases = Counter(case.platform for case in corpus.cases)
    captured = Counter(case.platform for case in corpus.cases if case.is_captured)
    scripted = {case.platform for case in corpus.cases if case.origin.get("driver") == _SCRIPTED}
    for platform in corpus.platforms.values():
        for problem in _problems(platform, captured[platform.id], scripted=platform.id in scripted):
            yield platform.id, problem
        if not cases[platform.id] and platform.id not in corpus.partly_read:
            yield platform.id, "it has no case: nothing shows what its payloads look like"


def lacks(corpus: Corpus, adapters: Container[str]) -> Iterator[tuple[str, str]]:
    """Yield each platform that goes without a part, with what that means; `adapters` names those that have one."""
    for platform in corpus.platforms.values():
        parts = {} if platform.is_documented else _PARTS
        missing = [f"no {part} ({words})" for part, words in parts.items() if not has_part(platform.id, part)]
        if platform.id not in adapters:
            missing.append("no adapter (its rows are unjudged)")
        if missing:
            yield platform.id, ", ".join(missing)


def _problems(platform: Platform, captured: int, *, scripted: bool) -> Iterator[str]:
    if platform.is_documented:
        if captured:
            yield "evidence_policy is documented, but there are captured cases"
        if not platform.not_covered:
            yield "it is documented only, and not_covered does not say what could not be recorded, and why"
    elif not captured:
        yield "evidence_policy is captured, but no case is"
    if scripted and not has_part(platform.id, "driver"):
        yield "its cases were recorded with a scripted model, but it has no driver to record them again"
    if any((platform.path.parent / "responses").glob("*.json")) and not has_part(platform.id, "effect"):
        yield "it has measured answers, but no effect that models them"
