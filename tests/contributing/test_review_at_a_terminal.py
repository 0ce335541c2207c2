"""A person at a terminal sees what would be published, and decides for each recording."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.reviewing import Feed, Payload, kept, run

from hookconform_lab.cli.record_commands import review

pytestmark = [pytest.mark.whole, pytest.mark.usefixtures("corpus", "terminal")]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command believe that somebody is there; click's runner types."""
    monkeypatch.setattr(review, "is_terminal", lambda: True)


def test_a_recording_is_shown_as_it_would_be_published(feed: Feed, payload: Payload) -> None:
    feed(payload(tool_input={"command": "launch the airship"}))
    output = run(typed="l\n").output
    assert "new: version 0.99.0: the corpus has nothing of it" in output
    assert '~   "cwd": "/home/dev/project",' in output.replace('project"', 'project",')
    assert '?     "command": "launch the airship"' in output
    assert 'platform_tool_name: "run_shell_command"' in output
    assert "not recognised: /tool_input/command: text of 18 characters" in output
    assert "waltraud" not in output


def test_keep_asks_before_publishing_what_is_not_recognised(feed: Feed, payload: Payload) -> None:
    feed(payload(tool_input={"command": "launch the airship"}))
    run(typed="k\nn\nk\ny\n")
    (row,) = kept()
    assert row["reviewed"]["confirmed"] == ["/tool_input/command"]


def test_what_looks_like_a_secret_cannot_be_kept(feed: Feed, payload: Payload) -> None:
    secret = "c3VwZXIgbG9uZyBzdHJpbmc/c2hvdWxkIGNhdXNl/ZW5vdWdoIGVudHJvcHk"
    feed(payload(tool_input={"command": f"show '{secret}'"}))
    output = run(typed="k\nq\n").output
    assert "cannot be kept" in output or "<token-1>" in output
    assert kept() == []


def test_the_version_is_asked_for_once_a_platform(feed: Feed, payload: Payload) -> None:
    feed(payload(), platform_version=None)
    feed(payload(tool_name="list_directory", tool_input={"dir_path": "src"}), platform_version=None)
    output = run(typed="one\n0.98.0\nk\nk\n").output
    assert output.count("Which version of gemini-cli") == 2  # the first answer is no version
    assert "one is not a version" in output
    assert [row["platform_version"] for row in kept()] == ["0.98.0", "0.98.0"]


def test_a_version_that_nobody_knows_leaves_the_recording(feed: Feed, payload: Payload) -> None:
    source = feed(payload(), platform_version=None)
    assert "the program's version is not known" in run(typed="\n").output
    assert source.exists()


def test_drop_deletes(feed: Feed, payload: Payload) -> None:
    source = feed(payload())
    run(typed="d\n")
    assert not source.exists()
    assert kept() == []


def test_quit_leaves_the_rest(feed: Feed, payload: Payload) -> None:
    sources = [feed(payload()), feed(payload(tool_name="list_directory", tool_input={"dir_path": "src"}))]
    run(typed="k\nq\n")
    assert [source.exists() for source in sources] == [False, True]
    assert len(kept()) == 1


def test_mask_then_keep(feed: Feed, payload: Payload) -> None:
    feed(payload(tool_input={"command": "launch the airship"}))
    run(typed="m\nk\n")
    assert "<redacted: text of up to 30 characters>" in kept()[0]["payload_text"]


def test_a_tool_name_cannot_be_masked_and_that_is_said(feed: Feed, payload: Payload) -> None:
    feed(payload(tool_name="summon_airship", tool_input={}))
    output = run(typed="m\nd\n").output
    assert "the payload is about this name, so it stays: keep or drop" in output


def test_unusable_recordings_are_not_deleted_silently(feed: Feed, payload: Payload) -> None:
    source = feed(payload(), hook_env_names=[])
    output = run(typed="").output
    assert f"what cannot be used stays in: {source.parents[1]}\n" in output
    assert "to delete it: hookconform record review --delete-unusable\n" in output
    said = " ".join(output.split())
    assert "did not set GEMINI_PROJECT_DIR, as gemini-cli does; only what the program itself calls" in said
    assert f"is a recording ({source.name})" in said
    assert source.exists()


def test_unusable_recordings_are_deleted_on_request_and_others_are_not(
    private: Path, feed: Feed, payload: Payload
) -> None:
    unusable = [feed(payload(), hook_env_names=[]), feed("a token that is no JSON")]
    broken = private / "recordings" / "gemini-cli" / "0-broken.json"
    broken.write_text("{")
    later, good = feed(payload(), platform_version=None), feed(payload())
    output = run("--delete-unusable", typed="\nl\n").output
    assert "deleted: 3 files that could not be used\n" in output
    assert [path for path in (*unusable, broken) if path.exists()] == []
    assert later.exists()
    assert good.exists()


def test_the_question_fits_a_terminal(feed: Feed, payload: Payload) -> None:
    feed(payload())
    question = [line for line in run(typed="l\n").output.splitlines() if "[k]eep" in line or "[q]uit" in line]
    assert len(question) == 2
    assert max(map(len, question)) <= 80


def test_edit_by_hand(feed: Feed, payload: Payload) -> None:
    feed(payload(tool_input={"command": "launch the airship", "description": "fly over town"}))
    run(typed="e\nr\necho hello\nm\nk\ny\n")
    arguments = json.loads(kept()[0]["payload_text"])["tool_input"]
    assert arguments == {"command": "echo hello", "description": "<redacted: text of up to 30 characters>"}


def test_a_terminal_gets_no_character_that_changes_what_is_seen(feed: Feed, payload: Payload) -> None:
    unseen = "\ufe0f\u115f\u3164\U000e0100"  # which count as printable
    feed(payload(tool_input={"command": f"echo \u202e\x9b31m\u200b{unseen} ä", f"x{unseen}": "x\x7f"}))
    output = run(typed="q\n").output
    assert {character for character in output if not character.isprintable()} == {"\n"}
    assert not set(unseen) & set(output)
    assert "\\u202e" in output
    assert "ä" in output
