"""Data and documentation are one site: one header, one search, one colour scheme."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.publish.site.conftest import Browser

pytestmark = pytest.mark.browser

# From the first page of each part, and from pages some folders below it.
FROM = ("index.html", "platforms/cursor.html", "docs/index.html", "docs/maintainers/evidence/index.html")
HEADER = (
    "return [...document.querySelectorAll('header .brand, header nav a')].map((link) => [link.textContent, link.href])"
)


def test_every_page_has_the_same_links_in_the_same_order(browser: Browser, address: str) -> None:
    headers = []
    for page in FROM:
        browser.show(address + page)
        headers.append(browser.run(HEADER))
    assert [text for text, _ in headers[0]] == [
        "hookconform", "Tools", "Events", "Answers", "Escapes", "Platforms", "History", "Adapters", "Docs",
    ]  # fmt: skip
    assert all(link.startswith(address) for _, link in headers[0])
    assert all(header == headers[0] for header in headers)


@pytest.mark.parametrize("page", FROM)
@pytest.mark.parametrize(
    ("typed", "title", "place"),
    [
        ("Does my policy hold", "Does my policy hold everywhere?", "docs/rule-packs/"),
        ("--watch", "The loop", "docs/reading-a-run/"),
        ("known failures", "", "docs/"),
        ("Cline", "Cline CLI", "platforms/cline.html"),
        ("permissionDecision", "permissionDecision", "stopping.html"),
        ("what changed", "What changed", "changes.html"),
        ("grep_search", "grep_search", "names/grep-search.html"),
        ("corpus.pin", "corpus.pin", "docs/error-codes/index.html#corpus.pin"),
        ("escape", "What a hook never sees", "escapes.html"),
        ("facade", "Tool facades", "docs/facades/"),
    ],
)
def test_either_search_finds_both_parts(  # noqa: PLR0913, PLR0917 (where from, what for and where to)
    browser: Browser, address: str, page: str, typed: str, title: str, place: str
) -> None:
    browser.show(address + page)
    browser.search(typed)
    assert title.lower() in browser.found()[0].lower()
    browser.press("ENTER")
    assert browser.driver.current_url.startswith(address + place)
    assert all(asked.startswith((address, "about:", "data:", "blob:")) for asked in browser.requests())
    assert browser.errors() == []


def test_titles_of_pages_are_prose_and_codes_are_typed(browser: Browser, address: str) -> None:
    browser.show(f"{address}index.html")
    browser.search("exit 2")
    assert browser.run("return document.querySelectorAll('#found .mono').length") == 0
    browser.show(f"{address}index.html")
    browser.search("corpus.pin")
    assert browser.run("return document.querySelector('#found .mono').textContent") == "corpus.pin"


def test_a_code_found_is_a_place_on_its_page(browser: Browser, address: str) -> None:
    browser.show(f"{address}docs/error-codes/index.html#corpus.pin")
    assert browser.run("return document.getElementById('corpus.pin').textContent") == "corpus.pin"


def test_pages_about_a_word_follow_the_names_that_have_it(browser: Browser, address: str) -> None:
    browser.show(f"{address}index.html")
    browser.search("apply_patch")
    found = browser.found()
    assert "apply_patch" in found[0]
    assert any("documentation" in line for line in found)


def test_the_colour_scheme_is_remembered_across_both_parts(browser: Browser, address: str) -> None:
    def background() -> str:
        return browser.run("return getComputedStyle(document.body).backgroundColor")

    browser.show(f"{address}index.html", theme="light")
    light = background()
    browser.driver.find_element("id", "theme").click()
    dark = background()
    assert dark != light
    for page in ("docs/index.html", "stopping.html", "docs/rule-packs/index.html"):
        browser.show(address + page, theme="light")
        assert background() == dark
    browser.driver.find_element("id", "theme").click()
    assert background() == light
    browser.show(f"{address}names/bash.html", theme="dark")
    assert background() == light
    browser.run("localStorage.clear()")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_documentation_follows_the_system_until_a_scheme_is_chosen(
    browser: Browser, address: str, theme: str
) -> None:
    colours = []
    for page in ("index.html", "docs/index.html"):
        browser.show(address + page, theme=theme)
        colours.append(browser.run("return [document.body, document.querySelector('header')]"
                                   ".map((part) => getComputedStyle(part).backgroundColor)"))  # fmt: skip
    assert colours[0] == colours[1]


def test_a_phone_opens_the_list_of_pages_above_the_header(browser: Browser, address: str) -> None:
    browser.show(f"{address}docs/index.html", width=390)
    browser.run("document.querySelector('.top .menu').focus()")
    browser.press("ENTER")
    on_top = (
        "const done = arguments[0]; setTimeout(() => done("
        "Boolean(document.elementFromPoint(20, 20).closest('.md-sidebar--primary'))), 600)"
    )
    assert browser.driver.execute_async_script(on_top) is True
    assert browser.run("return document.querySelector('.top .menu').getAttribute('aria-expanded')") == "true"


def test_links_between_the_parts_lead_to_pages(site: Path) -> None:
    for page in site.rglob("*.html"):
        inside = page.is_relative_to(site / "docs")
        for link in re.findall(r'href="((?:\.\./|docs/)[^"#?]*)"', page.read_text(encoding="utf-8")):
            target = (page.parent / link).resolve()
            if target.is_relative_to(site / "docs") is not inside:
                assert target.is_file(), (page, link)


def test_the_parts_load_the_same_scripts_and_sheet(site: Path) -> None:
    for name in ("common.css", "favicon.svg", "header.js", "theme.js"):
        assert (site / name).read_bytes() == (site / "docs" / "assets" / name).read_bytes()
