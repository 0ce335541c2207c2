"""Every answer that a published page recommends is what `hookconform respond` prints: exit code and both streams."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hookconform.cli import cli
from hookconform.corpus.claims import load_platform
from hookconform.effects.rows import measured_platforms
from hookconform.explain.answering import WIRE
from hookconform.explain.plugin_steps import step_text
from hookconform.ground.errors import HookconformError
from hookconform_lab.publish import markdown
from hookconform_lab.publish.site import build
from hookconform_lab.publish.stopping import stopping

PAGE = Path(__file__).parents[2] / "reports" / "STOPPING.md"
NOT_POSSIBLE = "not possible on this platform (no measured answer does it)"
Rows = dict[tuple[str, str, str], list[str]]


def respond(platform: str, event: str, verdict: str) -> dict[str, Any] | None:
    """Ask the command itself; None where it says that no answer does it."""
    result = CliRunner().invoke(cli, ["respond", platform, event, verdict, "--json"])
    if isinstance(result.exception, HookconformError):
        assert result.exception.code == "respond.unsupported"
        return None
    assert result.exit_code == 0, result.output
    [answer] = json.loads(result.output)["answers"]
    return answer


def from_markdown(text: str) -> Rows:
    """Read the tables under *What to answer*: (heading, event, verdict) → the other cells, without their marks."""
    rows: Rows = {}
    heading = event = ""
    for line in text.partition("\n## What to answer\n")[2].partition("\n## ")[0].splitlines():
        if line.startswith("### "):
            heading = line.removeprefix("### ")
        elif match := re.match(r"At \S+, `(.+?)`\.", line):
            event = match[1]
        elif line.startswith("| ") and not line.startswith(("| to ", "| ---")):
            verdict, *cells = (cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1])
            rows[heading, event, verdict] = [cell.replace("` `", "; ").strip("`") for cell in cells]
    return rows


def from_html(text: str) -> Rows:
    """Read the same from the page of the site."""
    rows: Rows = {}
    for section in text.partition('id="h-advice"')[2].partition("</section>")[0].split("<h3>")[1:]:
        match = re.match(r'(.+?) <span class="on">\S+, (.+?)</span>', section)
        assert match is not None
        for row in re.findall(r"<tr>(.*?)</tr>", section.partition("<tbody>")[2]):
            verdict, *cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)
            plain = [html.unescape(re.sub(r"</?code>", "", cell.replace("</code><code>", "; "))) for cell in cells]
            rows[html.unescape(match[1]), match[2], verdict] = plain
    return rows


def rendered() -> dict[str, Rows]:
    """Render both pages from the corpus."""
    context = {"stopping": stopping(), "root": ""}
    page = markdown.templates({}).get_template("stopping.md.j2").render(context)
    template = build.templates().get_template("stopping.html.j2")
    block = "".join(template.blocks["content"](template.new_context({**context, "chooser": lambda *_: ""})))
    return {"markdown": from_markdown(page), "site": from_html(block)}


@pytest.fixture(scope="module")
def published() -> dict[str, Rows]:
    return {"committed": from_markdown(PAGE.read_text(encoding="utf-8")), **rendered()}


@pytest.fixture(scope="module")
def answers() -> dict[tuple[str, str, str], dict[str, Any] | None]:
    """Ask for every answer that belongs on the page, by platform, event and verdict."""
    return {
        (advised.column.heading, advised.column.registered_event, verdict): respond(
            advised.column.platform, advised.column.registered_event, verdict
        )
        for advised in stopping().advised
        for verdict in WIRE
    }


@pytest.mark.whole
@pytest.mark.parametrize("page", ["committed", "markdown", "site"])
def test_a_published_answer_is_what_respond_prints(
    page: str, published: dict[str, Rows], answers: dict[tuple[str, str, str], dict[str, Any] | None]
) -> None:
    assert published[page].keys() == answers.keys()
    for key, cells in published[page].items():
        answer = answers[key]
        if answer is None:
            assert cells[0] == NOT_POSSIBLE, key
            continue
        said = answer["answer"]
        parts = [str(said["exit_code"]), said["stdout"].strip() or "nothing", said["stderr"].strip() or "nothing"]
        steps = [step_text(step) for step in answer.get("in_plugin", [])]
        nothing = "nothing" if page == "site" else "do nothing"
        function = ["; ".join(steps) or nothing] if "in_plugin" in answer else []
        assert cells == [*function, *parts, answer["row"] or "other rows"], key


def test_every_measured_platform_has_its_answers(published: dict[str, Rows]) -> None:
    headings = {load_platform(platform).name for platform in measured_platforms()}
    for page, rows in published.items():
        assert {heading.partition(",")[0] for heading, _, _ in rows} == headings, page


def test_a_deny_by_exit_code_says_so(published: dict[str, Rows]) -> None:
    for page, rows in published.items():
        assert rows["Letta Code", "PreToolUse", "deny"][:3] == ["2", "nothing", "TEXT"], page


def test_no_published_deny_is_silent(published: dict[str, Rows]) -> None:
    for page, rows in published.items():
        for (heading, _, verdict), cells in rows.items():
            if verdict == "deny":
                assert cells[-4:-1] != ["0", "nothing", "nothing"], (page, heading)
