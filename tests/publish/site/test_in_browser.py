"""The site as people see it: a real browser, wide and narrow, light and dark, with and without JavaScript."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.publish.site.conftest import Browser

pytestmark = pytest.mark.browser

# One page of every kind; of the kinds whose content varies, the fullest and the emptiest.
KINDS = (
    "index.html",
    "stopping.html",
    "rules.html",
    "escapes.html",
    "failing.html",
    "platforms/copilot-cli.html",
    "platforms/cursor.html",
    "adapters/reference.html",
    "adapters/broken-opencode-fetch.html",
    "canonical/tool-bash.html",
    "changes.html",
    "history.html",
    "history/copilot-cli.html",
    "history/cline.html",
    "community.html",
    "names/bash.html",
    "names/grep-search.html",
)
AXE = """
const done = arguments[arguments.length - 1];
document.querySelectorAll('details').forEach((part) => { part.open = true; });
axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']}).then(
  (found) => done(found.violations.map((one) => [one.id, one.help, one.nodes.slice(0, 3).map((node) => node.html)])),
  (error) => done([['axe', String(error), []]]),
);
"""


def shown_rows(browser: Browser, table: str = "matrix-tool") -> list[str]:
    script = (
        "return [...document.querySelectorAll(`#${arguments[0]} tbody tr`)]"
        ".filter((row) => !row.hidden).map((row) => row.querySelector('.c').textContent)"
    )
    return browser.run(script, table)


def test_every_page_loads_without_errors_and_asks_for_nothing_outside(browser: Browser, site: Path) -> None:
    asked: set[str] = set()
    # What is shown for a wrong address has addresses of the published site.
    for page in sorted(set(site.rglob("*.html")) - {site / "docs" / "404.html"}):
        browser.driver.get(page.as_uri())
        assert browser.errors() == [], page
        asked |= browser.requests()
    outside = {address for address in asked if not address.startswith((site.as_uri(), "data:"))}
    assert outside == set()
    assert len(asked) > len(list(site.rglob("*.html")))


@pytest.mark.parametrize("page", KINDS)
def test_nothing_scrolls_sideways_on_a_narrow_screen(browser: Browser, site: Path, page: str) -> None:
    browser.show((site / page).as_uri(), width=390)
    browser.run("document.querySelectorAll('details').forEach((part) => { part.open = true; });")
    assert browser.run("return [document.documentElement.scrollWidth, window.innerWidth]") == [390, 390]


@pytest.mark.parametrize("page", KINDS)
def test_print_fits_the_paper_and_is_dark_on_white(browser: Browser, site: Path, page: str) -> None:
    browser.show((site / page).as_uri(), width=720, theme="dark")
    browser.run("document.documentElement.dataset.theme = 'dark';")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    width, text, paper = browser.run(
        "const body = getComputedStyle(document.body);"
        "return [document.documentElement.scrollWidth, body.color, body.backgroundColor]"
    )
    letters = browser.run(
        "return [...document.querySelectorAll('.matrix .n')]"
        ".filter((name) => name.offsetWidth && name.offsetHeight > 3 * name.offsetWidth).length"
    )
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert width <= 720
    assert (text, paper) == ("rgb(27, 30, 35)", "rgb(255, 255, 255)")
    assert letters == 0, "names with one letter a line"


def test_a_phone_shows_what_was_expected_and_what_came(browser: Browser, site: Path) -> None:
    browser.show((site / "adapters/broken-opencode-fetch.html").as_uri(), width=390)
    cells = (
        "return [...document.querySelectorAll('details.failure[open] .diff :is(th, td) code')]"
        ".map((code) => code.getBoundingClientRect()).every((box) => box.width > 0 && box.right < 390)"
    )
    assert browser.run("return document.querySelectorAll('details.failure[open] .diff td').length") > 0
    assert browser.run(cells)


@pytest.mark.parametrize("page", ["adapters/reference.html", "community.html", "failing.html", "rules.html"])
def test_rows_keep_their_name_where_a_table_scrolls(browser: Browser, site: Path, page: str) -> None:
    browser.show((site / page).as_uri(), width=390)
    browser.run("document.querySelectorAll('details').forEach((part) => { part.open = true; });")
    head = (
        "const boxes = [...document.querySelectorAll('.scroll:has(.results), .scroll:has(.wide)')];"
        "const beyond = (box) => box.scrollWidth - box.clientWidth;"
        "const box = boxes.sort((a, b) => beyond(b) - beyond(a))[0]; box.scrollLeft = 5000;"
        "const name = box.querySelector('tbody th').getBoundingClientRect();"
        "return [box.scrollLeft, box.getBoundingClientRect().left, name.left, name.width]"
    )
    scrolled, left, name, width = browser.run(head)
    assert scrolled > 0
    assert 0 <= name - left <= 1
    assert width < 200


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("page", KINDS)
def test_there_is_no_accessibility_violation(  # noqa: PLR0913, PLR0917 (what a view is, and three fixtures)
    browser: Browser, site: Path, axe: str, page: str, width: int, theme: str
) -> None:
    browser.show((site / page).as_uri(), width=width, theme=theme)
    browser.driver.set_script_timeout(120)
    browser.run(axe)
    assert browser.driver.execute_async_script(AXE) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("page", ["names/bash.html", "docs/glossary/index.html"])
def test_the_open_search_box_is_accessible(browser: Browser, site: Path, axe: str, page: str, theme: str) -> None:
    browser.show((site / page).as_uri(), theme=theme)
    browser.search("search")
    browser.run(axe)
    assert browser.driver.execute_async_script(AXE) == []


def test_the_search_ends_at_the_answer_by_keyboard_alone(browser: Browser, site: Path) -> None:
    browser.show((site / "index.html").as_uri())
    browser.search("grep_search")
    assert (
        browser.run("return document.querySelector('#found [aria-selected=true] .mono').textContent") == "grep_search"
    )
    browser.press("ARROW_DOWN", "ARROW_UP", "ENTER")
    assert browser.driver.current_url.startswith((site / "names/grep-search.html").as_uri())
    assert "becomes Grep" in browser.run("return document.querySelector('.answers').textContent")


def test_the_search_works_from_a_page_below_and_by_pointer(browser: Browser, site: Path) -> None:
    browser.show((site / "platforms/cursor.html").as_uri())
    browser.search("run_shell")
    browser.driver.find_element("css selector", "#found li").click()
    assert browser.driver.current_url.startswith((site / "names/run-shell-command.html").as_uri())


def test_the_search_says_that_a_name_is_unknown_and_escape_closes_it(browser: Browser, site: Path) -> None:
    browser.show((site / "index.html").as_uri())
    browser.search("no such tool at all")
    assert "Nothing found" in browser.run("return document.querySelector('#found').textContent")
    browser.press("ESCAPE")
    assert browser.run("return document.querySelector('#found').hidden") is True


@pytest.mark.parametrize(
    ("typed", "first", "says"),
    [
        ("run_shel_command", "run_shell_command", "becomes Bash"),
        ("gerp_search", "grep_search", "becomes Grep"),
        ("Bsh", "Bash", ""),
        ("codex apply_patch", "apply_patch", "Codex"),
        ("apply_patch codex", "apply_patch", "Codex"),
    ],
)
def test_the_search_takes_misspelt_names_and_a_platform_beside_a_name(
    browser: Browser, site: Path, typed: str, first: str, says: str
) -> None:
    browser.show((site / "index.html").as_uri())
    browser.search(typed)
    top = browser.found()[0]
    assert first in top
    assert says in top


def test_the_search_shows_what_is_sent_today_before_what_nobody_should_map(browser: Browser, site: Path) -> None:
    browser.show((site / "index.html").as_uri())
    browser.search("shell")
    orders = browser.run(
        "const rows = window.HOOKCONFORM_NAMES.filter((row) => row[0] === 'shell'); return rows.map((row) => row[4])"
    )
    assert len(set(orders)) > 1
    same = [line for line in browser.found() if "shell" in line.split("\n")[0]]
    graded = browser.run(
        "return [...document.querySelectorAll('#found li')].filter((line) =>"
        " line.querySelector('.mono')?.textContent === 'shell')"
        ".map((line) => (line.querySelector('.g')?.title || '') === 'REFUTED')"
    )
    assert same
    assert graded == sorted(graded)


def test_the_filters_stand_in_the_address(browser: Browser, address: str) -> None:
    browser.show(f"{address}index.html")
    browser.driver.find_element("css selector", "[data-for=matrix-tool] [data-filter]").send_keys("run_shell")
    browser.choose("[data-for=matrix-tool] [data-grade]", "high")
    sent = browser.driver.current_url
    assert sent == f"{address}index.html?tool=run_shell&tool-grade=high"
    browser.show(sent)
    assert shown_rows(browser) == ["Bash"]
    assert browser.run("return document.querySelector('[data-for=matrix-tool] [data-grade]').value") == "high"


def test_a_platform_page_begins_with_its_registration(browser: Browser, site: Path) -> None:
    for name, held in (("gemini-cli", '"BeforeTool"'), ("kimi-code", "[[hooks]]"), ("hermes-agent", "pre_tool_call:")):
        browser.show((site / "platforms" / f"{name}.html").as_uri())
        assert browser.run("return document.querySelector('main h2').textContent") == "Register a hook"
        assert held in browser.run("return document.querySelector('#register pre').textContent")


def test_a_name_that_does_not_occur_is_shown_on_request(browser: Browser, site: Path) -> None:
    browser.show((site / "index.html").as_uri())
    shown = "return [...document.querySelectorAll('.gone')].filter((entry) => entry.offsetParent).length"
    assert browser.run(shown) == 0
    browser.choose("[data-for=matrix-tool] [data-grade]", "refuted")
    assert browser.run(shown) > 0


def test_the_matrix_is_sorted_by_a_column_and_back(browser: Browser, site: Path) -> None:
    browser.show((site / "index.html").as_uri())
    before = shown_rows(browser)
    button = browser.driver.find_element("css selector", "#matrix-tool thead th:first-child .sort")
    button.click()
    assert shown_rows(browser) == sorted(before, key=str.lower)
    button.click()
    assert shown_rows(browser) == sorted(before, key=str.lower, reverse=True)
    button.click()
    assert shown_rows(browser) == before


def test_sorting_by_a_platform_puts_what_it_lacks_last(browser: Browser, site: Path) -> None:
    browser.show((site / "index.html").as_uri())
    browser.driver.find_element("css selector", "#matrix-tool thead th[data-platform=codex] .sort").click()
    script = (
        "return [...document.querySelectorAll('#matrix-tool tbody td[data-platform=codex]')]"
        ".map((cell) => Boolean(cell.querySelector('[data-grade]')))"
    )
    there: list[bool] = browser.run(script)
    assert there == sorted(there, reverse=True)
    assert True in there
    assert False in there


def test_the_matrix_is_filtered_by_name_platform_and_grade(browser: Browser, site: Path) -> None:
    browser.show((site / "index.html").as_uri())
    tools = "[data-for=matrix-tool]"
    browser.driver.find_element("css selector", f"{tools} [data-filter]").send_keys("run_shell")
    assert shown_rows(browser) == ["Bash"]
    browser.run(f"document.querySelector('{tools} [data-filter]').value = ''")
    browser.driver.find_element("css selector", "#platform-chooser [value=gemini-cli]").click()
    visible = "return [...document.querySelectorAll('#matrix-tool thead th')].filter((cell) => !cell.hidden).length"
    assert browser.run(visible) == 2
    browser.choose(f"{tools} [data-grade]", "refuted")
    assert shown_rows(browser) == ["Bash"], "Gemini's only legacy alias is execute_code"
    assert "of" in browser.driver.find_element("css selector", f"{tools} [data-count]").text


def test_the_theme_follows_the_system_until_it_is_chosen_and_is_remembered(browser: Browser, site: Path) -> None:
    def background() -> Any:
        return browser.run("return getComputedStyle(document.body).backgroundColor")

    browser.show((site / "index.html").as_uri(), theme="light")
    light = background()
    browser.show((site / "index.html").as_uri(), theme="dark")
    dark = background()
    assert light != dark
    browser.driver.find_element("id", "theme").click()
    assert background() == light
    browser.show((site / "names/bash.html").as_uri(), theme="dark")
    assert background() == light
    browser.run("localStorage.clear()")


@pytest.mark.parametrize("page", KINDS)
def test_every_page_is_complete_without_javascript(browser: Browser, site: Path, page: str) -> None:
    browser.show((site / page).as_uri(), script=False)
    body = browser.driver.find_element("tag name", "main")
    assert len(body.text) > 400
    for control in browser.driver.find_elements("css selector", ".search, .theme, .tools-row, .chooser, #choose-first"):
        assert not control.is_displayed(), "a control that does nothing must not be shown"


def test_a_newcomer_finds_what_copilot_calls_its_shell_tool(browser: Browser, site: Path) -> None:
    browser.show((site / "index.html").as_uri())
    cell = browser.driver.find_element("css selector", "#tool-Bash td[data-platform=copilot-cli]")
    assert "bash" in cell.text
    assert "since" in cell.text
    cell.find_element("link text", "bash").click()
    section = browser.driver.find_element("id", "copilot-cli-tool-bash").text
    for answer in ("Becomes Bash", "Versions", "Recorded at", "Which adapters get it right", "reference\n✓ right"):
        assert answer in section
    assert "broken-copilot-shell\n✗ wrong" in section
