"""What differs between what a program does now and what the corpus says it did."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from hookconform.corpus.semantics import Answers, Row
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant


@dataclass(frozen=True, slots=True)
class Difference:
    """One step that a model is answered otherwise: what it was and what it is, in words."""

    model: str
    step: str
    detail: str


def differences(
    fresh: Iterable[Answers], known: Iterable[Answers], only: Container[str] | None = None
) -> list[Difference]:
    """Return what differs, model by model, step by step; `only` are the steps that were asked, None: all.

    Raises `HookconformError` (`semantics.unrecorded`) if the corpus has nothing of a model that was asked.
    """
    before = {item.model: item for item in known}
    found: list[Difference] = []
    for item in fresh:
        if item.model not in before:
            raise HookconformError(
                "semantics.unrecorded",
                f"The corpus does not say what {item.platform} {item.version} does for {item.model}.",
                hint=meant(item.model, before) if before else "It has no model of this version.",
            )
        found += [Difference(item.model, step, detail) for step, detail in _of_model(item, before[item.model], only)]
    return found


def _of_model(fresh: Answers, known: Answers, only: Container[str] | None) -> Iterator[tuple[str, str]]:
    for step, row in fresh.rows.items():
        old = known.rows.get(step)
        if old is None:
            yield step, "could not be said, now it can" if step in known.not_said else "is not in the corpus"
        elif old != row:
            yield step, "; ".join(_of_rows(old, row))
    for step in sorted(known.rows.keys() - fresh.rows.keys()):
        if only is None or step in only:
            yield step, "was answered, and was not asked now"


def _of_rows(old: Row, new: Row) -> Iterator[str]:
    for what, before, now in (
        ("outcome", [*old.earlier, old.outcome], [*new.earlier, new.outcome]),
        ("told", list(old.told), list(new.told)),
    ):
        if before != now:
            yield f"{what} was {', '.join(before) or 'nothing'}, is {', '.join(now) or 'nothing'}"
    for path in sorted(old.files.keys() | new.files.keys()):
        if old.files.get(path) != new.files.get(path):
            yield f"{path} was {_shown(old.files.get(path))}, is {_shown(new.files.get(path))}"


def _shown(data: bytes | None) -> str:
    return "not there" if data is None else repr(data)[1:]
