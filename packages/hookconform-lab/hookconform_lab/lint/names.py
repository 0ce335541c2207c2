"""Every name that the newest recorded version can register has a claim, or not_covered says what turns it on.

Platforms of which no names were read are left alone: not every corpus has them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hookconform.corpus.claims import Platform
from hookconform.corpus.registered import (
    KINDS,
    load_patterns,
    names_folder,
    read_names,
    recorded_names,
    unclaimed_names,
)
from hookconform.ground.errors import HookconformError
from hookconform.ground.versions import newest_of
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield names that nobody speaks of, names that not_covered lists for nothing, and recordings without names."""
    for platform in corpus.platforms.values():
        try:
            yield from ((platform.id, problem) for problem in _problems(corpus, platform))
        except HookconformError as error:
            # The other platforms are looked at all the same.
            yield platform.id, error.what


def _problems(corpus: Corpus, platform: Platform) -> Iterator[str]:
    listed = Counter(name for gap in platform.not_covered for name in gap.registered)
    yield from (f"not_covered lists {name} twice" for name, times in sorted(listed.items()) if times > 1)
    recorded = [version for name, version in corpus.declared_keys if name == platform.id]
    versions = recorded_names(platform.id, corpus.root)
    patterns = load_patterns(platform.id, corpus.root)
    if patterns is None:
        if versions or listed:
            yield "there is no names/patterns.yaml that says how its names are read"
        return
    newest = newest_of(recorded) if recorded else platform.newest
    if newest not in versions:
        yield f"the names of {newest} were not read: run `hookconform lab names {platform.id}@{newest}`"
        return
    names = read_names(names_folder(platform.id, corpus.root) / f"{newest}.yaml", corpus.root)
    if (names.platform, names.version) != (platform.id, newest):
        yield f"names/{newest}.yaml is of {names.platform} {names.version}"
    for kind in KINDS:
        if names.of_kind(kind) is None and kind not in patterns.not_extracted:
            yield f"names/{newest}.yaml has no {kind}s, and names/patterns.yaml does not say why"
    unclaimed = {name: kind for kind in KINDS for name in unclaimed_names(platform, names, kind)}
    for name in sorted(unclaimed.keys() - listed.keys()):
        yield f"{newest} can register the {unclaimed[name]} {name}: claim it, or list it in not_covered"
    for name in sorted(listed.keys() - unclaimed.keys()):
        yield f"not_covered lists {name}, which has a claim or which {newest} does not register"
