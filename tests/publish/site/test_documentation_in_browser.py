"""The documentation site in a real browser: accessible on a phone and a desktop, light and dark, and asking nobody."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.publish.site.conftest import Browser

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[3]
# One of each kind: README, prose, rules in YAML, generated how-to, generated code, interface, tables.
PAGES = ("", "responses/", "rule-packs/", "each-platform/", "new-project/", "api-hook-adapters/", "error-codes/")
_VIOLATIONS = (
    "const done = arguments[arguments.length - 1];"
    "axe.run(document, {resultTypes: ['violations']}).then((result) =>"
    " done(result.violations.map((one) => [one.id, one.nodes[0].html.slice(0, 200)])))"
)


class QuietHandler(SimpleHTTPRequestHandler):
    """Serve files and say nothing."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (as the base class)
        """Say nothing."""


@pytest.fixture(scope="session")
def documentation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Build the site, and yield its address on this machine."""
    folder = tmp_path_factory.mktemp("documentation") / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("page", PAGES)
def test_documentation_has_no_accessibility_violation(  # noqa: PLR0913, PLR0917 (what a view is, and three fixtures)
    browser: Browser, documentation: str, axe: str, page: str, width: int, theme: str
) -> None:
    browser.show(documentation + page, width=width, theme=theme)
    browser.driver.set_script_timeout(60)
    assert browser.driver.execute_async_script(axe + _VIOLATIONS) == []
    assert browser.run("return document.documentElement.scrollWidth") <= width
    assert all(address.startswith((documentation, "about:", "data:", "blob:")) for address in browser.requests())
