"""Texts told as numbers of bytes are looked into, redacted, doubted, masked and shown as the texts that they are."""

import json
from typing import Any

import pytest
from tests.support.planting import ENCODINGS, KNOWN, NEEDLES, PRIVATE, survivors

from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.ground.json_text import compact
from hookconform_lab.redaction.editing import mask
from hookconform_lab.redaction.gate import Gate
from hookconform_lab.redaction.kinds import kinds_in
from hookconform_lab.redaction.published import published
from hookconform_lab.redaction.redactor import Redactor

pytestmark = pytest.mark.whole


def numbers(text: str) -> list[int]:
    return list(text.encode())


def told(value: Any) -> str:
    """Return what a list of numbers says, whatever our own code takes it for."""
    return bytes(value).decode("utf-8", "replace")


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", KNOWN)
def test_what_is_private_is_redacted_in_bytes_and_in_what_they_encode(name: str, encoding: str) -> None:
    planted = numbers(ENCODINGS[encoding](KNOWN[name]))
    redacted = Redactor(PRIVATE).redact({"toolResult": {"stdout": planted, "n": [1, 2]}})
    assert survivors(told(redacted.payload["toolResult"]["stdout"]), NEEDLES) == []
    assert [item.pointer for item in redacted.redactions] == ["/toolResult/stdout"]
    assert redacted.payload["toolResult"]["n"] == [1, 2]


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")])
@pytest.mark.parametrize("outside", ["{}", "echo {} | xxd", "first line\n{}\nlast"])
def test_lists_of_bytes_that_stand_in_a_text_are_looked_into(
    name: str, separators: tuple[str, str], outside: str
) -> None:
    inner = json.dumps({"stdout": numbers(KNOWN[name])}, separators=separators)
    redacted = Redactor(PRIVATE).redact({"text": outside.format(inner)}).payload["text"]
    before, after = outside.split("{}")
    assert redacted.startswith(before)
    assert redacted.endswith(after)
    held = json.loads(redacted.removeprefix(before).removesuffix(after))["stdout"]
    assert survivors(told(held), NEEDLES) == []


def test_a_byte_that_is_no_text_hides_nothing_and_stays() -> None:
    planted = [255, *numbers("waltraud"), 0, 27, 200]
    held = Redactor(PRIVATE).redact({"a": planted}).payload["a"]
    assert held == [255, *numbers("dev"), 0, 27, 200]


def test_the_same_value_has_the_same_placeholder_as_in_a_text() -> None:
    session = "7d2b0a3e-5a0f-4a0e-9d7c-3f6f2f1f0b11"
    redacted = Redactor(PRIVATE).redact({"session_id": session, "stdout": numbers(f"in {session}")}).payload
    assert told(redacted["stdout"]) == f"in {redacted['session_id']}"


@pytest.mark.parametrize(
    "plain",
    [
        [],
        [1, 2],
        [10, 20, 30],
        [300, 104, 105],
        [104.0, 105, 110],
        [True, True, True, True],
        ["a"],
        [-1, 104, 105, 110],
    ],
)
def test_other_lists_stay_as_they_are(plain: list[Any]) -> None:
    assert Redactor(PRIVATE).redact({"a": plain}).payload == {"a": plain}


def test_a_long_output_in_bytes_is_left_out_as_a_long_text_is() -> None:
    held = Redactor(PRIVATE).redact({"stdout": numbers("some words " * 200)}).payload["stdout"]
    assert told(held) == "<elided: 2200 characters of platform text>"


def test_redacting_twice_changes_nothing() -> None:
    once = Redactor(PRIVATE).redact({"stdout": numbers(" ".join(KNOWN.values()))}).payload
    again = Redactor(PRIVATE).redact(once)
    assert (again.payload, again.redactions) == (once, ())


@pytest.fixture(scope="module")
def gate() -> Gate:
    return Gate(load_platform("grok-build"), published(corpus_root()))


BASE = {"hookEventName": "post_tool_use", "cwd": "/home/dev/project", "toolName": "run_terminal_command"}


@pytest.mark.parametrize(
    ("held", "kind"),
    [
        (numbers("launch the airship"), "text"),
        (numbers("AWS AKIAIOSFODNN7EXAMPLE"), "secret"),
        (numbers('{"airship": true}'), "text"),
        ("airship!".encode("utf-16-le"), "text"),
        (b"\xff\xfe\x01" * 8, "text"),
        (numbers("x" * 1201), "secret"),
    ],
)
def test_bytes_that_are_not_recognised_are_a_doubt_and_can_be_masked(gate: Gate, held: Any, kind: str) -> None:
    payload: dict[str, Any] = {**BASE, "toolResult": {"stdout": list(held)}}
    doubts = gate.doubts(payload, "PostToolUse")
    assert [(doubt.pointer, doubt.kind) for doubt in doubts] == [("/toolResult/stdout", kind)]
    masked = mask(payload, doubts)
    assert told(masked["toolResult"]["stdout"]).startswith("<redacted: text of up to ")
    assert gate.doubts(masked, "PostToolUse") == []


@pytest.mark.parametrize("held", ["hello\n", "<token-1>", "/home/dev/project/README.md", ""])
def test_bytes_of_what_is_harmless_as_a_text_are_harmless(gate: Gate, held: str) -> None:
    assert gate.doubts({**BASE, "toolResult": {"stdout": numbers(held)}}, "PostToolUse") == []


def test_the_lab_and_lint_look_into_them_too() -> None:
    payload = compact({"stdout": numbers(KNOWN["e-mail"])})
    assert kinds_in(payload, PRIVATE, frozenset({"anyone"})) == ["e-mail address"]
    assert kinds_in(compact({"stdout": numbers("all is well")}), PRIVATE, frozenset({"anyone"})) == []


def test_published_bytes_are_known() -> None:
    known = published(corpus_root())
    assert ("output", "oops\n") in known.values
