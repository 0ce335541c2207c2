"""What adapters and payloads say is shown on pages, and never steers a reader's browser, terminal or job."""

from __future__ import annotations

import copy
import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hookconform_lab.publish.folder import write
from hookconform_lab.publish.harmless import web_address
from hookconform_lab.publish.job import command
from hookconform_lab.publish.publication import Publication
from hookconform_lab.publish.results import accept_results, read_results
from hookconform_lab.publish.site.build import pages
from hookconform_lab.publish.site.payload import highlighted

pytestmark = pytest.mark.whole

# A cleared screen, a turned direction, a joined word, a half character, C1, a line separator, an end of a line.
HOSTILE = (
    "\x1b[2J\u202egnp.exe\u2066\u200b\ud800\x9b31m\u2028\x00\r\n| [a](javascript:alert(1)) ![b](http://x.example/) <i>"
)


def unsafe(text: str) -> list[str]:
    """Return characters that a page must not hold: all that is not shown, but for line ends."""
    return sorted(
        {
            hex(ord(one))
            for one in text
            if one not in "\n\t" and unicodedata.category(one) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
        }
    )


@pytest.fixture
def hostile(publication: Publication) -> Publication:
    """Return the publication with everything an adapter can say turned hostile."""
    reports = [copy.deepcopy(report) for report in publication.results]
    for report in reports:
        report["adapter"] |= {"version": HOSTILE, "language": HOSTILE, "homepage": HOSTILE}
        report["not_applicable"] = {HOSTILE: 1}
        for check in report["checks"]:
            check |= {"message": HOSTILE, "evidence": HOSTILE, "reason": HOSTILE}
            check["differences"] = [{"pointer": f"/{HOSTILE}", "expected": HOSTILE, "got": {HOSTILE: [HOSTILE]}}]
    return Publication(publication.corpus, tuple(reports), publication.version)


def test_a_report_with_hostile_text_is_published_as_any_other(hostile: Publication, tmp_path: Path) -> None:
    write(hostile, tmp_path / "out", "2026-01-02")
    written = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "out").rglob("*.*")}
    assert {name: unsafe(text) for name, text in written.items() if unsafe(text)} == {}
    assert json.loads(written["reference.json"]) == hostile.results[0], "data is the same, in escapes"
    rows = [line for line in written["README.md"].splitlines() if line.startswith("| reference ")]
    assert [line.replace("\\|", "").count("|") for line in rows] == [9], "a value cannot end its cell"


def test_no_page_of_the_site_has_a_character_that_is_not_shown(hostile: Publication, tmp_path: Path) -> None:
    site = {
        name: content.decode() for name, content in pages(hostile, tmp_path).items() if name.endswith((".html", ".js"))
    }
    assert {name: unsafe(text) for name, text in site.items() if unsafe(text)} == {}
    page = site["adapters/broken-gemini-planned-table.html"]
    assert "\\u202egnp.exe" in page, "it is shown by its number"
    assert "<i>" not in page


@pytest.mark.parametrize(
    ("address", "linked"),
    [
        ("https://example.com/adapter", True),
        ("http://example.com", True),
        ("HTTPS://EXAMPLE.COM", True),
        ("javascript:alert(1)", False),
        (" javascript:alert(1)", False),
        ("java\tscript:alert(1)", False),
        ("data:text/html,<script>alert(1)</script>", False),
        ("file:///etc/passwd", False),
        ("//example.com/x", False),
        ("https:///x", False),
        ("https://example.com@evil.example/", False),
        ("https://[", False),
        ("example.com", False),
        ("", False),
    ],
)
def test_only_web_addresses_are_linked(publication: Publication, tmp_path: Path, address: str, linked: bool) -> None:
    assert web_address(address) is linked
    report = copy.deepcopy(publication.results[0])
    report["adapter"]["homepage"] = address
    page = pages(Publication(publication.corpus, (report,)), tmp_path)["adapters/reference.html"].decode()
    assert ("Homepage</dt><dd><a href=" in page) is linked
    targets = [
        target
        for target in re.findall(r'href="([^"]*)"', page)
        if not re.match(r"\.\./|#|https?://|data:,$", target, re.IGNORECASE)
    ]
    assert targets == []


def test_marks_and_colours_of_a_payload_stay_with_hostile_text_in_it() -> None:
    shown = highlighted({"tool_name": HOSTILE}, {"/tool_name"})
    assert str(shown).count("<mark>") == 1
    assert "<i>" not in shown


def test_every_page_allows_its_own_files_only(publication: Publication, tmp_path: Path) -> None:
    for name, content in pages(publication, tmp_path).items():
        if not name.endswith(".html"):
            continue
        text = content.decode()
        policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', text)
        assert policy, name
        assert policy.start() < text.index("<script"), "what stands before it is not bound by it"
        rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
        assert rules["default-src"] == "'none'"
        assert rules["script-src"] == rules["style-src"] == "'self'"
        assert rules["base-uri"] == rules["form-action"] == "'none'"
        inline = re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", text)
        assert inline == [], f"{name}: the policy would not let it run"


def test_a_job_shows_hostile_text_without_being_steered(
    hostile: Publication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(hostile.results[1]), encoding="utf-8")
    for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"):
        monkeypatch.setenv(name, str(tmp_path / name))
    result = CliRunner().invoke(command, [str(path)], catch_exceptions=False)
    assert result.exit_code == 0
    assert unsafe(result.output) == []
    assert all(line.startswith("::") for line in result.output.splitlines())
    summary = (tmp_path / "GITHUB_STEP_SUMMARY").read_text(encoding="utf-8")
    assert unsafe(summary) == []
    prose = re.sub(r"(`+).+?\1", "", summary)
    assert re.search(r"(?<!\\)\[[ab]\]", prose) is None, "no link and no picture"
    outputs = (tmp_path / "GITHUB_OUTPUT").read_text(encoding="utf-8").splitlines()
    assert [line.partition("=")[0] for line in outputs] == ["status", "passed", "failed"]


def test_a_report_read_from_a_file_may_hold_half_characters(publication: Publication, tmp_path: Path) -> None:
    report: dict[str, Any] = copy.deepcopy(publication.results[0])
    report["adapter"]["version"] = "\ud800"
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report), encoding="utf-8")
    loaded = accept_results(read_results([path]), publication.corpus)
    write(Publication(publication.corpus, loaded), tmp_path / "out", "2026-01-02")
    assert json.loads((tmp_path / "out" / "results" / "reference.json").read_bytes())["adapter"]["version"] == "\ud800"
