"""What is said of a document that does not follow its schema: place by place, the first few, and how many more."""

from __future__ import annotations

import pytest

from hookconform.corpus import schemas
from hookconform.ground.errors import HookconformError


def known_failures(*rows: object) -> list[object]:
    return [{"check": "gemini-cli/synthetic/a::event", "reason": "not yet"}, *rows]


def test_what_follows_its_schema_passes() -> None:
    assert schemas.problems(known_failures(), "known-failures") == []
    schemas.check(known_failures(), "known-failures", where="x.yaml")


@pytest.mark.parametrize(("wrong", "more"), [(1, ""), (5, ""), (6, "... and 1 more"), (9, "... and 4 more")])
def test_the_first_five_problems_are_shown_and_the_rest_is_counted(wrong: int, more: str) -> None:
    rows = known_failures(*range(wrong))
    with pytest.raises(HookconformError) as caught:
        schemas.check(rows, "known-failures", where="x.yaml")
    error = caught.value
    assert (error.code, error.where) == ("schema.known-failures", "x.yaml")
    assert "schema/known-failures.schema.json" in error.hint
    first, *shown = [line.strip() for line in error.what.splitlines()]
    assert first == "This does not follow the schema `known-failures`:"
    assert [line.split(":")[0] for line in shown if line != more] == [
        f"/{place}" for place in range(1, min(wrong, 5) + 1)
    ]
    assert shown[-1] == more or not more
    assert len(schemas.problems(rows, "known-failures")) == wrong


@pytest.mark.parametrize("value", ["\udcff", float("nan"), {1: 2}, {"check": b"x", "reason": "y"}, None, 7])
def test_what_is_no_json_is_a_problem_and_no_traceback(value: object) -> None:
    assert schemas.problems(known_failures(value), "known-failures")


def test_the_document_itself_has_a_place() -> None:
    assert schemas.problems({}, "known-failures")[0].startswith("/: ")
