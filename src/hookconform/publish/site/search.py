"""The index of the search box: every native and every canonical name, as a script file."""

from __future__ import annotations

import json

from hookconform.ground.printable import printable
from hookconform.publish.publication import Corpus
from hookconform.publish.site.canonical import canonical_file
from hookconform.publish.site.names import Names, anchor

_ORDER = {"current": 0, "historic": 1, "legacy-alias": 2, "refuted": 3}


def search_script(corpus: Corpus, names: Names) -> str:
    """Return a script that sets the index: [name, what it is, grade, address below the root, order] a name.

    Of names that fit equally well, those sent today come first, those nobody should map last.
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
    shown = [[printable(part) if isinstance(part, str) else part for part in row] for row in rows]
    return f"window.HOOKCONFORM_NAMES = {json.dumps(shown, ensure_ascii=True)};\n"
