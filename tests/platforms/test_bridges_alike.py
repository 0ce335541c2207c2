"""A bridge is one file that its user copies, so what several do alike stands in each: word for word."""

from __future__ import annotations

import re

import pytest

from hookconform_lab.lab.functions import bridge_file

FIRST, *OTHERS = ("opencode", "kilo-code", "pi")
BRIDGES = bridge_file(FIRST).parents[1]
# The command's answer may carry what the hook allows: which hook that is has another name where tools are called
# otherwise, and there is one more thing that cannot be had there.
OWN_WORDS = re.compile(r'hook !== "[\w.]+"|^ *if \("append" in answer && hook === .*\n', re.MULTILINE)


def shared(platform: str) -> str:
    """Return what stands between the imports and what is the program's own: finding, running and reading a command."""
    text = bridge_file(platform).read_text(encoding="utf-8")
    begin, end = text.index("const configuration ="), text.index("  return answer\n}\n")
    return OWN_WORDS.sub("", text[begin:end]).replace("class Refusal extends Error {}\n\n", "")


def test_every_bridge_is_held() -> None:
    assert {path.name for path in BRIDGES.iterdir() if path.is_dir()} == {FIRST, *OTHERS}


@pytest.mark.parametrize("platform", OTHERS)
def test_bridges_run_and_read_a_command_in_the_same_words(platform: str) -> None:
    assert len(shared(FIRST).splitlines()) > 40
    assert shared(platform) == shared(FIRST)


def test_programs_of_one_make_differ_in_their_name_alone() -> None:
    mine, other = (bridge_file(name).read_text(encoding="utf-8") for name in (FIRST, "kilo-code"))
    assert other == mine.replace("OpenCode", "Kilo Code")
