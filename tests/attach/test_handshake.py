"""The answer to `initialize` against the manifest: each disagreement is named, and what was said is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hookconform.attach.calls import Broken, Refusal, Result
from hookconform.attach.handshake import check_identity, disagreements
from hookconform.ground.errors import HookconformError

IDENTITY: dict[str, Any] = {key: value for key, value in fakes.MANIFEST.items() if key != "run"}


def error(response: Any, *said: str) -> HookconformError:
    with pytest.raises(HookconformError) as caught:
        check_identity(fakes.manifest(Path("/m")), response, said)
    assert caught.value.where == "/m/adapter.toml"
    return caught.value


def test_an_adapter_that_does_not_answer_is_an_error_with_what_it_said() -> None:
    raised = error(Broken("it ended"), "no licence", "bye")
    assert (raised.code, raised.exit_code) == ("adapter.start", 3)
    assert raised.what == "The adapter did not answer `initialize`: it ended"
    assert raised.shown == ("no licence", "bye")
    assert raised.hint == "Run the command of the manifest by hand in its folder."
    assert error(Refusal(-1, "no")).what == "The adapter did not answer `initialize`: error -1: no"


@pytest.mark.parametrize(("length", "whole"), [(9000, True), (9001, False)])
def test_the_words_of_an_error_are_kept_to_a_length(length: int, whole: bool) -> None:
    start = "The adapter did not answer `initialize`: "
    what = error(Broken("x" * (length - len(start)))).what
    assert (len(what) == length and "…" not in what) is whole
    start, end = "The adapter is not what its manifest says: name is 'fake' in the manifest, but '", "' in the answer."
    what = error(Result(IDENTITY | {"name": "x" * (length - len(start) - len(end))})).what
    assert (len(what) == length and "…" not in what) is whole


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (IDENTITY, []),
        # What the program leaves out is stated in the manifest alone.
        ({key: IDENTITY[key] for key in ("protocol", "name", "version", "language")}, []),
        (IDENTITY | {"protocol": 1}, ["protocol is 2 in the manifest, but 1 in the answer"]),
        ({}, ["protocol is 2 in the manifest, but None in the answer"]),
        (
            IDENTITY | {"name": "a", "version": "2"},
            [
                "name is 'fake' in the manifest, but 'a' in the answer",
                "version is '1' in the manifest, but '2' in the answer",
            ],
        ),
        (IDENTITY | {"tier": "core"}, ["tier is 'extended' in the manifest, but 'core' in the answer"]),
        (
            IDENTITY | {"platforms": [], "capabilities": ["input", "event"]},
            [
                "the program does not offer the platforms gemini-cli",
                "the program does not offer the capabilities refusal, result, tool-name",
            ],
        ),
    ],
)
def test_each_disagreement_is_named(value: Any, expected: list[str]) -> None:
    assert disagreements(fakes.manifest(Path("/m")), Result(value)) == expected


def test_what_is_no_answer_at_all_is_said_in_its_own_words() -> None:
    manifest = fakes.manifest(Path("/m"))
    assert disagreements(manifest, Broken("it ended")) == ["it ended"]
    for value in ([], None, "x"):
        (words,) = disagreements(manifest, Result(value))
        assert words.startswith("the answer to initialize does not follow the protocol (/initialize: ")


def test_a_disagreement_is_an_error_with_a_remedy() -> None:
    raised = error(Result(IDENTITY | {"name": "a", "version": "2"}))
    assert (raised.code, raised.exit_code) == ("adapter.identity", 2)
    assert raised.what == (
        "The adapter is not what its manifest says: name is 'fake' in the manifest, but 'a' in the answer; "
        "version is '1' in the manifest, but '2' in the answer."
    )
    assert raised.hint == "Make the manifest and the answer to `initialize` agree."


def test_the_program_names_its_platforms_only_where_the_manifest_leaves_it_to_it() -> None:
    answer = Result(IDENTITY | {"platforms": ["codex", "gemini-cli"]})
    assert check_identity(fakes.manifest(Path("/m")), answer).platforms == {"gemini-cli"}
    assert check_identity(fakes.manifest(Path("/m"), platforms="all"), answer).platforms == {"codex", "gemini-cli"}
    none = Result(IDENTITY | {"platforms": []})
    assert disagreements(fakes.manifest(Path("/m"), platforms="all"), none) == [
        "platforms is 'all' in the manifest, but the answer names none"
    ]


@pytest.mark.parametrize(("engine", "lacks"), [("own", ["input", "rules"]), ("reference", ["input"])])
def test_only_rules_need_no_method_where_the_reference_engine_judges_them(engine: str, lacks: list[str]) -> None:
    manifest = fakes.manifest(Path("/m"), capabilities=["event", "input", "rules"], rule_engine=engine)
    found = disagreements(manifest, Result(IDENTITY | {"capabilities": ["event"]}))
    assert found == [f"the program does not offer the capabilities {', '.join(lacks)}"]
