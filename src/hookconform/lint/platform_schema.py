"""Every platform.yaml follows its schema, and its sources and versions exist."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.corpus.claims import Claim, Platform
from hookconform.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield unreadable platforms, unknown sources and versions, and names listed twice."""
    yield from corpus.problems_of_platforms.items()
    for platform in corpus.platforms.values():
        if platform.raw["platform"] != platform.id:
            yield platform.id, f"the folder is {platform.id}, the file says {platform.raw['platform']}"
        for table in ("events", "tools"):
            names = [row["native"] for row in platform.raw[table]]
            for name in sorted({name for name in names if names.count(name) > 1}):
                yield platform.id, f"{name} is listed twice in {table}"
        for claim in (*platform.events.values(), *platform.tools.values()):
            yield from ((claim.id, problem) for problem in _problems(platform, claim))


def _problems(platform: Platform, claim: Claim) -> Iterator[str]:
    for item in claim.evidence:
        if item.source is not None and item.source not in platform.sources:
            yield f"its evidence names the source {item.source}, which is not in sources"
        for version in item.versions:
            if version not in platform.versions:
                yield f"its evidence names the version {version}, which is not in versions"
    if claim.status == "refuted" and claim.canonical is not None:
        yield "it is refuted, so nobody should map it: canonical must be null"
    if claim.status == "legacy-alias" and claim.canonical is None:
        yield "a legacy alias must say what it is mapped to"
