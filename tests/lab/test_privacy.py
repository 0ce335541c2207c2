"""Nothing of the machine is kept, and nothing else of a payload changes."""

from __future__ import annotations

import json
import urllib.parse
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.planting import ENCODINGS

from hookconform.ground.errors import HookconformError
from hookconform_lab.lab import privacy
from hookconform_lab.lab.privacy import redact
from hookconform_lab.lab.recording import write_rows
from hookconform_lab.redaction.kinds import kinds_in
from hookconform_lab.redaction.private import Private

FOLDER = Path("/tmp/hookconform-lab-0a1b2c")
HOME = f"{FOLDER}/home/dev"


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (f'{{"cwd":"{HOME}/project"}}', '{"cwd":"/home/dev/project"}'),
        (f'{{"{HOME}/a":1}}', '{"/home/dev/a":1}'),
        (json.dumps({"args": json.dumps({"file": f"{HOME}/a"})}), '{"args": "{\\"file\\": \\"/home/dev/a\\"}"}'),
        ('{"t":"-tmp-hookconform-lab-0a1b2c-home-dev-project"}', '{"t":"-home-dev-project"}'),
        (json.dumps({"u": urllib.parse.quote(HOME, safe="")}), '{"u": "%2Fhome%2Fdev"}'),
        ('{"p":"\\/tmp\\/hookconform-lab-0a1b2c\\/home\\/dev"}', '{"p":"\\/home\\/dev"}'),
        (json.dumps([*f"in {HOME}/a".encode(), 147]), json.dumps([*b"in /home/dev/a", 147])),
        (json.dumps([1, *str(FOLDER).encode()], separators=(",", ":")), "[1]"),
        (json.dumps([*str(FOLDER).encode(), 1], separators=(",", ":")), "[1]"),
        (json.dumps([*str(FOLDER).encode()]), "[]"),
    ],
)
def test_the_folder_goes_in_every_spelling(sent: str, kept: str) -> None:
    assert redact(sent, FOLDER) == kept


def test_long_text_is_elided_and_says_how_long_it_was() -> None:
    long, edge = "é\n" * 601, "x" * 1200
    payload = json.loads(redact(json.dumps({"long": long, "edge": edge, long: 1}), FOLDER))
    assert payload == {"long": "<elided: 1202 characters of platform text>", "edge": edge, long: 1}


def test_arguments_of_a_call_stay_whole() -> None:
    long = f"{HOME} " + "x" * 1200
    payload = {"tool_input": {"content": long, "edits": [{"new": long + "y"}]}, "other": "z" * 1201}
    kept = json.loads(redact(json.dumps(payload), FOLDER, ("/tool_input", "/absent")))
    whole = "/home/dev " + "x" * 1200
    assert kept["tool_input"] == {"content": whole, "edits": [{"new": whole + "y"}]}
    assert kept["other"] == "<elided: 1201 characters of platform text>"


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(_JSON, st.booleans(), st.sampled_from([None, (",", ":")]))
def test_a_payload_without_private_text_stays_byte_for_byte(
    value: object, ascii_only: bool, separators: tuple[str, str] | None
) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, separators=separators)
    assert redact(text, FOLDER) == text


MACHINE = frozenset({"machine"})


def test_names_are_found_as_words_and_values_anywhere() -> None:
    private = Private(hosts=("buildhost7",), users=("vm",), values=("s3cret-token-value",))
    assert kinds_in('{"h":"buildhost7"}', private, MACHINE) == ["name"]
    assert kinds_in('{"k":"xs3cret-token-valuex"}', private, MACHINE) == ["secret of the environment"]
    assert kinds_in('{"a":"nvme, buildhost77"}', private, MACHINE) == []


@pytest.mark.parametrize("encode", ENCODINGS.values(), ids=list(ENCODINGS))
def test_what_is_private_is_found_in_every_encoding(encode: Callable[[str], str], tmp_path: Path) -> None:
    private = Private(values=("s3cret-token-value",))
    row = {"payload_text": json.dumps({"a": encode("s3cret-token-value")})}
    with pytest.raises(HookconformError, match="Line 1"):
        write_rows(tmp_path / "out.jsonl", [row], private)


def test_what_is_private_is_read_from_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "buildhost7")
    monkeypatch.setattr("getpass.getuser", lambda: "someone")
    found = privacy.of_this_machine(
        {"TOKEN": "s3cret-token-value", "N": "1", "LANG": "C.UTF-8", "D": "/home/dev/x", "E": "/home/developer"}
    )
    assert {"buildhost7", "someone"} <= {*found.hosts, *found.users}
    assert "s3cret-token-value" in found.values
    assert "/home/developer" in found.values
    assert not {"1", "C.UTF-8", "/home/dev/x"} & set(found.values)


def test_a_recording_that_would_leak_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    rows = [{"payload_text": "{}"}, {"payload_text": '{"h":"buildhost7"}'}]
    with pytest.raises(HookconformError, match="Line 2") as caught:
        write_rows(path, rows, Private(hosts=("buildhost7",)))
    assert caught.value.code == "lab.leak"
    assert "buildhost7" not in caught.value.render()
    assert not path.exists()


def test_a_written_row_is_one_line_whatever_it_holds(tmp_path: Path) -> None:
    text = '{"a":"\u2028 \x85 \udcff"}'
    write_rows(tmp_path / "out.jsonl", [{"payload_text": text}], Private())
    (line,) = (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line) == {"payload_text": text}


def test_a_key_under_which_programs_write_has_a_limit_of_its_own(tmp_path: Path) -> None:
    words = "word " * 20
    text = json.dumps({"agentDescription": words, "prompt": words, "messages": [{"content": words * 5}]})
    elided = json.loads(redact(text, tmp_path))
    assert elided == {
        "agentDescription": "<elided: 100 characters of platform text>",
        "prompt": words,
        "messages": [{"content": "<elided: 500 characters of platform text>"}],
    }
