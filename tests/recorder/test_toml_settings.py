"""Tables of hooks in a TOML file of a person's own: what is theirs stays byte for byte, and what is odd is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.user_files import refused_and_left_alone

from hookconform.ground.errors import HookconformError
from hookconform_lab.cli.record import command
from hookconform_lab.recorder.registrations import registration_of
from hookconform_lab.recorder.toml_tables import with_tables, without_tables

MARKER = "/data/o'neil/hook_recorder.py"
ENTRY = {"event": "Stop", "command": f"python '{MARKER}' \"é\\\" || true", "timeout": 10}
FILE = Path("config.toml")
OWN = """# what I chose, and why
default_model = "k2"   # fast
text = '''
[[hooks]]
event = "not a table"
'''

[[hooks]]
event = "PreToolUse"  # mine
command = 'mine'

[models.k2]
limit = nan
when = 2026-11-21T02:31:32Z
"""


@pytest.fixture
def user_file(private: Path, project: Path) -> Path:
    (path,) = registration_of("kimi-code").files("user", Path.cwd(), ())
    path.parent.mkdir()
    return path


def record(*arguments: str) -> Result:
    return CliRunner().invoke(command, [*arguments, "kimi-code", "--scope", "user"], catch_exceptions=False)


def hooks(path: Path) -> list[dict[str, Any]]:
    return tomllib.loads(path.read_text())["hooks"]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n# the end", "\n\n\n"])
def test_everything_comes_back_byte_for_byte(user_file: Path, newline: str, end: str) -> None:
    original = (OWN.rstrip() + end).replace("\n", newline).encode()
    user_file.write_bytes(original)
    user_file.chmod(0o600)
    record("install")
    now = user_file.read_bytes()
    assert now.startswith(original)
    assert [hook["event"] for hook in hooks(user_file)][:2] == ["PreToolUse", "PreToolUse"]
    assert b"\n" not in now.replace(b"\r\n", b"") or newline == "\n"
    assert "restored byte for byte" in record("uninstall").output
    assert user_file.read_bytes() == original
    assert user_file.stat().st_mode & 0o777 == 0o600


def test_a_file_edited_meanwhile_loses_only_our_tables(user_file: Path) -> None:
    user_file.write_text(OWN)
    record("install")
    more = '# later\n[[hooks]]\nevent = "Stop"\ncommand = "mine too"\n\n[thinking]\nmode = "on"\n'
    user_file.write_text(user_file.read_text().replace("fast", "slow") + more)
    assert "edited since" in record("uninstall").output
    assert user_file.read_text() == OWN.replace("fast", "slow") + more


def test_tables_that_the_program_wrote_anew_are_found_without_our_comments(user_file: Path) -> None:
    record("install")
    ours = "".join(
        f"[[hooks]]\ntimeout = 10\ncommand = '{hook['command']}'\nevent = '{hook['event']}'\n\n"
        for hook in hooks(user_file)
    )
    user_file.write_text(f'default_model = "k2"\n\n{ours}[thinking]\nmode = "on"\n')
    assert "our entries are out" in record("uninstall").output
    assert user_file.read_text().replace("\n", "") == 'default_model = "k2"[thinking]mode = "on"'


def test_what_somebody_wrote_between_our_lines_stays(user_file: Path) -> None:
    record("install")
    text = user_file.read_text().replace("# End of", "# mine\n[[hooks]]\nevent = 'Stop'\ncommand = 'mine'\n# End of")
    user_file.write_text(text)
    record("uninstall")
    assert user_file.read_text() == "# mine\n[[hooks]]\nevent = 'Stop'\ncommand = 'mine'\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a = 1\na = 2\n", "it is not TOML"),
        ("\ufeffa = 1\n", "it is not TOML"),
        ('{"hooks": {}}', "it is not TOML"),
        ("hooks = []\n", "cannot be added at its end"),
        ("hooks = [{event = 'Stop', command = 'mine'}]\n", "cannot be added at its end"),
        ("[hooks]\nStop = 'mine'\n", "not a list of tables"),
        ("hooks = 1\n", "not a list of tables"),
        ("a = " + "[" * 100_000, "nested too deeply"),
        ("a = " + "9" * 5000, "it is not TOML"),
        ("a = 'cut off", "it is not TOML"),
        ("a = 1\x00", "it is not TOML"),
        (b"a = '\xff'", "not UTF-8 at byte"),
    ],
)
def test_what_could_not_be_kept_is_refused_and_left_alone(user_file: Path, text: str | bytes, reason: str) -> None:
    assert reason in refused_and_left_alone(user_file, text, lambda: record("install"))


def test_a_form_that_cannot_be_told_from_the_rest_is_left_to_the_person(user_file: Path) -> None:
    record("install")
    text = f"hooks = [{{event = 'Stop', command = \"{hooks(user_file)[0]['command']}\"}}]\n"
    user_file.write_text(text)
    with pytest.raises(HookconformError) as caught:
        record("uninstall")
    assert caught.value.code == "record.settings"
    assert "by hand" in caught.value.hint
    assert user_file.read_text() == text


def test_a_text_that_quotes_our_tables_stays(user_file: Path) -> None:
    record("install")
    quoting = f"[notes]\nsaid = '''\n{user_file.read_text()}'''\n"
    user_file.write_text(user_file.read_text() + quoting)
    with pytest.raises(HookconformError) as caught:
        record("uninstall")
    assert caught.value.code == "record.settings"
    assert user_file.read_text().endswith(quoting)


def test_a_project_can_have_no_hooks(user_file: Path) -> None:
    for action in ("install", "uninstall"):
        with pytest.raises(HookconformError) as caught:
            CliRunner().invoke(command, [action, "kimi-code"], catch_exceptions=False)
        assert (caught.value.code, caught.value.where) == ("record.scope", "--scope")
        assert "--scope user" in caught.value.hint
    assert not user_file.exists()


def test_a_table_has_no_key_that_the_program_refuses(user_file: Path) -> None:
    record("install")
    # It refuses the whole file otherwise: its schema is strict, and the time is seconds.
    assert {tuple(hook) for hook in hooks(user_file)} == {("event", "command", "timeout")}
    assert all(1 <= hook["timeout"] <= 600 for hook in hooks(user_file))


def test_texts_are_written_so_that_they_are_read_back() -> None:
    added = with_tables(b"", FILE, [ENTRY])
    assert tomllib.loads(added.decode())["hooks"] == [ENTRY]
    assert without_tables(added, FILE, MARKER) == (b"", 1)


@pytest.mark.parametrize("command_line", ["\udcff/x", "\x7f"])
def test_a_command_that_toml_cannot_hold_is_refused(command_line: str) -> None:
    with pytest.raises(HookconformError) as caught:
        with_tables(b"", FILE, [{"event": "Stop", "command": command_line}])
    assert caught.value.code == "record.settings"


def test_what_equals_nothing_is_no_difference() -> None:
    assert tomllib.loads(with_tables(b"a = nan\n", FILE, [ENTRY]).decode()).keys() == {"a", "hooks"}


lines = st.sampled_from(
    [
        "# comment", "", "  ", "a.b = 1", "[t]", "[t.u]", "[[hooks]]", "event = 'Stop'", "command = 'mine'",
        "[[other]]", "x = [", "  [1, 2],", "]", "s = '''", "'''", "[hooks.env]", "k = {a = 1}", "n = nan",
        "[ [hooks] ]", '[["hooks"]]', f'command = "{MARKER}"',
    ]
)  # fmt: skip


@pytest.mark.whole
@given(text=st.lists(lines, max_size=14).map("\n".join))
@settings(max_examples=400, deadline=None, derandomize=True, database=None)
def test_adding_and_taking_out_never_changes_what_a_file_says(text: str) -> None:
    try:
        added = with_tables(text.encode(), FILE, [ENTRY, ENTRY])
    except HookconformError:
        return
    before = tomllib.loads(text)
    theirs = [hook for hook in before.get("hooks", []) if MARKER not in str(hook.get("command"))]
    try:
        left, count = without_tables(added, FILE, MARKER)
    except HookconformError:
        assert len(theirs) < len(before.get("hooks", []))
        return
    assert count == 2 + len(before.get("hooks", [])) - len(theirs)
    after = tomllib.loads(left.decode())
    assert repr(after.pop("hooks", [])) == repr(theirs)
    before.pop("hooks", None)
    assert repr(sorted(after.items())) == repr(sorted(before.items()))
    if count == len([ENTRY, ENTRY]):
        assert left.decode() in (text, f"{text}\n")
