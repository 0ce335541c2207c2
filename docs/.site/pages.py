"""Pages of the documentation site that stand elsewhere in the repository, and links that lead out of it."""

from __future__ import annotations

import json
import posixpath
import re
import sys
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))
from error_codes import error_codes, error_page
from how_to import how_to_page
from new_project import new_project_page
from one_site import shared_files, site_header, write_search

ROOT = Path(__file__).resolve().parents[2]
# Page of the site → file of the repository.
ELSEWHERE = {
    "index.md": "README.md",
    "adapters.md": "adapters/README.md",
    "contributing.md": "CONTRIBUTING.md",
    "architecture.md": "ARCHITECTURE.md",
    "corpus.md": "corpus/README.md",
    "changelog.md": "CHANGELOG.md",
    "security.md": "SECURITY.md",
    "conduct.md": "CODE_OF_CONDUCT.md",
}
PAGE_OF = {path: page for page, path in ELSEWHERE.items()}
LINK = re.compile(r"(\]\(|(?:src|srcset|href)=\")([^()\s\"]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that stand elsewhere, and those that are made from the source."""
    for page, path in ELSEWHERE.items():
        files.append(File.generated(config, page, content=(ROOT / path).read_text(encoding="utf-8")))
    files.append(File.generated(config, "error-codes.md", content=error_page(ROOT)))
    files.append(File.generated(config, "each-platform.md", content=how_to_page()))
    files.append(File.generated(config, "schemas.md", content=schema_page(config.extra["repository"])))
    files.append(File.generated(config, "new-project.md", content=new_project_page()))
    for shared in shared_files(config):
        files.append(shared)
    return files


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:  # noqa: ARG001 (what MkDocs hands over)
    """Let the theme show the site's header in place of its own."""
    env.globals["site_header"] = site_header
    return env


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let every link lead to a page of the site, or else to the file in the repository."""
    here = page.file.src_uri
    if here not in ELSEWHERE and not (ROOT / "docs" / here).exists():
        return markdown  # generated: its links are those of the site
    folder = posixpath.dirname(ELSEWHERE.get(here, f"docs/{here}"))

    def led(found: re.Match[str]) -> str:
        target, mark, anchor = found[2].partition("#")
        if re.match(r"[a-z][a-z0-9+.-]*:", target) or not target:
            return found[0]
        path = posixpath.normpath(posixpath.join(folder, target))
        inside = PAGE_OF.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else None)
        if inside is None or files.get_file_from_path(inside) is None:
            if not (ROOT / path).exists():
                raise ValueError(f"{here}: there is no {path}")
            return f"{found[1]}{config.extra['repository']}/blob/main/{path}{mark}{anchor}"
        return f"{found[1]}{posixpath.relpath(inside, posixpath.dirname(here) or '.')}{mark}{anchor}"

    prose = re.split(r"(^```.*?^```)", markdown, flags=re.DOTALL | re.MULTILINE)
    return "".join(part if part.startswith("```") else LINK.sub(led, part) for part in prose)


@event_priority(-100)  # after the plugin that writes the index
def on_post_build(config: MkDocsConfig) -> None:
    """Add the pages to the search of the whole site."""
    write_search(Path(config.site_dir), sorted(error_codes(ROOT)))


def schema_page(repository: str) -> str:
    """Return the page that lists the schemas, each with a link to its file in the repository."""
    folder = f"{repository}/blob/main/corpus/schema"
    lines = ["# Schemas", "", "JSON Schema 2020-12; what the suite reads and writes follows them.", ""]
    lines += ["| schema | what it describes |", "| --- | --- |"]
    for path in sorted((ROOT / "corpus" / "schema").glob("*.schema.json")):
        schema: dict[str, Any] = json.loads(path.read_bytes())
        lines.append(f"| [{path.name}]({folder}/{path.name}) | {schema.get('description', schema['title'])} |")
    return "\n".join(lines) + "\n"
