"""No host name, user, real path, address or secret."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform_lab.lint.clean import Clean, mark_of
from hookconform_lab.lint.reading import Corpus
from hookconform_lab.redaction.kinds import kinds_in
from hookconform_lab.redaction.private import Private

# What the list of kinds tells of anyone; a throw-away run may show its own identifiers.
_BETRAYING = frozenset({"anyone"})


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield captured cases whose payload holds something that looks like it came from a real machine.

    A finding names kinds only: it must not repeat what should not be there.
    """
    clean = Clean("no-host-data")
    for case in corpus.cases:
        # A repeated case shows the payload of another.
        if case.is_captured and not case.repeats and clean.is_new(mark := mark_of(case.payload_text)):
            kinds = kinds_in(case.payload_text, Private(), _BETRAYING)
            if kinds:
                yield case.id, f"the payload holds what only a real machine has: {', '.join(kinds)}"
            else:
                clean.add(mark)
    clean.keep()
