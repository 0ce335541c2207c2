"""A bridge is one file that its user copies, so what several do alike stands in each: word for word."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

import pytest

from hookconform.cases.loading import captured_cases
from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.explain.answer_text import files_text
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


@pytest.mark.parametrize("platform", [FIRST, *OTHERS])
def test_a_bridge_goes_where_respond_says_that_hooks_are_registered(platform: str) -> None:
    files = load_platform(platform).registration
    assert files is not None
    for file in (files.project_file, PurePosixPath("~") / files.user_folder / files.user_file):
        assert file is not None
        assert f"`{file.parent}/`" in (BRIDGES / platform / "README.md").read_text(encoding="utf-8")
        assert f"{file.parent}/" in files_text(files)


def test_the_folder_is_the_one_that_the_recordings_name() -> None:
    """Payloads of OpenCode name the plugin's file, at every version that tells hooks about its configuration."""
    claims = load_platform(FIRST)
    assert claims.registration is not None
    assert claims.registration.project_file is not None
    folder = claims.registration.project_file.parent
    texts = {
        version: " ".join(case.payload_text for case in captured_cases(corpus_root(), FIRST, version))
        for version in ("0.5.29", "1.0.152", "1.1.65", "1.14.41", "1.18.33")
    }
    assert {version for version, text in texts.items() if f"/{folder}/" in text} == texts.keys()
    assert not any(".opencode/plugins/" in text for text in texts.values())
