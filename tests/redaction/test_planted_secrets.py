"""Secrets planted at every position, in every encoding: none may reach a file."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.planting import ENCODINGS, KNOWN, NEEDLES, PRIVATE, survivors

from hookconform.corpus.locate import corpus_root
from hookconform.ground.json_text import compact
from hookconform_lab.intake.recordings import Recording
from hookconform_lab.recorder.inbox import Inbox, Received
from hookconform_lab.recorder.review_session import Session, accept_cleared
from hookconform_lab.recorder.reviewing import Review, Reviewer
from hookconform_lab.redaction.redactor import Redactor

pytestmark = pytest.mark.whole


def payload_with(value: Any, position: str) -> dict[str, Any]:
    payload: dict[str, Any] = {
        "session_id": "7d2b0a3e-5a0f-4a0e-9d7c-3f6f2f1f0b11",
        "transcript_path": "/home/waltraud/.gemini/tmp/zeppelin-merger/chats/session-2026-11-21T02-31-7d2b0a3e.jsonl",
        "cwd": "/home/waltraud/clients/zeppelin-merger",
        "hook_event_name": "AfterTool",
        "timestamp": "2026-11-21T02:31:32.915Z",
        "tool_name": "run_shell_command",
        "tool_input": {"command": "echo ok", "description": "say ok"},
        "tool_response": {"llmContent": "ok", "returnDisplay": "ok"},
    }
    holder, key, planted = POSITIONS[position](value)
    (payload[holder] if holder else payload)[key] = planted
    return payload


# Position → the object it is in (empty: the payload itself), the key, and the value with the planted one in it.
POSITIONS: dict[str, Callable[[Any], tuple[str, str, Any]]] = {
    "top level": lambda value: ("", "message", value),
    "argument": lambda value: ("tool_input", "command", value),
    "key": lambda value: ("tool_input", str(value), True),
    "list": lambda value: ("tool_input", "paths", ["src", value]),
    "deep": lambda value: ("tool_response", "returnDisplay", {"a": [{"b": {"c": value}}]}),
    "folder": lambda value: ("", "transcript_path", f"/home/dev/project/{value}/x.json"),
    "session": lambda value: ("", "session_id", value),
    "tool name": lambda value: ("", "tool_name", value),
    "event name": lambda value: ("", "hook_event_name", value),
    "time": lambda value: ("", "timestamp", value),
}


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", KNOWN)
def test_what_is_known_to_be_private_is_redacted_in_every_encoding(name: str, encoding: str) -> None:
    planted = ENCODINGS[encoding](KNOWN[name])
    payload = {"text": planted, "cwd": "/home/waltraud/clients/zeppelin-merger"}
    redacted = Redactor(PRIVATE).redact(payload)
    assert survivors(compact(redacted.payload), NEEDLES) == []
    assert any(item.pointer == "/text" for item in redacted.redactions)


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("name", KNOWN)
def test_what_is_known_to_be_private_is_redacted_at_every_position(name: str, position: str) -> None:
    redacted = Redactor(PRIVATE).redact(payload_with(KNOWN[name], position))
    assert survivors(compact(redacted.payload), NEEDLES) == []


def received(payload: dict[str, Any], source: Path) -> Received:
    text = compact(payload)
    recording = Recording(
        platform="gemini-cli",
        version="0.99.0",
        registered_event="AfterTool",
        payload_text=text,
        payload=payload,
        scenario="",
        model=None,
        recorded="2026-11-21",
        where="test",
    )
    return Received(source, recording)


@cache
def reviewer() -> Reviewer:
    return Reviewer(corpus_root(), private=PRIVATE)


ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
# Character by character: `st.text` also draws constants of whatever modules are imported at the moment, event names
# among them, which are published and no secrets.
secrets = st.lists(st.sampled_from(ALPHABET), min_size=9, max_size=40).map("".join)
pieces = st.tuples(st.sampled_from(sorted(ENCODINGS)), st.sampled_from(sorted(POSITIONS)))


@given(secret=secrets, piece=pieces, masked=st.booleans())
@settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_no_secret_of_any_form_passes_unasked(
    tmp_path: Path, secret: str, piece: tuple[str, str], masked: bool
) -> None:
    encoding, position = piece
    value = ENCODINGS[encoding](secret)
    out = tmp_path / "contribution"
    source = tmp_path / "raw.json"
    session = Session(corpus_root(), out, version=None, mask=masked)
    item = received(payload_with(value, position), source)
    list(session.run(Inbox((item,), ()), accept_cleared))
    written = "".join(path.name + path.read_text() for path in out.glob("*")) if out.exists() else ""
    assert survivors(written, (secret,)) == []
    for path in out.glob("*"):
        path.unlink()


@given(secret=secrets, piece=pieces)
@settings(max_examples=100, deadline=None, derandomize=True, database=None)
def test_a_doubt_never_tells_the_value(secret: str, piece: tuple[str, str]) -> None:
    encoding, position = piece
    item = received(payload_with(ENCODINGS[encoding](secret), position), Path("x"))
    (review,) = reviewer().reviews([item])
    assert isinstance(review, Review)
    assert survivors(" ".join(doubt.render() for doubt in review.doubts), (secret,)) == []


@given(number=st.integers(min_value=10**5, max_value=10**18), position=st.sampled_from(["argument", "list", "deep"]))
@settings(max_examples=50, deadline=None, derandomize=True, database=None)
def test_no_large_number_passes_unasked(number: int, position: str) -> None:
    (review,) = reviewer().reviews([received(payload_with(number, position), Path("x"))])
    assert isinstance(review, Review)
    assert not review.cleared or str(number) not in review.recording.payload_text


@given(secret=secrets, piece=pieces)
@settings(max_examples=60, deadline=None, derandomize=True, database=None)
def test_redacting_twice_changes_nothing(secret: str, piece: tuple[str, str]) -> None:
    encoding, position = piece
    once = Redactor(PRIVATE).redact(payload_with(ENCODINGS[encoding](secret), position)).payload
    again = Redactor(PRIVATE).redact(once)
    assert (again.payload, again.redactions) == (once, ())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=15,
)


@given(value=json_values)
@settings(max_examples=60, deadline=None, derandomize=True, database=None)
def test_types_and_order_stay(value: Any) -> None:
    payload = {"a": value, "b": 1}
    assert shape(Redactor(PRIVATE).redact(payload).payload) == shape(payload)


def shape(value: Any) -> Any:
    if isinstance(value, dict):
        return [shape(inner) for inner in value.values()]
    if isinstance(value, list):
        return ("list", [shape(inner) for inner in value])
    return type(value)
