"""The documentation site: every page is on the map, every code is listed, and it builds without a warning."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import yaml

from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.effects.rows import measured_platforms
from hookconform.explain.answer_text import ends_with
from hookconform.explain.answerable import answerable
from hookconform.explain.answering import WIRE, advice

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs" / ".site"))
from error_codes import error_codes, error_page  # noqa: E402 (beside the site that it is for)
from how_to import how_to_page  # noqa: E402 (as above)

pytestmark = pytest.mark.whole

CODES = error_codes(ROOT)


def mapped() -> set[str]:
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    found: set[str] = set()
    rest = list(config["nav"])
    while rest:
        for value in rest.pop().values():
            if isinstance(value, list):
                rest += value
            else:
                found.add(value)
    return {page for page in found if not page.startswith("https:")}


def test_no_page_is_an_orphan() -> None:
    assert {path.name for path in (ROOT / "docs").glob("*.md")} <= mapped()


def test_theme_knows_no_repository_to_ask_about() -> None:
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    assert "repo_url" not in config
    assert config["theme"]["font"] is False


@cache
def error_page_here() -> str:
    """Return the page of this checkout; every source file is parsed for it."""
    return error_page(ROOT)


@pytest.mark.parametrize(
    "code",
    [
        "adapter.unknown",
        "init.name",
        "corpus.pin",
        "platform.unknown",
        "yaml.invalid",
        "adapter.toml",
        "lab.install",
        "lab.turn",
    ],
)
def test_a_code_is_listed_however_it_is_raised(code: str) -> None:
    assert code in CODES
    assert f"| `{code}`{{: #{code} }} |" in error_page_here()


def test_the_page_of_codes_says_what_happened() -> None:
    rows = [line.removesuffix(" |").split(" | ") for line in error_page_here().splitlines() if line.startswith("| `")]
    said = {code.split("`")[1]: text for code, text in rows}
    assert said.keys() == CODES
    assert said["adapter.module"] == "The adapter cannot be created from …: …"
    # Written where it is raised, in a variable before, in both halves of a choice, and by a caller.
    assert said["catalogue.platform"].startswith("… is about no platform.<br>… names …")
    assert said["adapter.unknown"] == "The folder … has no …<br>There is no adapter …"
    assert '<br>`rules = "pack"` and `rules_path` belong together' in said["adapter.hook"]
    assert said["adapter.toml"] == "The manifest is not valid TOML: …"
    assert said["lab.platform"] == "The lab cannot run …"
    assert {code for code, text in said.items() if text == "Differs each time."} == {"facade.*"}
    assert not {code for code, text in said.items() if not text or text.endswith("….")}


def test_hardly_any_code_is_known_at_run_time_only() -> None:
    # Those of facades are made in tool_facades: its pages list them. A file of a version has the code of its kind.
    assert {code for code in CODES if "*" in code} == {"adapter.*", "facade.*", "schema.*", "*.unreadable"}
    assert all(re.fullmatch(r"([a-z-]+|\*)\.([a-z-]+|\*)", code) for code in CODES), CODES


def test_the_how_to_of_each_platform_is_what_respond_prints() -> None:
    sections = {part.partition("\n")[0]: part for part in how_to_page().split("\n## ")[1:]}
    assert sections.keys() == {load_platform(name).name for name in platform_ids()}
    for name in measured_platforms():
        section, event = sections[load_platform(name).name], answerable(name)[0]
        deny = ends_with(advice(name, event, "deny", WIRE["deny"]))
        assert f"**Deny a call** at `{event}`:\n\n```text\n{deny}\n```" in section
        assert "**Register** in " in section
    assert "**Ask the user** at `PreToolUse`: not possible" in sections["Codex CLI"]


def dangling_links(site: Path) -> list[tuple[str, str]]:
    """Return page and link of each relative link within the documentation that leads to no file."""
    found: list[tuple[str, str]] = []
    for page in sorted(site.rglob("*.html")):
        for link in re.findall(r"<a\s[^>]*?href=\"([^\"#?:]+)[\"#?]", page.read_text(encoding="utf-8")):
            target = (page.parent / link).resolve()
            if target.is_relative_to(site) and not (target / "index.html").is_file() and not target.is_file():
                found.append((page.relative_to(site).as_posix(), link))
    return found


def test_dangling_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "maintainers").mkdir()
    (tmp_path / "index.html").write_text('<a href="maintainers/#top">there</a> <a class="x" href="gone.md">not</a>')
    (tmp_path / "maintainers" / "index.html").write_text('<a href="../index.html">up</a> <a href="maintainers/">no</a>')
    assert dangling_links(tmp_path) == [("index.html", "gone.md"), ("maintainers/index.html", "maintainers/")]


def swallowed_lists(html: str) -> list[str]:
    """Return items of lists that MkDocs, unlike the forge, took for text or for a row of the table before them."""
    prose = re.sub(r"<pre.*?</pre>", "", html, flags=re.DOTALL)
    return re.findall(r"(?:\n|<td>|<p>)((?:[*-]|\d+\.) [^\n]{0,40})", prose)


def test_swallowed_list_is_found() -> None:
    assert swallowed_lists("<p>It blames nobody.\n* <b>Public</b></p><td>7. Files</td>") == [
        "* <b>Public</b></p><td>7. Files</td>"
    ]
    assert swallowed_lists("<td>7. Files</td>") == ["7. Files</td>"]
    assert swallowed_lists("<pre>\n* one</pre><ol>\n<li>7 files</li></ol>") == []


@pytest.mark.slow  # needs mkdocs, which the extra dev has and the extra test has not
def test_it_builds_without_a_warning_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) > 30
    # The search of the whole site has each page and each error code.
    script = (tmp_path / "site" / "search" / "pages.js").read_text(encoding="utf-8")
    rows = json.loads(script.removeprefix("window.HOOKCONFORM_PAGES = ").removesuffix(";\n"))
    listed = {row[3] for row in rows}
    built = {f"docs/{page.relative_to(tmp_path / 'site').as_posix()}" for page in pages}
    assert built - {"docs/404.html"} == {address.partition("#")[0] for address in listed}
    assert {f"docs/error-codes/index.html#{code}" for code in CODES} <= listed
    # Links out of the documentation (the header's) lead to the data, which another test builds beside it.
    assert dangling_links(tmp_path / "site") == []
    assert {page.parent.name: found for page in pages if (found := swallowed_lists(page.read_text("utf-8")))} == {}
    loaded = [
        link
        for page in pages
        for link in re.findall(
            r"<(?:script|img|link rel=\"stylesheet\")[^>]*(?:src|href)=\"(https?:[^\"]+)", page.read_text()
        )
    ]
    assert loaded == []
    # Parts of the theme that ask other hosts when a browser runs them: repository facts, diagrams.
    asking = re.compile(r'data-md-component="source"|class="mermaid"')
    assert [page.name for page in pages if asking.search(page.read_text(encoding="utf-8"))] == []
    assert "canonicalize" in (tmp_path / "site" / "api-hook-adapters" / "index.html").read_text(encoding="utf-8")
