"""The shipped rules that are called `block-…` block every everyday spelling, and nothing harmless.

`commands/` holds the spellings, one a line; `⏎` stands for a line end. In `wrappers.txt` `{}` stands for any command.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.shipped_rules import blocked

from hookconform.corpus.locate import data_root

DELETE, PUSH = "block-recursive-delete", "block-force-push"
COMMANDS = Path(__file__).parent / "commands"


def lines(name: str) -> list[str]:
    return [line.replace("⏎", "\n") for line in (COMMANDS / f"{name}.txt").read_text(encoding="utf-8").splitlines()]


def wrapped(command: str) -> list[str]:
    return [wrapper.replace("{}", command, 1) for wrapper in lines("wrappers")]


def out_of_reach() -> list[str]:
    """Return the examples of the list that people read."""
    page = (data_root() / "docs" / "rule-packs.md").read_text(encoding="utf-8")
    section = page.partition("\n### Out of reach\n")[2].partition("\nFalse alarms")[0]
    bullets = [re.findall(r"``(.+?)``|`([^`]+)`", bullet) for bullet in section.split("\n* ")[1:]]
    assert all(bullets)
    examples = [example for bullet in bullets for example in bullet]
    return [(double or single).replace("⏎", "\n") for double, single in examples]


def among(rule: str, commands: list[str]) -> list[str]:
    """Return the commands that a rule blocks; one test each would cost more than what it asks."""
    assert commands
    return [command for command in commands if blocked(rule, command)]


def test_a_recursive_delete_is_blocked() -> None:
    commands = lines("deletes") + wrapped("rm -rf x") + wrapped("rm x -r")
    assert among(DELETE, commands) == commands
    assert [command for command in among(PUSH, commands) if "git push" not in command] == []


def test_a_push_with_force_is_blocked() -> None:
    commands = lines("pushes") + wrapped("git push -f") + wrapped("git push origin x --force")
    assert among(PUSH, commands) == commands
    assert among(DELETE, commands) == []


def test_a_harmless_neighbour_is_not_blocked() -> None:
    commands = lines("harmless") + wrapped("ls -rf x") + wrapped("git fetch -f")
    assert among(DELETE, commands) == []
    assert among(PUSH, commands) == []


def test_what_is_out_of_reach_is_listed() -> None:
    """An example that begins to be blocked leaves the list of the page."""
    assert among(DELETE, out_of_reach()) == []
    assert among(PUSH, out_of_reach()) == []


def test_lists_are_as_long_as_promised() -> None:
    deletes, pushes, harmless = (set(lines(name)) for name in ("deletes", "pushes", "harmless"))
    assert len(deletes) + len(lines("wrappers")) >= 300
    assert len(pushes) + len(lines("wrappers")) >= 120
    assert len(harmless) >= 60


@pytest.mark.parametrize("separator", [" && ", " || ", "; ", " | ", "\n", "&", "; sudo "])
def test_a_harmless_command_before_hides_nothing(separator: str) -> None:
    assert blocked(DELETE, f"git push origin main{separator}rm -rf x")
    assert blocked(PUSH, f"rm a{separator}git push -f")
