"""The data's index of the search box: names, platforms, pages and answers, as a script file.

The documentation adds its own index, `docs/search/pages.js`, with the pages and the error codes.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from hookconform.corpus.manifests import manifest_versions
from hookconform.effects.common_answers import common_answers
from hookconform.explain.answering import WIRE
from hookconform.ground.printable import printable
from hookconform_lab.publish.publication import Corpus
from hookconform_lab.publish.site.canonical import canonical_file
from hookconform_lab.publish.site.names import Names, anchor

_PAGES = (
    ("Tools", "index.html#tools"),
    ("Events", "index.html#events"),
    ("Platforms", "index.html#platforms"),
    ("Adapters", "index.html#adapters"),
    ("Grades", "index.html#grades"),
    ("Answers: what stops a tool, exit codes", "stopping.html"),
    ("What to answer: permissionDecision, decision, exit 2", "stopping.html#h-advice"),
    ("What a hook never sees: escapes, sub-agents, prompts", "escapes.html"),
    ("Fails open or closed: crash, time-out, not found", "failing.html"),
    ("History: what each release changed for hooks, feeds", "history.html"),
    ("What changed", "changes.html"),
    ("Documentation", "docs/index.html"),
)
# Pages that a site has where there is something to show.
_SOME_CORPORA = (
    ("Community adapters", "community.html"),
    ("Which rule is judged where", "rules.html"),
)
_ORDER = {"current": 0, "historic": 1, "legacy-alias": 2, "refuted": 3}


def search_script(
    corpus: Corpus, names: Names, results: Sequence[dict[str, Any]] = (), files: Collection[str] = ()
) -> str:
    """Return a script that sets the index: [name, what it is, grade, address below the root, order] a name.

    `files` are the pages of the site. Of names that fit equally well, those sent today
    come first, those no adapter needs after them, and what is no name last.
    """
    rows: list[list[str | int]] = []
    for kind, canonical in (("tool", corpus.vocabulary.tools), ("event", corpus.vocabulary.events)):
        rows += [[name, f"canonical {kind}", "", canonical_file(kind, name), 0] for name in canonical]
    for page in names.pages:
        for evidence, row in page.rows:
            becomes = f"becomes {row.claim.canonical}" if row.claim.maps else "keeps its name"
            what = f"{evidence.platform.name} {row.claim.kind}, {becomes}"
            address = f"names/{page.slug}.html#{anchor(evidence, row)}"
            rows.append([row.claim.native, what, row.grade.value, address, _ORDER[row.claim.status]])
    rows += _others(corpus, results)
    rows += [[title, "page", "", address, 5] for title, address in _SOME_CORPORA if address in files]
    shown = [[printable(part) if isinstance(part, str) else part for part in row] for row in rows]
    return f"window.HOOKCONFORM_NAMES = {json.dumps(shown, ensure_ascii=True)};\n"


def _others(corpus: Corpus, results: Sequence[dict[str, Any]]) -> Iterator[list[str | int]]:
    """Yield what is no name of a tool or event: platforms, adapters, verdicts, answers and pages."""
    for platform in (evidence.platform for evidence in corpus.platforms):
        address = f"platforms/{platform.id}.html"
        yield [platform.name, f"platform {platform.id}", "", address, 0]
        if manifest_versions(platform.path.parent):
            yield [f"{platform.name} releases: what changed", "page", "", f"history/{platform.id}.html", 5]
        if platform.id != platform.name:
            yield [platform.id, f"platform {platform.name}", "", address, 0]
    for name in (report["adapter"]["name"] for report in results):
        yield [name, "adapter", "", f"adapters/{name}.html", 0]
    for verdict in WIRE:
        yield [verdict, "verdict: what to answer on each platform", "", "stopping.html#h-advice", 1]
    for answer in common_answers():
        yield [answer.said or answer.title, "answer: what it does on each platform", "", "stopping.html#h-answers", 5]
    for title, address in _PAGES:
        yield [title, "page", "", address, 5]
