"""Lists of hooks in a YAML file of a person's own: what is theirs stays byte for byte, and what is odd is refused."""

from __future__ import annotations

import copy
import json
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.user_files import refused_and_left_alone

from hookconform.ground.errors import HookconformError
from hookconform_lab.cli.record import command
from hookconform_lab.recorder.registrations import registration_of
from hookconform_lab.recorder.yaml_lists import with_lists, without_lists

pytestmark = pytest.mark.whole

MARKER = "/data/o'neil/hook_recorder.py"
ENTRY = {"command": shlex.join(["/bin/sh", "-c", f'{shlex.quote(MARKER)} "é\\" || true']), "timeout": 10}
FILE = Path("config.yaml")
OWN = """\
# what I chose, and why
model:
    default: k2   # fast
    text: |
      hooks:
        pre_tool_call:
          - command: not a hook
hooks:                    # mine
  pre_tool_call:
  # the first
  - {command: mine, timeout: 5}  # in one line
  - command: >-
      two
      lines
    matcher: 'terminal'

  on_session_end:
      - command: "mine too"
  # the end of my hooks

terminal: {backend: local}
limit: .nan
when: 2026-11-21
"""


@pytest.fixture
def user_file(private: Path, project: Path) -> Path:
    (path,) = registration_of("hermes-agent").files("user", Path.cwd(), ())
    path.parent.mkdir()
    return path


def record(*arguments: str) -> Result:
    return CliRunner().invoke(command, [*arguments, "hermes-agent", "--scope", "user"], catch_exceptions=False)


def hooks(path: Path) -> dict[str, list[dict[str, Any]]]:
    return yaml.safe_load(path.read_text())["hooks"]


def is_subsequence(some: bytes, whole: bytes) -> bool:
    lines = iter(whole.splitlines(keepends=True))
    return all(line in lines for line in some.splitlines(keepends=True))


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n# the end", "\n\n\n"])
def test_everything_comes_back_byte_for_byte(user_file: Path, newline: str, end: str) -> None:
    original = (OWN.rstrip() + end).replace("\n", newline).encode()
    user_file.write_bytes(original)
    user_file.chmod(0o600)
    record("install")
    now = user_file.read_bytes()
    assert is_subsequence(original, now)
    assert b"\n" not in now.replace(b"\r\n", b"") or newline == "\n"
    said = hooks(user_file)
    assert [hook["command"] for hook in said["pre_tool_call"]][:2] == ["mine", "two lines"]
    assert "hook_recorder.py" in said["pre_tool_call"][2]["command"]
    assert [("hook_recorder.py" in hook["command"]) for hook in said["on_session_end"]] == [False, True]
    assert "restored byte for byte" in record("uninstall").output
    assert user_file.read_bytes() == original
    assert user_file.stat().st_mode & 0o777 == 0o600


def test_a_file_edited_meanwhile_loses_only_our_hooks(user_file: Path) -> None:
    user_file.write_text(OWN)
    record("install")
    user_file.write_text(user_file.read_text().replace("# fast", "# slow") + "later: 1 # mine\n")
    assert "edited since" in record("uninstall").output
    assert user_file.read_text() == OWN.replace("# fast", "# slow") + "later: 1 # mine\n"


@pytest.mark.parametrize(
    ("before", "left"),
    [
        ("a: 1\n", "a: 1\nlater: 2\n"),
        ("a: 1", "a: 1\nlater: 2\n"),
        ("# nothing yet\n", "# nothing yet\nlater: 2\n"),
        ("", "later: 2\n"),
        ("hooks: {}  # none\na: 1\n", "a: 1\nlater: 2\n"),
        ("hooks:\na: 1\n", "a: 1\nlater: 2\n"),
        ("hooks: ~\na: 1\n", "a: 1\nlater: 2\n"),
        ("hooks:\n  stop: [x]\na: 1\n", "hooks:\n  stop: [x]\na: 1\nlater: 2\n"),
        ("hooks:\n  pre_tool_call: []\na: 1\n", "a: 1\nlater: 2\n"),
        (
            "a: 1\nhooks:\n  pre_tool_call:\n    - command: x\n",
            "a: 1\nhooks:\n  pre_tool_call:\n    - command: x\nlater: 2\n",
        ),
    ],
)
def test_nothing_of_ours_is_left_wherever_it_was_put(user_file: Path, before: str, left: str) -> None:
    user_file.write_text(before)
    record("install")
    assert len(hooks(user_file)) >= len(registration_of("hermes-agent").events(None))
    user_file.write_text(user_file.read_text() + "later: 2\n")
    record("uninstall")
    assert user_file.read_text() == left


