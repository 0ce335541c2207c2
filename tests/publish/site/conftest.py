"""The whole site, data of the real corpus and documentation, and a headless browser that sees no other host."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from hookconform.cases.loading import iter_cases
from hookconform_lab.publish.publication import Publication, gather_corpus
from hookconform_lab.publish.published import run_published
from hookconform_lab.publish.site.build import build, pages

ROOT = Path(__file__).parents[3]
AXE = "axe-core@4.14.1"


@pytest.fixture(scope="session")
def data_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the data's part of the site."""
    folder = tmp_path_factory.mktemp("reports") / "site"
    corpus = gather_corpus(list(iter_cases()))
    build(Publication(corpus, run_published(corpus, print)), folder)
    return folder


@pytest.fixture(scope="session")
def unjudged_pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the files of the real corpus's part of the site, without what adapters made of it, which takes minutes."""
    corpus = gather_corpus(list(iter_cases()))
    return dict(pages(Publication(corpus, ()), tmp_path_factory.mktemp("reports")))


@pytest.fixture(scope="session")
def site(data_site: Path) -> Path:
    """Build the whole site, as the nightly run does: the documentation beside the data."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(data_site / "docs")]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return data_site


class QuietHandler(SimpleHTTPRequestHandler):
    """Serve files and say nothing."""

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Yield where the site's root is served on this machine: a file has no address to change."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def axe(request: pytest.FixtureRequest) -> str:
    """Return the source of axe-core, installed once into pytest's cache."""
    folder = request.config.cache.mkdir("axe")
    script = folder / "node_modules" / "axe-core" / "axe.min.js"
    if not script.is_file():
        command = ["npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--ignore-scripts", AXE]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
    return script.read_text(encoding="utf-8")


class Browser:
    """One headless Chromium; `errors` and `requests` are what the pages logged since the last call."""

    def __init__(self) -> None:
        from selenium import webdriver  # noqa: PLC0415 (of the extra dev; this file is read without it, too)

        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        self.driver: Any = webdriver.Chrome(options=options, service=service)

    def show(self, address: str, *, width: int = 1280, theme: str = "light", script: bool = True) -> None:
        """Load an address in a window of this width and colour scheme, with or without JavaScript."""
        say = self.driver.execute_cdp_cmd
        say(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500},
        )
        say("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]})
        say("Emulation.setScriptExecutionDisabled", {"value": not script})
        self.driver.get("about:blank")
        self.driver.get(address)

    def search(self, text: str) -> None:
        """Type into the search box, which the key / leads to, and wait for what is found."""
        from selenium.webdriver.support.ui import WebDriverWait  # noqa: PLC0415 (as above)

        self.driver.find_element("tag name", "body").send_keys("/")
        self.driver.switch_to.active_element.clear()
        self.driver.switch_to.active_element.send_keys(text)
        WebDriverWait(self.driver, 20).until(
            lambda driver: driver.execute_script("return document.getElementById('found').childElementCount > 0")
        )

    def found(self) -> list[str]:
        """Return the results of the search, each as its text."""
        return self.run("return [...document.querySelectorAll('#found li')].map((line) => line.textContent)")

    def press(self, *keys: str) -> None:
        """Press keys by their names (`ENTER`, `ARROW_DOWN`) where the focus is."""
        from selenium.webdriver.common.keys import Keys  # noqa: PLC0415 (as above)

        self.driver.switch_to.active_element.send_keys(*(getattr(Keys, key) for key in keys))

    def choose(self, query: str, value: str) -> None:
        """Choose an option of the select box a CSS selector names."""
        from selenium.webdriver.support.ui import Select  # noqa: PLC0415 (as above)

        Select(self.driver.find_element("css selector", query)).select_by_value(value)

    def run(self, script: str, *arguments: Any) -> Any:
        """Return what a script returns."""
        return self.driver.execute_script(script, *arguments)

    def errors(self) -> list[str]:
        """Return what was written to the console, warnings included."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> set[str]:
        """Return the addresses that were asked for."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return {
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        }


@pytest.fixture(scope="session")
def started_browser() -> Iterator[Browser]:
    browser = Browser()
    yield browser
    browser.driver.quit()


@pytest.fixture
def browser(started_browser: Browser) -> Browser:
    """Return the browser with empty logs."""
    started_browser.errors()
    started_browser.requests()
    return started_browser
