"""`hookconform corpus lint`: one rule a module, each with a failing fixture named after it in tests/lint.

A rule is a function from the corpus to findings. `RULES` is the table of contents, in the order they run.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator

from hookconform.lint.reading import Corpus, Finding

RULES = {
    "case-schema": "Every case follows the case schema.",
    "platform-schema": "Every platform.yaml follows its schema, and its sources and versions exist.",
    "case-location": "A case lies where its origin says, has a plain file name and points at its schema.",
    "payload-hash": "The payload of a captured case is byte for byte what was recorded.",
    "claim-and-case": "A case expects what the platform's claims say.",
    "claim-covered": "Every claim has a case or a reason, and every name in a case has a claim.",
    "tool-exists": "A captured tool is declared by the program, answered by it, or marked as a probe.",
    "canonical-names": "Canonical names are in the vocabulary.",
    "duplicate-shape": "No two captured cases of a version show the same.",
    "responses": "Measured answers follow their schema and lie where their version and forms say.",
    "rule-coverage": "Every rule is hit and missed by captured cases.",
    "policies": "Every policy stops a recorded call wherever its tool was recorded, and lets others run.",
    "no-host-data": "No host name, user, real path, address or secret.",
    "no-vendor-prose": "No long text that the vendor wrote.",
    "title-style": "A title is a plain phrase.",
    "released-ids": "No id of the last release vanished, was reused or changed its payload.",
}


def lint(corpus: Corpus, only: Iterable[str] = ()) -> Iterator[Finding]:
    """Yield every finding, rule by rule; `only` names the rules to run, all if empty."""
    wanted = list(only) or list(RULES)
    for name in wanted:
        module = importlib.import_module(f"hookconform.lint.{name.replace('-', '_')}")
        rule: Callable[[Corpus], Iterator[tuple[str, str]]] = module.check
        for where, message in rule(corpus):
            yield Finding(name, where, message)
