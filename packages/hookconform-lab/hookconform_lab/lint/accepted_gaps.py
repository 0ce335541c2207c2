"""Gaps that are accepted can be read, and belong to a rule that there is."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import filter as named_like

from hookconform.corpus.documents import load_document
from hookconform.corpus.policies import load_policies
from hookconform.ground.errors import HookconformError
from hookconform_lab.lint.reading import Corpus

FILE = "accepted-holes.yaml"


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the list, and entries that are about no rule of a pack or policy."""
    path = corpus.root / FILE
    if not path.is_file():
        return
    try:
        entries = load_document(path, "accepted-holes", corpus.root)["accepted"]
    except HookconformError as error:
        yield FILE, error.what
        return
    names = {rule["name"] for rule in corpus.rules}
    try:
        names |= {rule["name"] for policy in load_policies(corpus.root) for rule in policy.rules}
    except HookconformError:
        return  # a policy that cannot be read is a finding of its own rule
    for entry in entries:
        if not named_like(names, entry["rule"]):
            yield FILE, f"no rule is called {entry['rule']}, and a gap of it is accepted"
