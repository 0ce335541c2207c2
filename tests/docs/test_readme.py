"""What the README shows is what the commands print, and its table is what was measured."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from hookconform.cli import cli
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.locate import data_root
from hookconform.effects.common_answers import asked_before_tools, common_answers

README = (data_root() / "README.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([^|]+) \| `([^`]+)` \| (the tool runs|stopped) \|$", re.MULTILINE)


def shown(command: str) -> str:
    """Return what the README shows below a command."""
    found = re.search(rf"```console\n\$ {re.escape(command)}\n(.*?)```", README, re.DOTALL)
    assert found is not None
    return found[1].rstrip()


def printed(*words: str) -> str:
    return CliRunner().invoke(cli, list(words)).output.rstrip()


def test_a_stranger_reads_at_most_100_lines() -> None:
    assert len(README.splitlines()) <= 100


def test_the_lookup_prints_what_is_shown() -> None:
    assert printed("respond", "codex", "PreToolUse", "deny") == shown("hookconform respond codex PreToolUse deny")


@pytest.mark.whole
def test_the_rule_check_prints_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "settings.json").write_text('{"permissions": {"deny": ["Bash"]}}', encoding="utf-8")
    first, rest = shown("hookconform rules .claude/settings.json").split("\n...\n")
    output = printed("rules", ".claude/settings.json")
    assert output.startswith(first)
    assert rest in output


def test_the_table_says_what_was_measured() -> None:
    rows = ROW.findall(README)
    assert len(rows) > 3
    platforms = {load_platform(name).name: load_platform(name) for name in platform_ids()}
    (deny,) = [answer for answer in common_answers() if answer.said.startswith('{"decision":"deny"')]
    for title, shell, does in rows:
        (platform,) = [one for name, one in platforms.items() if title in {name, f"GitHub {name}"}]
        assert platform.tools[shell].becomes == "Bash"
        assert platform.tools[shell].status == "current"
        places = [place for place in asked_before_tools() if place.platform == platform.id]
        effects = {row.effect.tool for place in places if (row := place.row_of(deny)) is not None}
        assert effects == {"ran" if does == "the tool runs" else "stopped"}, title


def test_the_gate_runs_the_two_commands_of_the_setup() -> None:
    install, tests = re.findall(r"^```sh\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    assert "hookconform run reference" in install
    assert tests.strip().endswith("pytest -n auto")


def test_the_package_with_extras_is_installed_first() -> None:
    """pip 23.2, which Python 3.11.7 brings, finds no hookconform for the lab if the extras come last."""
    install = re.findall(r"pip install (.*?) &&", README)[0]
    assert install.split(" -e ")[0] == "-e '.[test]'"
