"""Fuzzing itself: the same seed does the same, what must not come out is found, and a bounded run finds nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random

import pytest
from click.testing import CliRunner

from tests.fuzz import guard, plain, seeds
from tests.fuzz.__main__ import command
from tests.fuzz.mutator import mutated
from tests.fuzz.seeds import Seed
from tests.fuzz.targets import TARGETS, Target

pytestmark = pytest.mark.whole

PAYLOAD = Seed("gemini-cli", "1.0.0", "BeforeTool", '{"tool_name":"read_file","tool_input":{"file_path":"a"}}')


class AllowedError(Exception):
    """What the planted targets document."""


def target(run: Callable[[str, Seed, Random], None], **changes: object) -> Target:
    fields: dict[str, object] = {
        "name": "planted",
        "start": as_it_is,
        "others": lambda: (PAYLOAD.text,),
        "run": run,
        "allowed": (AllowedError,),
        "calls": (50, 2),
    }
    return Target(**{**fields, **changes})  # type: ignore[arg-type]


def as_it_is(seed: Seed, random: Random) -> str:
    del random
    return seed.text


def planted(text: str, seed: Seed, random: Random) -> None:
    del seed, random
    if "\u202e" in text:
        raise KeyError(text)
    raise AllowedError


def recursive(text: str, seed: Seed, random: Random) -> None:
    recursive(text, seed, random)


def backtracking(text: str, seed: Seed, random: Random) -> None:
    del text, seed, random
    re.match(r"(a+)+$", "a" * 60 + "b")


def quadratic(text: str, seed: Seed, random: Random) -> None:
    del seed, random
    for _ in text:
        for one in text:
            ord(one)


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_the_same_seed_gives_the_same_executions(name: str) -> None:
    def texts(seed: int) -> list[str]:
        found: list[str] = []
        for number in range(30):
            random = Random(f"{seed} {number}")
            found.append(TARGETS[name].text(random.choice(seeds.payloads()), random))
        return found

    assert texts(1) == texts(1)
    assert texts(1) != texts(2)


def test_a_mutation_changes_something_and_reaches_every_depth() -> None:
    texts = {mutated(PAYLOAD.text, (PAYLOAD.text,), Random(number)) for number in range(500)}
    assert len(texts) > 400
    assert any('"read_file"' not in text for text in texts)
    assert any('"file_path":"a"' not in text for text in texts)
    assert any(text.count("[") > 400 for text in texts)
    assert any("\ud800" in text for text in texts)


def test_what_is_not_documented_is_found_and_shown_again_by_its_number() -> None:
    found = list(plain.run(target(planted), seed=3, executions=400, done=lambda: None))
    assert [one.finding.kind for one in found] == ["KeyError"], "once a kind and place"
    again = plain.execute(target(planted), 3, found[0].number)
    assert again is not None
    assert again.text == found[0].text


@pytest.mark.parametrize(("run", "kind"), [(recursive, "RecursionError"), (quadratic, "calls")])
def test_what_grows_without_bound_is_found(run: Callable[[str, Seed, Random], None], kind: str) -> None:
    finding = guard.watched(target(run), PAYLOAD.text, PAYLOAD, Random(0))
    assert finding is not None
    assert finding.kind == kind


def test_what_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "_LIMIT", 0.05)
    finding = guard.watched(target(backtracking), PAYLOAD.text, PAYLOAD, Random(0), count=False)
    assert finding is not None
    assert finding.kind == "endless"


def test_a_documented_error_is_no_finding() -> None:
    assert guard.watched(target(planted), "harmless", PAYLOAD, Random(0)) is None


def test_a_bounded_run_finds_nothing_and_says_how_much_it_did() -> None:
    result = CliRunner().invoke(command, ["--engine", "plain", "--executions", "202"], catch_exceptions=False)
    assert (result.exit_code, result.output.splitlines()[-1]) == (0, "202 executions, 0 findings"), result.output
    assert "canonicalize: 41 executions" in result.output


def test_one_execution_is_repeated_by_its_number() -> None:
    arguments = ["--target", "match", "--seed", "5", "--at", "77"]
    result = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert (result.exit_code, result.output) == (0, "1 execution, 0 findings\n")
    assert CliRunner().invoke(command, ["--at", "77"]).exit_code == 2


def test_a_finding_fails_the_run_and_says_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TARGETS, "match", target(planted, name="match"))
    arguments = ["--target", "match", "--engine", "plain", "--executions", "300", "--seed", "3"]
    result = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert result.exit_code == 1
    assert result.output.splitlines()[-1] == "300 executions, 1 findings"
    assert "\u202e" not in result.output
    again = re.search(r"python -m tests\.fuzz (.+)", result.output)
    assert again
    repeated = CliRunner().invoke(command, again[1].split(), catch_exceptions=False)
    assert (repeated.exit_code, repeated.output.splitlines()[0]) == (1, result.output.splitlines()[0])


def test_no_text_is_longer_than_what_is_promised_to_be_read_in_time() -> None:
    deep = json.dumps({"v": [[[[list(range(3000))] * 10] * 4]]})
    lengths = [len(mutated(deep, (deep,), Random(number))) for number in range(60)]
    assert max(lengths) <= 300_000
    assert max(lengths) > 100_000