def test_hooks_that_the_program_wrote_anew_are_found_without_our_comments(user_file: Path) -> None:
    user_file.write_text("a: 1\nhooks:\n  pre_tool_call:\n  - command: mine\n")
    record("install")
    # Lines are broken at 80 characters, lists not indented, quotes other ones.
    user_file.write_text(yaml.safe_dump(yaml.safe_load(user_file.read_text()), sort_keys=False) + "# its advice\n")
    assert "our entries are out" in record("uninstall").output
    assert user_file.read_text() == "a: 1\nhooks:\n  pre_tool_call:\n  - command: mine\n# its advice\n"


def test_what_somebody_wrote_between_our_lines_stays(user_file: Path) -> None:
    record("install")
    text = user_file.read_text().replace("# End of", "# mine\n  mine:\n    - command: mine\n# End of")
    user_file.write_text(text)
    record("uninstall")
    assert user_file.read_text() == "hooks:\n# mine\n  mine:\n    - command: mine\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a: [1\n", "it is not YAML"),
        ("a: 1\n---\nb: 2\n", "it is not YAML"),
        ("a: !!python/object:os.system x\n", "it is not YAML"),
        ("a: 2026-13-45\n", "it is not YAML"),
        ("? [a]\n: 1\n", "it is not YAML"),
        ("- a\n", "not a mapping"),
        ("text\n", "not a mapping"),
        ('{"hooks": {}}', "cannot be added to it in place"),
        ("a: 1\n...\n", "cannot be added to it in place"),
        ("hooks: {pre_tool_call: [{command: mine}]}\n", "cannot be added to it in place"),
        ("hooks:\n  pre_tool_call: [{command: mine}]\n", "cannot be added to it in place"),
        ("hooks: &h\n  stop: []\nother: *h\n", "cannot be added to it in place"),
        ("hooks: {\n}\n", "cannot be added to it in place"),
        ("hooks:\n- a\n", "not a mapping of lists"),
        ("hooks: 1\n", "not a mapping of lists"),
        ("hooks:\n  pre_tool_call: 1\n", "no list of pre_tool_call"),
        ("a: " + "[" * 100_000, "nested too deeply"),
        ("a: 1\x00", "it is not YAML"),
        (b"a: '\xff'", "not UTF-8 at byte"),
    ],
)
def test_what_could_not_be_kept_is_refused_and_left_alone(user_file: Path, text: str | bytes, reason: str) -> None:
    assert reason in refused_and_left_alone(user_file, text, lambda: record("install"))


def test_a_file_whose_parts_stand_for_many_others_is_compared_in_time(user_file: Path) -> None:
    rows = ["l0: &l0 [x, x]"] + [f"l{n}: &l{n} [*l{n - 1}, *l{n - 1}]" for n in range(1, 40)]
    original = "\n".join([*rows, "me: &me [*me]", ""])
    user_file.write_text(original)
    record("install")
    assert user_file.read_text().startswith(original)
    record("uninstall")
    assert user_file.read_text() == original


@pytest.mark.parametrize(
    "form", ["hooks: {{stop: [{{command: {0}}}], a: [b]}}\n", "hooks:\n  stop: [{{command: {0}}}, {{command: mine}}]\n"]
)
def test_a_form_that_cannot_be_told_from_the_rest_is_left_to_the_person(user_file: Path, form: str) -> None:
    record("install")
    text = form.format(json.dumps(hooks(user_file)["pre_tool_call"][0]["command"]))
    user_file.write_text(text)
    with pytest.raises(HookconformError) as caught:
        record("uninstall")
    assert caught.value.code == "record.settings"
    assert "by hand" in caught.value.hint
    assert user_file.read_text() == text


