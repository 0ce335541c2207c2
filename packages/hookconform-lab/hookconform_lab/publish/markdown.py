"""The Markdown reports, from templates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from hookconform.corpus.cases import Case
from hookconform.explain.plugin_steps import step_text
from hookconform_lab.evidence.grades import Grade
from hookconform_lab.evidence.mutants import Mutant
from hookconform_lab.publish import mapping
from hookconform_lab.publish.badges import verdict
from hookconform_lab.publish.community import measured_programs
from hookconform_lab.publish.harmless import harmless
from hookconform_lab.publish.publication import Publication
from hookconform_lab.publish.stopping import stopping

_PAGES = {
    "README.md": "readme",
    "TOOL-MAPPING.md": "tools",
    "EVENT-MAPPING.md": "events",
    "CONFIDENCE.md": "confidence",
    "STOPPING.md": "stopping",
    "COMMUNITY.md": "community",
}


def markdown_reports(publication: Publication) -> dict[str, str]:
    """Return file name → content of every Markdown report."""
    environment = templates({case.id: case for case in publication.corpus.cases})
    context = _context(publication)
    return {name: environment.get_template(f"{template}.md.j2").render(context) for name, template in _PAGES.items()}


def templates(cases: Mapping[str, Case]) -> Environment:
    """Return the environment that all Markdown reports are rendered in; `cases` are those they may link to, by id."""
    environment = Environment(
        loader=PackageLoader("hookconform_lab.publish", "templates"),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 (Markdown; the filters escape what comes from the corpus)
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=harmless,
    )
    filters: dict[str, Callable[..., str]] = {
        "cell": cell,
        "entries": entries,
        "code": code,
        "case": lambda case_id: case_link(cases[case_id], case_id.split("/", 1)[1]),
        "arguments": lambda mutants: arguments(mutants, cases),
        "step": step_text,
    }
    environment.filters.update(filters)
    return environment


def cell(text: str) -> str:
    """Return a text that stays in its table cell and is not taken for HTML."""
    return " ".join(text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|").split())


def code(name: str) -> str:
    """Return a name as code that stays in its table cell."""
    text = " ".join(name.split()).replace("|", "\\|")
    longest = max(map(len, re.findall(r"`+", text)), default=0)
    pad = " " if longest else ""
    return f"{'`' * (longest + 1)}{pad}{text}{pad}{'`' * (longest + 1)}"


def entries(cells: tuple[mapping.Entry, ...]) -> str:
    """Return the names in one cell of a mapping table, a line each, with their grade's letter and versions."""
    lines: list[str] = []
    for entry in cells:
        remarks = [text for text in (entry.versions, entry.remark) if text]
        legacy = entry.claim.status == "legacy-alias"
        name = f"~~{code(entry.claim.native)}~~" if legacy else code(entry.claim.native)
        tail = f" <sub>{cell(', '.join(remarks))}</sub>" if remarks and not legacy else ""
        lines.append(f"{name} {entry.grade[0]}{tail}")
    return "<br>".join(lines)


def arguments(mutants: Iterable[Mutant], cases: Mapping[str, Case]) -> str:
    """Return the arguments of a claim, a line each, with the case that proves each or the reason why none does."""
    lines: list[str] = []
    for mutant in mutants:
        name = code(mutant.argument)
        if mutant.becomes != mutant.argument:
            name += f" → {code(mutant.becomes)}"
        if mutant.killed_by:
            proof = case_link(cases[mutant.killed_by], "recorded" if mutant.killed_by_capture else "by hand")
        else:
            proof = f"unjudged: {cell(mutant.unjudged)}" if mutant.unjudged else "unproved"
        lines.append(f"{name} ({proof})")
    return "<br>".join(lines)


def case_link(case: Case, text: str) -> str:
    """Return a link to the file that holds a case, from the folder of the reports; its title is the case's id."""
    return f'[{text}](../{case.file} "{case.id}")'


def _context(publication: Publication) -> dict[str, Any]:
    corpus = publication.corpus
    return {
        "publication": publication,
        "confidence": publication.confidence["platforms"],
        "platforms": corpus.platforms,
        "grades": list(Grade),
        "results": publication.results,
        "programs": measured_programs(corpus.fingerprint),
        "stopping": stopping(),
        "verdict": verdict,
        "tool_lines": mapping.tool_lines(corpus),
        "event_lines": mapping.event_lines(corpus),
        "argument_lines": mapping.argument_lines(corpus),
        "kept": mapping.kept_names,
        "refuted": mapping.refuted_names,
        "versions": mapping.version_range,
    }
