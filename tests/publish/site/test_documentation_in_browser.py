"""The documentation site in a real browser: accessible on a phone and a desktop, light and dark, and asking nobody."""

from __future__ import annotations

import pytest
from tests.publish.site.conftest import Browser

pytestmark = pytest.mark.browser

# One of each kind: README, prose, rules in YAML, generated how-to, generated code, interface, tables.
PAGES = ("", "responses/", "rule-packs/", "each-platform/", "new-project/", "api-hook-adapters/", "error-codes/")
_VIOLATIONS = (
    "const done = arguments[arguments.length - 1];"
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