def test_a_text_that_quotes_our_hooks_stays(user_file: Path) -> None:
    record("install")
    quoting = "notes: |\n" + "".join(f"  {line}\n" for line in user_file.read_text().splitlines())
    user_file.write_text(user_file.read_text() + quoting)
    # Comments of ours that stand in a text of theirs are theirs.
    with pytest.raises(HookconformError) as caught:
        record("uninstall")
    assert caught.value.code == "record.settings"
    assert user_file.read_text().endswith(quoting)


def test_a_project_can_have_no_hooks(user_file: Path) -> None:
    for action in ("install", "uninstall"):
        with pytest.raises(HookconformError) as caught:
            CliRunner().invoke(command, [action, "hermes-agent"], catch_exceptions=False)
        assert (caught.value.code, caught.value.where) == ("record.scope", "--scope")
    assert not user_file.exists()


def test_the_command_is_split_into_words_and_keeps_what_it_is_told(user_file: Path, private: Path) -> None:
    record("install")
    (hook,) = hooks(user_file)["pre_tool_call"]
    assert set(hook) == {"command", "timeout"}
    done = subprocess.run(shlex.split(hook["command"]), input=b'{"a": 1}', capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    (row,) = [json.loads(path.read_bytes()) for path in (private / "recordings" / "hermes-agent").iterdir()]
    assert (row["registered_event"], row["payload_text"]) == ("pre_tool_call", '{"a": 1}')


def test_events_that_carry_whole_requests_are_left_out_unless_they_are_asked_for(user_file: Path) -> None:
    record("install")
    assert {"pre_tool_call", "post_tool_call", "pre_llm_call", "on_session_start"} <= set(hooks(user_file))
    assert not any("api_request" in event for event in hooks(user_file))
    record("install", "--events", "pre_api_request")
    assert list(hooks(user_file)) == ["pre_api_request"]


def test_texts_are_written_so_that_they_are_read_back() -> None:
    odd = {"command": f"{MARKER} \t # : {{}} \\n"}
    for entry in (ENTRY, odd):
        added = with_lists(b"", FILE, {"Stop": entry})
        assert yaml.safe_load(added) == {"hooks": {"Stop": [entry]}}
        assert without_lists(added, FILE, MARKER) == (b"", 1)


@pytest.mark.parametrize("command_line", ["\udcff/x", "\x7f"])
def test_a_command_that_yaml_cannot_hold_is_refused(command_line: str) -> None:
    with pytest.raises(HookconformError) as caught:
        with_lists(b"", FILE, {"Stop": {"command": command_line}})
    assert caught.value.code == "record.settings"


lines = st.sampled_from(
    [
        "# comment", "", "  ", "a: 1", "t:", "  u: 2", "hooks:", "  Stop:", "  - command: mine", "    - command: mine",
        "    timeout: 5", "  Other:", "  Other: [x]", "  Stop: []", "hooks: {}", "s: |", "s: |+", "    text",
        "  # inner",
        "...",
        "---", "k: &k [1]", "m: *k", "hooks: null", '"hooks":', "? hooks",
        f'  - command: "{MARKER}"',
        "\u2028", "t: 'a", "  b'",
    ]
)  # fmt: skip


@given(text=st.lists(lines, max_size=12).map("\n".join), end=st.sampled_from(["", "\n"]))
@settings(max_examples=200, deadline=None, derandomize=True, database=None)
def test_adding_and_taking_out_never_changes_what_a_file_says(text: str, end: str) -> None:
    original = (text + end).encode()
    try:
        added = with_lists(original, FILE, {"Stop": ENTRY, "Start": ENTRY})
    except HookconformError:
        return
    before = yaml.safe_load(original) or {}
    expected = copy.deepcopy(before)
    theirs = {
        event: [hook for hook in its if MARKER not in str(hook)] if isinstance(its, list) else its
        for event, its in (expected.pop("hooks", None) or {}).items()
    }
    try:
        left, _ = without_lists(added, FILE, MARKER)
    except HookconformError:
        return
    after = yaml.safe_load(left) or {}
    now = after.pop("hooks", None) or {}
    assert repr(sorted(after.items(), key=repr)) == repr(sorted(expected.items(), key=repr))
    assert {event: its for event, its in now.items() if its} == {event: its for event, its in theirs.items() if its}
    assert all(line in original.decode() for line in left.decode().splitlines())
