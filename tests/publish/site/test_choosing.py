"""Choosing platforms on the data site: kept in the address, on a phone and a desktop, light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.publish.site.conftest import Browser

pytestmark = pytest.mark.browser

SEEN = "return [...document.querySelectorAll(arguments[0])].filter((part) => part.offsetParent).map({})"
COLUMNS, LINES = "#matrix-tool thead th[data-platform]", "#deny .lines"
VIEWS = [(390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")]


def platforms(browser: Browser, query: str) -> list[str]:
    """Return the platforms of the parts that are shown, each once."""
    return sorted(set(browser.run(SEEN.format("(part) => part.dataset.platform"), query)))


def click(browser: Browser, *names: str) -> None:
    """Click platforms of the chooser, which is opened for it."""
    browser.run("document.getElementById('platform-chooser').open = true")
    for name in names:
        browser.driver.find_element("css selector", f"#platform-chooser [value={name}]").click()


@pytest.mark.parametrize(("width", "theme"), VIEWS)
def test_several_platforms_are_chosen_sent_and_seen(browser: Browser, address: str, width: int, theme: str) -> None:
    browser.show(f"{address}stopping.html", width=width, theme=theme)
    assert platforms(browser, LINES) == []
    click(browser, "codex", "cline")
    sent = browser.driver.current_url
    assert sent == f"{address}stopping.html?platform=cline&platform=codex"
    browser.show(sent, width=width, theme=theme)
    assert platforms(browser, LINES) == ["cline", "codex"]
    assert platforms(browser, ".stopping thead th[data-platform]") == ["cline", "codex"]
    assert browser.run("return document.querySelector('#platform-chooser output').textContent") == (
        "Cline CLI, Codex CLI"
    )
    assert browser.run("return document.documentElement.scrollWidth") == width


@pytest.mark.parametrize(
    ("page", "query", "shown"),
    [
        ("stopping.html", "platform=codex-PreToolUse", ["codex"]),
        ("stopping.html", "platform=copilot-cli-preToolUse", ["copilot-cli"]),
        ("index.html", "tool-platform=codex", ["codex"]),
        ("index.html", "tool-platform=codex&event-platform=pi", ["codex", "pi"]),
    ],
)
def test_earlier_addresses_still_show_their_platform(
    browser: Browser, address: str, page: str, query: str, shown: list[str]
) -> None:
    browser.show(f"{address}{page}?{query}")
    assert platforms(browser, LINES if page == "stopping.html" else COLUMNS) == shown


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("query", ["", "?platform=emacs", "?platform=all"])
def test_an_unknown_platform_or_none_shows_all_columns(browser: Browser, address: str, query: str, width: int) -> None:
    browser.show(f"{address}index.html{query}", width=width)
    assert len(platforms(browser, COLUMNS)) > 10


def test_all_platforms_have_their_lines_to_copy(browser: Browser, address: str) -> None:
    browser.show(f"{address}stopping.html?platform=all")
    assert len(platforms(browser, LINES)) > 10
    browser.driver.find_element("css selector", "#platform-chooser button").click()
    assert browser.driver.current_url == f"{address}stopping.html"
    assert platforms(browser, LINES) == []


def test_a_link_between_pages_keeps_the_choice(browser: Browser, address: str) -> None:
    browser.show(f"{address}index.html")
    click(browser, "gemini-cli", "qwen-code")
    browser.driver.find_element("link text", "Answers").click()
    assert browser.driver.current_url == f"{address}stopping.html?platform=gemini-cli&platform=qwen-code"
    assert platforms(browser, LINES) == ["gemini-cli", "qwen-code"]
    browser.show(f"{address}index.html?platform=gemini-cli&platform=qwen-code")
    browser.driver.find_element("link text", "Which rule is judged where").click()
    assert browser.driver.current_url == f"{address}rules.html?platform=gemini-cli&platform=qwen-code"


def test_a_phone_begins_with_the_chooser(browser: Browser, address: str) -> None:
    browser.show(f"{address}index.html", width=390)
    offered = browser.run("return document.querySelectorAll('#platform-chooser label').length")
    assert offered == browser.run("return document.querySelectorAll('#platforms tbody tr').length") > 10
    below = browser.run("return document.querySelector('#platform-chooser').getBoundingClientRect().bottom")
    assert below < browser.run("return window.innerHeight"), "the whole chooser is on the first screen"
    assert browser.run("return document.querySelector('#platform-chooser').open") is True
    browser.show(f"{address}index.html?platform=codex", width=390)
    assert browser.run("return document.querySelector('#platform-chooser').open") is False


def test_rows_without_a_chosen_platform_are_left_out(browser: Browser, address: str) -> None:
    browser.show(f"{address}index.html?platform=codex", width=390)
    empty = (
        "return [...document.querySelectorAll('#matrix-tool tbody tr')].filter((row) => !row.hidden"
        " && ![...row.cells].some((cell) => !cell.hidden && cell.querySelector('.e'))).length"
    )
    assert browser.run(empty) == 0
    assert browser.run("return document.getElementById('tool-Bash').hidden") is False
    assert browser.run("return document.getElementById('tool-Write').hidden") is True


def test_each_platform_is_chosen_by_the_keyboard_alone(browser: Browser, address: str) -> None:
    browser.show(f"{address}stopping.html")
    browser.run("document.querySelector('#platform-chooser [value=codex]').focus()")
    browser.press("SPACE")
    assert platforms(browser, LINES) == ["codex"]
