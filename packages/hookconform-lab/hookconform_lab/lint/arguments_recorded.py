"""Every argument that the newest version declares is recorded at it, or not_covered says why not.

An argument that nobody gave is one whose name in payloads nobody knows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from hookconform.corpus.claims import Platform
from hookconform_lab.intake.shapes import shape_of
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield declared arguments neither recorded nor listed, and listed ones that are recorded or not declared."""
    for platform in corpus.platforms.values():
        declared = corpus.declared_keys.get((platform.id, platform.newest), {})
        recorded = _recorded(corpus, platform)
        listed: dict[str, set[str]] = defaultdict(set)
        for gap in platform.not_covered:
            for tool, keys in gap.arguments.items():
                listed[tool] |= set(keys)
        for tool in sorted({*declared, *listed}):
            names = platform.hook_names(tool, platform.newest)
            if tool not in listed and not names & platform.tools.keys():
                continue  # a tool of the lab's own servers and plugins
            missing = declared.get(tool, frozenset()) - {key for name in names for key in recorded[name]}
            at = f"{tool} at {platform.newest}"
            if missing - listed[tool]:
                keys = ", ".join(sorted(missing - listed[tool]))
                yield platform.id, f"no captured case shows {keys} of {at}: record them, or list them in not_covered"
            if listed[tool] - missing:
                keys = ", ".join(sorted(listed[tool] - missing))
                yield platform.id, f"not_covered lists {keys} of {at}, which a case shows or nothing declares"


def _recorded(corpus: Corpus, platform: Platform) -> dict[str, set[str]]:
    """Return the argument keys of unprobed captured cases of the newest version, by the tool's name in hooks."""
    found: dict[str, set[str]] = defaultdict(set)
    for case, owner in corpus.judged_cases:
        if owner is platform and case.is_captured and not case.is_probe and case.version == platform.newest:
            shape = shape_of(platform, case.registered_event, case.payload_object or {})
            found[shape.tool or ""] |= {*shape.argument_keys}
    return found
