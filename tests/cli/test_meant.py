"""Whatever name is typed wrong on the command line, the answer says which one was meant."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from hookconform.attach.registry import find_adapter
from hookconform.cli import cli
from hookconform.corpus.locate import data_root
from hookconform.ground.errors import EXIT_FAILED, HookconformError

CASE = "gemini-cli/captured/0.61.0/before-tool-replace"
FACADE = "codex/facade/0.169.0/tools/direct"
CLAIM = "gemini-cli#tool:replace"


def told(*arguments: str) -> tuple[int, str]:
    """Return exit code and message of a command that cannot be carried out."""
    result = CliRunner().invoke(cli, list(arguments))
    if isinstance(result.exception, HookconformError):
        return result.exception.exit_code, f"{result.exception.code}: {result.exception.hint}"
    return result.exit_code, result.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "meant"),
    [
        (("rnu",), "No such command", "run"),
        (("corpus", "lnt"), "No such command", "lint"),
        (("platforms", "nwe"), "No such command", "new"),
        (("run", "referense"), "adapter.unknown", "reference"),
        (("run", "reference", "--platform", "gemini"), "platform.unknown", "gemini-cli"),
        (("cases", "--platform", "codx"), "platform.unknown", "codex"),
        (("lint", "citations", "--offline", "codx"), "platform.unknown", "codex"),
        (("run", "reference", "--capability", "tool-nam"), "capability.unknown", "tool-name"),
        (("run", "reference", "--capability", "response[dney]"), "capability.unknown", "deny"),
        (("run", "reference", "--case", f"{CASE}::inptu"), "capability.unknown", "input"),
        (("explain", f"{CASE}::inptu"), "capability.unknown", "input"),
        (("case", f"{CASE}::inptu"), "capability.unknown", "input"),
        (("debug", f"{CASE}::inptu"), "capability.unknown", "input"),
        (("explain", f"{CASE}::"), "capability.unknown", ""),
        (("explain", f"{FACADE}::facad"), "capability.unknown", "facade"),
        (("case", f"{FACADE}::facad"), "capability.unknown", "facade"),
        (("debug", f"{FACADE}::facad"), "capability.unknown", "facade"),
        (("case", "gemini-cli#tool:replac"), "claim.unknown", CLAIM),
        (("explain", "gemini", "replace"), "platform.unknown", "gemini-cli"),
        (("debug", "gemini-cli", "BeforeTol"), "compose.event", "BeforeTool"),
        (("respond", "codx", "PreToolUse", "deny"), "respond.platform", "codex"),
        (("respond", "copilot"), "respond.platform", "copilot-cli or copilot-cloud-agent"),
        (("record", "review", "codx"), "platform.unknown", "codex"),
        (("changes", "codx"), "platform.unknown", "codex"),
        (("cases", "gemini-cli", "BeforeTol"), "event.unknown", "BeforeTool"),
        (("cases", "codex", "nope"), "event.unknown", ""),
        (("cases", "codex", "gemini"), "event.unknown", "gemini-cli"),
        (("init", "x", "--language", "pyton"), "init.language", "python"),
        (("lab", "versions", "gemini-clii"), "lab.platform", "gemini-cli"),
        (("record", "install", "gemni"), "record.platform", "gemini-cli"),
    ],
)
def test_wrong_use_names_what_was_meant(arguments: tuple[str, ...], code: str, meant: str) -> None:
    exit_code, message = told(*arguments)
    assert exit_code == 2, message
    assert code in message
    assert (f"Did you mean {meant}?" if meant else "Known: ") in message


def test_a_platform_that_cannot_be_driven_is_not_taken_for_another_with_a_name_like_it() -> None:
    code, message = told("lab", "versions", "copilot-cloud-agent")
    assert code == 2
    assert message.startswith("lab.platform: It can run: claude-code, ")


def test_a_claim_shows_the_newest_of_its_cases() -> None:
    result = CliRunner().invoke(cli, ["case", CLAIM])
    assert result.exit_code == 0
    first = result.output.splitlines()[0]
    assert first.startswith("gemini-cli/captured/0.61.0/")
    assert CliRunner().invoke(cli, ["debug", CLAIM]).output.splitlines()[0] == f"shape    {first}"


def adapter_hint(named: str) -> str:
    with pytest.raises(HookconformError) as caught:
        find_adapter(named)
    assert (caught.value.code, caught.value.exit_code) == ("adapter.unknown", 2)
    return caught.value.hint


def test_an_adapter_is_looked_for_beside_the_path_and_below_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    general = "Name a folder with an adapter.toml, such a file, or a shipped one: reference, reference-hook."
    assert adapter_hint("nothing/like/it") == general
    mine = tmp_path / "of-mine" / "my-adapter"
    mine.mkdir(parents=True)
    assert adapter_hint("of-mine") == general
    shutil.copy(data_root() / "adapters" / "baseline" / "identity" / "adapter.toml", mine)
    assert adapter_hint("of-mine") == f"There are adapters in it: my-adapter. {general}"
    assert adapter_hint("of-mine/my-adaptr") == f"Did you mean of-mine/my-adapter? {general}"
    assert adapter_hint(str(tmp_path / "of-mine" / "my-adaptr")) == f"Did you mean {mine}? {general}"
    for number in range(9):
        shutil.copytree(mine, mine.parent / f"other-{number}")
    assert ", other-6 and 2 more. Name" in adapter_hint("of-mine")
    assert adapter_hint("of-mine\0") == general


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("codex", "deny", "PreToolUse"), "codex PreToolUse deny"),
        (("deny", "codex"), "codex PreToolUse deny"),
        (("DENY", "Gemini CLI"), "gemini-cli BeforeTool DENY"),
        (("PreToolUse", "codex"), "codex PreToolUse"),
        (("PreToolUse", "block", "codex"), "codex PreToolUse block"),
    ],
)
def test_words_of_respond_in_another_order_are_put_in_order(words: tuple[str, ...], meant: str) -> None:
    error = CliRunner().invoke(cli, ["respond", *words]).exception
    assert isinstance(error, HookconformError)
    assert (error.code, error.hint) == ("respond.order", f"Write hookconform respond {meant}")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("--tool", "Shell"), "note: claude-code is not known to have a tool Shell."),
        (("--tool", "WebFetch", "--input", '{"address": "x"}'), "note: WebFetch is not known to take address, but"),
        (("--tool", "Bash", "--input", '{"command": "ls"}'), ""),
        (("--tool", "Bash"), ""),
        (("--tool", "mcp__github__create_issue", "--input", '{"title": "x"}'), ""),
    ],
)
def test_debug_says_what_nobody_has_seen_of_a_call(call: tuple[str, ...], said: str) -> None:
    result = CliRunner().invoke(cli, ["debug", "claude-code", "PreToolUse", *call])
    assert result.exit_code == 0, result.output
    noted = " ".join(result.stderr.split())
    assert noted.startswith(said) if said else noted == ""


def test_debug_names_the_tool_of_a_canonical_name() -> None:
    result = CliRunner().invoke(cli, ["debug", "gemini-cli", "PreToolUse", "--tool", "Bash"])
    assert "gemini-cli is not known to have a tool Bash. It calls that run_shell_command." in " ".join(
        result.stderr.split()
    )


def test_a_name_before_its_platform_is_put_in_order() -> None:
    error = CliRunner().invoke(cli, ["explain", "replace", "gemini-cli"]).exception
    assert isinstance(error, HookconformError)
    assert (error.code, error.hint) == ("explain.order", "Write hookconform explain gemini-cli replace")
    both = CliRunner().invoke(cli, ["explain", "codex", "gemini-cli"])
    assert both.exit_code == EXIT_FAILED
    assert not isinstance(both.exception, HookconformError)
