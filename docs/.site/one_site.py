"""What makes the documentation one site with the data: the same header, and pages in the same search."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File

from hookconform_lab.publish.addresses import DOCUMENTATION, SITE
from hookconform_lab.publish.site.build import SHARED, static_file, templates

# Enough to find prose by its words; whole source files that are shown are longer.
_TEXT = 3000
# What the documentation is called below the site.
_FOLDER = DOCUMENTATION.removeprefix(SITE)
# Names and platforms come first among results that fit equally well.
_PAGE, _SECTION, _CODE = 5, 6, 6
# What users seldom look for comes behind all that they do.
_SELDOM, _SELDOM_FOLDERS = 9, ("maintainers/", "decisions/", "changelog/")


def shared_files(config: MkDocsConfig) -> list[File]:
    """Return the scripts and the sheet that both parts of the site load."""
    return [File.generated(config, f"assets/{name}", content=static_file(name)) for name in SHARED]


def site_header(base: str) -> Markup:
    """Return the data site's header for a page whose documentation begins at `base`."""
    header = templates().get_template("header.html.j2")
    return Markup(header.render(root=f"{base}/../", assets=f"{base}/assets/", menu=True))  # noqa: S704 (a template of ours, escaped by itself)


def search_rows(index: dict[str, Any], codes: list[str]) -> list[list[str | int]]:
    """Return the rows that the documentation adds to the search, from MkDocs' own index and the error codes.

    A row is [title, what it is, "", address below the root of the site, order, text].
    """
    rows: list[list[str | int]] = []
    page = ""
    for entry in index["docs"]:
        path, _, place = entry["location"].partition("#")
        title = _plain(entry["title"])
        page = page if place else title
        what = f"documentation: {page}" if place else "documentation"
        # A file that a browser opens has no index page of a folder.
        address = f"{_FOLDER}{path}index.html" + (f"#{place}" if place else "")
        # "tutorial" stands in no title of the tutorials, but in their addresses.
        text = f"{'' if place else path} {_plain(entry['text'])[:_TEXT]}"
        order = _SELDOM if path.startswith(_SELDOM_FOLDERS) else _SECTION if place else _PAGE
        rows.append([title, what, "", address, order, text])
    address = f"{_FOLDER}error-codes/index.html"
    return rows + [[code, "error code", "", f"{address}#{code}", _CODE] for code in codes]


def write_search(folder: Path, codes: list[str]) -> None:
    """Write the rows beside MkDocs' index, as a script: a page opened as a file may load nothing else."""
    search = folder / "search"
    index = json.loads((search / "search_index.json").read_text(encoding="utf-8"))
    rows = json.dumps(search_rows(index, codes), ensure_ascii=True)
    (search / "pages.js").write_text(f"window.HOOKCONFORM_PAGES = {rows};\n", encoding="utf-8")


def _plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())
