"""The index of the search box: every native and every canonical name, as a script file."""

from __future__ import annotations

import json

from hookconform.ground.printable import printable
from hookconform.publish.publication import Corpus
from hookconform.publish.site.names import Names, anchor


def search_script(corpus: Corpus, names: Names) -> str:
    """Return a script that sets the index: [name, what it is, grade, address below the root] a name."""
    rows: list[list[str]] = []
    for kind, canonical in (("tool", corpus.vocabulary.tools), ("event", corpus.vocabulary.events)):
        rows += [[name, f"canonical {kind}", "", f"index.html#{kind}-{name}"] for name in canonical]
    for page in names.pages:
        for evidence, row in page.rows:
            becomes = f"becomes {row.claim.canonical}" if row.claim.maps else "keeps its name"
            what = f"{evidence.platform.name} {row.claim.kind}, {becomes}"
            rows.append([row.claim.native, what, row.grade.value, f"names/{page.slug}.html#{anchor(evidence, row)}"])
    shown = [[printable(part) for part in row] for row in rows]
    return f"window.HOOKCONFORM_NAMES = {json.dumps(shown, ensure_ascii=True)};\n"
