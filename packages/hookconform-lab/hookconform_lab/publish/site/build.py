"""Build the site: every page is rendered before the first file is written."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from hookconform.cases.index import index_of
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.releases import release_date
from hookconform.explain.answer_text import effect_text, ends_with
from hookconform.explain.plugin_steps import step_text
from hookconform.export.schemas import settings_schemas
from hookconform.ground.errors import HookconformError, reason
from hookconform.ground.printable import printable_json
from hookconform_lab.evidence.grades import Grade
from hookconform_lab.publish import mapping
from hookconform_lab.publish.addresses import DOCUMENTATION, REPOSITORY, SITE, contradiction
from hookconform_lab.publish.badges import verdict
from hookconform_lab.publish.community import measured_programs
from hookconform_lab.publish.enforcement import enforcement_of
from hookconform_lab.publish.failing import FAILURES, fail_open, failing, measured_places
from hookconform_lab.publish.folder import HISTORY
from hookconform_lab.publish.harmless import harmless, web_address
from hookconform_lab.publish.publication import Publication
from hookconform_lab.publish.site import adapter_page, escapes, judged_rules, releases
from hookconform_lab.publish.site.canonical import canonical_file, canonical_pages
from hookconform_lab.publish.site.changes import FEED, PAGE, changes_of, feed, since_release
from hookconform_lab.publish.site.contract_feeds import ALL, feed_files, feed_name
from hookconform_lab.publish.site.facades import semantics_table, tool_columns
from hookconform_lab.publish.site.measured_answers import measured_answers
from hookconform_lab.publish.site.names import Names, anchor
from hookconform_lab.publish.site.registering import registering
from hookconform_lab.publish.site.search import search_script
from hookconform_lab.publish.site.shown_cases import ShownCases, example_of, payload_of
from hookconform_lab.publish.site.standings import Standings
from hookconform_lab.publish.site.timeline import timeline
from hookconform_lab.publish.sources import said
from hookconform_lab.publish.stopping import stopping

# These the documentation has, too.
SHARED = ("common.css", "favicon.svg", "header.js", "theme.js")
_STATIC = ("site.css", "site.js", *SHARED)
# Pages of the documentation that the data leads to. It is built beside the data, in this folder, and replaces it.
_DOCS = "docs"
# Releases of all platforms together on the page of their history.
_NEWEST = 60
_DOCUMENTED = ("", "facades/", "maintainers/semantics/")
# Written into every folder this builds, so that nothing else is ever swept away.
_MARK = ".hookconform-site"


def build(publication: Publication, folder: Path) -> None:
    """Write the site into `folder`, in place of an earlier one.

    Raises `HookconformError` (`site.foreign`, `report.unwritable`, `history.unreadable`).
    """
    files = pages(publication, folder.parent)
    try:
        _make_way(folder)
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    except OSError as error:
        raise HookconformError(
            "report.unwritable",
            f"The site cannot be written: {reason(error)}.",
            where=str(folder),
            hint="Check --output.",
        ) from error


def pages(publication: Publication, reports: Path) -> dict[str, bytes]:
    """Return path → content of every file of the site; `reports` holds what other commands measured."""
    corpus = publication.corpus
    names, shown = Names(corpus.platforms), ShownCases(corpus.cases)
    environment = templates()
    context = _context(publication, names, shown, reports)
    files = {"index.html": _render(environment, "index", context, "")}
    for evidence in corpus.platforms:
        more = {"evidence": evidence, "graded": publication.confidence["platforms"][evidence.platform.id]}
        files[f"platforms/{evidence.platform.id}.html"] = _render(environment, "platform", context | more, "../")
    for report in publication.results:
        name = report["adapter"]["name"]
        files[f"adapters/{name}.html"] = _render(environment, "adapter", context | {"report": report}, "../")
    for page in context["canonical_pages"]:
        files[page.file] = _render(environment, "canonical", context | {"page": page}, "../")
    for page in names.pages:
        files[f"names/{page.slug}.html"] = _render(environment, "name", context | {"page": page}, "../")
    files[PAGE] = _render(environment, "changes", context, "")
    files[releases.PAGE] = _render(environment, "history", context, "")
    for name, entries in context["histories"].items():
        more = {"platform": context["platforms"][name], "entries": entries}
        files[f"{releases.FOLDER}/{name}.html"] = _render(environment, "releases", context | more, "../")
    files |= feed_files(context["histories"])
    files[FEED] = feed(context["changes"]).encode()
    files["stopping.html"] = _render(environment, "stopping", context, "")
    files["failing.html"] = _render(environment, "failing", context, "")
    files[escapes.FILE] = _render(environment, "escapes", context, "")
    if context["judged"]:
        files[judged_rules.FILE] = _render(environment, "rules", context, "")
    if context["programs"]:
        files["community.html"] = _render(environment, "community", context, "")
    files |= {static: static_file(static) for static in _STATIC}
    files["sitemap.xml"] = _sitemap(files).encode()
    files["names.js"] = search_script(corpus, names, publication.results, files).encode()
    for page in _DOCUMENTED:
        root = "../" * (1 + page.count("/"))
        files[f"{_DOCS}/{page}index.html"] = _render(environment, "unbuilt", context | {"page": page}, root)
    files[f"{_DOCS}/search/pages.js"] = b"window.HOOKCONFORM_PAGES = [];\n"
    # An index is asked for once: each time it looks whether a file of the platform changed.
    indexes = {name: index_of(corpus_root(), name) for name in {case.platform for case in shown.linked}}
    files |= {f"cases/{case.id}.json": _as_file(indexes[case.platform].content(case.id)) for case in shown.linked}
    files |= settings_files(evidence.platform.id for evidence in corpus.platforms)
    files[_MARK] = b"Built by `hookconform report`.\n"
    return files


def settings_files(platforms: Iterable[str]) -> dict[str, bytes]:
    """Return the schemas of files of hooks, each where its `$id` says that it is."""
    rows = settings_schemas(list(platforms))
    return {row["schema"]["$id"].removeprefix(SITE): _as_file(row["schema"]) for row in rows}


def static_file(name: str) -> bytes:
    """Return one of the files that are the same for every corpus."""
    return resources.files("hookconform_lab.publish.site").joinpath("static", name).read_bytes()


def _as_file(content: dict[str, Any]) -> bytes:
    return f"{printable_json(content, indent=2)}\n".encode()


def _sitemap(files: dict[str, bytes]) -> str:
    """Return the list of pages for search engines, where the site is published."""
    addresses = (f"  <url><loc>{SITE}{quote(name)}</loc></url>" for name in files if name.endswith(".html"))
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return head + "\n".join(addresses) + "\n</urlset>\n"


def _make_way(folder: Path) -> None:
    if not folder.exists():
        return
    if not (folder / _MARK).is_file() and any(folder.iterdir()):
        raise HookconformError(
            "site.foreign",
            "The folder for the site holds something that was not built here.",
            where=str(folder),
            hint="Move it away, or give another --output.",
        )
    shutil.rmtree(folder)


def _render(environment: Environment, template: str, context: dict[str, Any], root: str) -> bytes:
    return environment.get_template(f"{template}.html.j2").render(context, root=root).encode()


def templates() -> Environment:
    """Return the environment that all pages of the site are rendered in."""
    environment = Environment(
        loader=PackageLoader("hookconform_lab.publish.site", "templates"),
        undefined=StrictUndefined,
        autoescape=True,
        # Templates do not change while pages are rendered.
        auto_reload=False,
        finalize=harmless,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    filters: dict[str, Callable[..., Any]] = {"soft": _breakable, "web": web_address, "step": step_text}
    filters |= {"ends_with": ends_with, "effect": effect_text, "coded": releases.coded}
    environment.filters.update(filters)
    return environment


def _breakable(name: str) -> Markup:
    """Return a name that may be broken between its words."""
    return Markup("<wbr>").join(re.findall(r"(?:[A-Z]+(?![a-z])|.)[^A-Z_.]*[_.]*", name))


def _context(publication: Publication, names: Names, shown: ShownCases, reports: Path) -> dict[str, Any]:
    corpus = publication.corpus
    platforms = {evidence.platform.id: evidence.platform for evidence in corpus.platforms}
    standings = Standings(publication.results, corpus.vocabulary)
    release, grown = since_release(corpus_root(), corpus.cases)
    compared = stopping()
    entries = {name: releases.entries_of(platform) for name, platform in platforms.items()}
    histories = {name: found for name, found in entries.items() if found}
    return {
        "publication": publication,
        "corpus": corpus,
        "confidence": publication.confidence["platforms"],
        "platforms": platforms,
        "results": publication.results,
        "programs": measured_programs(corpus.fingerprint),
        "grades": list(Grade),
        "tool_lines": mapping.tool_lines(corpus),
        "event_lines": mapping.event_lines(corpus),
        "mapping": mapping,
        "names": names,
        "anchor": anchor,
        "stopping": compared,
        "claims": {row.claim.id: (evidence, row) for evidence in corpus.platforms for row in evidence.claims},
        "said": said,
        "verdict": verdict,
        "standings": standings,
        "shown": shown,
        "example_of": example_of,
        "payload_of": payload_of,
        "timeline": timeline,
        "measured_answers": measured_answers,
        "registering": registering,
        "release_date": release_date,
        "histories": histories,
        "newest_releases": releases.by_date(entry for found in histories.values() for entry in found)[:_NEWEST],
        "all_feeds": ALL,
        "feed_name": feed_name,
        "adapter_page": adapter_page,
        "canonical_pages": canonical_pages(corpus),
        "tool_columns": tool_columns,
        "semantics_table": semantics_table,
        "changes": changes_of(reports / HISTORY),
        "release": release,
        "grown": grown,
        "canonical_file": canonical_file,
        "contradiction": contradiction,
        "repository": REPOSITORY,
        "documentation": DOCUMENTATION,
        "enforcement": enforcement_of(reports),
        "failures": FAILURES,
        "failing": failing(compared),
        "fail_open": fail_open,
        "measured_places": measured_places,
        "escapes": escapes.escape_page(),
        "judged": judged_rules.judged_rules(corpus_root(), corpus.cases, list(platforms)),
    }
