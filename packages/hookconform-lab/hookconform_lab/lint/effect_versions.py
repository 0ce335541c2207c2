"""Every version at which a model of answers changes has rows on both sides that show the change."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.effects import modelled_platforms
from hookconform.effects.changes import changes_of, stray_versions, unproved
from hookconform.effects.rows import load_rows, measured_platforms, measured_versions
from hookconform.ground.errors import HookconformError
from hookconform_lab.lint.reading import Corpus
from hookconform_lab.parts import part


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield the changes that no measured rows hold; a corpus with one measured version says nothing of changes."""
    for platform in sorted(set(modelled_platforms()) & set(measured_platforms(corpus.root))):
        versions = measured_versions(platform, corpus.root)
        try:
            rows = {version: load_rows(platform, version, corpus.root) for version in versions}
        except HookconformError:
            # Rows that cannot be read are findings of `responses`.
            continue
        model = part(platform, "effect")
        problems = unproved(changes_of(model), rows) if len(rows) > 1 else ()
        for problem in (*problems, *stray_versions(model)):
            yield f"platforms/{platform}/responses", problem
