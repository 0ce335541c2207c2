"""The red runs that pages show: what they say is what such a run says; figures grow with the corpus, and are near."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from hookconform.corpus.locate import data_root

pytestmark = pytest.mark.whole

BROKEN = "adapters/broken/gemini_planned_table"
PAGES = ("README.md", "docs/reading-a-run.md")
# What stands for any number, and for whatever a page leaves out.
NUMBER, LEFT_OUT = "#", ".*?"


# Pages follow a corpus that has grown by this share.
NEAR = 0.04


@pytest.fixture(scope="module")
def printed() -> str:
    command = [sys.executable, "-m", "hookconform", "run", BROKEN, "--platform", "gemini-cli", "--max-causes", "1"]
    done = subprocess.run(
        [*command, "--no-baseline"],
        cwd=data_root(),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def said(printed: str) -> str:
    return words(printed)


def words(text: str) -> str:
    """Return a text with one blank between words, and every number the same."""
    return " ".join(re.sub(r"\b[0-9][0-9,]*\b", NUMBER, text).split())


def shown(page: str) -> str:
    """Return the run that a page shows, without the command."""
    text = (data_root() / page).read_text(encoding="utf-8")
    (block,) = re.findall(r"```(?:console)?\n\$ hookconform run [^\n]*\n(.*?)```", text, re.DOTALL)
    return block


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_a_run_says(page: str, said: str) -> None:
    parts = re.split(r"\.\.\.|…", shown(page))
    assert len(parts) > 1
    expected = LEFT_OUT.join(re.escape(words(part)) for part in parts)
    assert re.search(expected, said), f"{page} shows another run than there is"


@pytest.mark.parametrize("page", PAGES)
def test_the_figures_of_a_page_are_near(page: str, printed: str) -> None:
    for figure, what in re.findall(r"\b([0-9]{2,}) +(red checks have|does not map|unclaimed checks)", shown(page)):
        found = re.search(rf"([0-9,]+) +{what}", printed)
        assert found is not None
        now = int(found[1].replace(",", ""))
        assert abs(int(figure) - now) <= NEAR * now, f"{page} says {figure} {what}: there are {now}"


@pytest.mark.parametrize("page", PAGES)
def test_the_figures_of_a_page_belong_together(page: str) -> None:
    lines = shown(page).splitlines()
    (counts,) = [re.findall(r"[0-9,]+", line) for line in lines if " red checks have " in line]
    headings = [int(found[1]) for line in lines if (found := re.match(r"(?:Wrong|Missing): ([0-9]+) cause", line))]
    assert sum(headings) == int(counts[1])
