"""Every platform.yaml follows its schema, and its sources and versions exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform.corpus.evidence import Evidence
from hookconform.ground.versions import in_order
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield unreadable platforms, unknown sources and versions, and names listed twice."""
    yield from corpus.problems_of_platforms.items()
    for platform in corpus.platforms.values():
        if platform.stated_id != platform.id:
            yield platform.id, f"the folder is {platform.id}, the file says {platform.stated_id}"
        listed = Counter((claim.kind, claim.native) for claim in platform.claims)
        for kind, name in sorted(row for row, count in listed.items() if count > 1):
            yield platform.id, f"{name} is listed twice in {kind}s"
        if list(platform.versions) != in_order(platform.versions):
            yield platform.id, "versions are not in order, oldest first"
        for where, version in _filed_versions(platform):
            if version not in platform.versions:
                yield where, f"the version {version} is not in versions"
        yield from ((platform.id, problem) for problem in _silent_problems(platform))
        for claim in platform.claims:
            yield from ((claim.id, problem) for problem in _problems(platform, claim))
        for number, reading in enumerate(platform.paths_read_as):
            where = f"{platform.id}#paths_read_as:{number}"
            yield from ((where, problem) for problem in _evidence_problems(platform, reading.evidence))
            unknown = [tool for tool in reading.tools if tool not in platform.tools]
            yield from ((where, f"it names the tool {tool}, of which nothing is claimed") for tool in unknown)


def _filed_versions(platform: Platform) -> Iterator[tuple[str, str]]:
    """Yield the versions of what the lab filed; a contributed payload may be the first of its version."""
    for kind in ("declared", "paths", "responses", "semantics"):
        for path in sorted((platform.path.parent / kind).glob("*.json")):
            yield path.relative_to(platform.root).as_posix(), path.name.removesuffix(".json")


def _silent_problems(platform: Platform) -> Iterator[str]:
    for release in platform.releases:
        for event in release.silent:
            claim = platform.events.get(event)
            if claim is None:
                yield f"{release.version} is said not to call {event}, of which nothing is claimed"
            elif claim.covers(release.version):
                yield f"{release.version} is said not to call {event}, which is claimed to be there"


def _evidence_problems(platform: Platform, evidence: tuple[Evidence, ...]) -> Iterator[str]:
    for item in evidence:
        if item.source is not None and item.source not in platform.sources:
            yield f"its evidence names the source {item.source}, which is not in sources"
        for version in item.versions:
            if version not in platform.versions:
                yield f"its evidence names the version {version}, which is not in versions"


def _problems(platform: Platform, claim: Claim) -> Iterator[str]:
    yield from _evidence_problems(platform, claim.evidence)
    if claim.status == "refuted" and claim.canonical is not None:
        yield "it is refuted, so nobody should map it: canonical must be null"
    if claim.status == "legacy-alias" and claim.canonical is None:
        yield "a legacy alias must say what it is mapped to"
