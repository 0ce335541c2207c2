"""The documentation site in a real browser: accessible on a phone and a desktop, light and dark, and asking nobody."""

from __future__ import annotations

import pytest
from tests.publish.site.conftest import Browser

pytestmark = pytest.mark.browser

# One of each kind: README, prose, rules in YAML, generated how-to, generated code, interface, tables, and code in
# Python and in a shell.
PAGES = (
    "",
    "responses/",
    "rule-packs/",
    "each-platform/",
    "new-project/",
    "api-hook-adapters/",
    "error-codes/",
    "facades/",
    "maintainers/scale/",
)
_VIOLATIONS = (
    "const done = arguments[arguments.length - 1];"
    "document.querySelectorAll('details').forEach((part) => { part.open = true; });"
    "axe.run(document, {resultTypes: ['violations']}).then((result) =>"
    " done(result.violations.map((one) => [one.id, one.nodes[0].html.slice(0, 200)])))"
)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("page", PAGES)
def test_documentation_has_no_accessibility_violation(  # noqa: PLR0913, PLR0917 (what a view is, and three fixtures)
    browser: Browser, address: str, axe: str, page: str, width: int, theme: str
) -> None:
    browser.show(f"{address}docs/{page}", width=width, theme=theme)
    browser.driver.set_script_timeout(60)
    assert browser.driver.execute_async_script(axe + _VIOLATIONS) == []
    assert browser.run("return document.documentElement.scrollWidth") <= width
    assert all(asked.startswith((address, "about:", "data:", "blob:")) for asked in browser.requests())


def test_copied_terminal_lines_are_the_command_alone(browser: Browser, address: str) -> None:
    granted = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    browser.driver.execute_cdp_cmd("Browser.grantPermissions", granted)
    browser.show(f"{address}docs/")
    block = browser.driver.find_element("css selector", ".highlight:has(.gp)")
    assert "PreToolUse: deny" in block.text
    browser.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", block)
    block.find_element("css selector", "button").click()
    copied = browser.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0], arguments[0])")
    assert copied == "hookconform respond codex PreToolUse deny"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_copy_buttons_are_seen_without_pointing_at_them(browser: Browser, address: str, theme: str) -> None:
    browser.show(f"{address}docs/tutorial/", theme=theme)
    shown = "return getComputedStyle(document.querySelector('.md-code__button')).color"
    soft = "document.body.style.color = 'var(--soft)'; return getComputedStyle(document.body).color"
    assert browser.run(shown) == browser.run(soft)


def test_the_header_of_a_narrow_phone_has_both_buttons_in_one_line(browser: Browser, address: str) -> None:
    browser.show(f"{address}docs/tutorial/", width=320)
    ends = "return arguments[0].map((one) => document.querySelector(`.top ${one}`).getBoundingClientRect().bottom)"
    brand, theme, menu = browser.run(ends, [".brand", "#theme", ".menu"])
    assert theme == menu
    assert abs(brand - theme) < 20
