"""Every captured case judges every field: one that is left out is asked of nobody."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield the fields that captured cases leave out, once a platform, with the number of cases and one of them."""
    found: dict[tuple[str, str], list[str]] = {}
    for case in corpus.cases:
        for name in case.expected.unjudged if case.is_captured else ():
            found.setdefault((case.platform, name), []).append(case.id)
    for (platform, name), ids in found.items():
        add = f"hookconform corpus redraft --add {name} --write '{platform}/captured/*'"
        yield platform, f"nobody judges {name} of {len(ids)} captured cases, such as {ids[0]}: `{add}`"
