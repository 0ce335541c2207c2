"""Evidence that a tool is declared, or is not, is what the file of that version says."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform.corpus.evidence import Evidence
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield declared evidence of versions without a file, and evidence that the file contradicts."""
    for platform in corpus.platforms.values():
        for claim in platform.claims:
            for version, item in _declared(claim.evidence):
                tools = corpus.declared_tools(platform.id, version)
                if tools is None:
                    yield claim.id, _no_file(version)
                elif _is_among(claim, tools) != item.supports:
                    stated, found = ("declared", "does not have it") if item.supports else ("not declared", "has it")
                    yield claim.id, f"its evidence says {stated} at {version}, but declared/{version}.json {found}"
        yield from ((platform.id, problem) for problem in _of_forms(corpus, platform))


def _of_forms(corpus: Corpus, platform: Platform) -> Iterator[str]:
    for form in platform.mcp:
        for version, _ in _declared(form.evidence):
            if corpus.declared_tools(platform.id, version) is None:
                yield f"mcp, {form.form}: {_no_file(version)}"


def _declared(evidence: tuple[Evidence, ...]) -> Iterator[tuple[str, Evidence]]:
    return ((version, item) for item in evidence if item.basis == "declared" for version in item.versions)


def _is_among(claim: Claim, tools: frozenset[str]) -> bool:
    return any(name in tools for name in (claim.native, *claim.declared_as))


def _no_file(version: str) -> str:
    return f"its evidence says declared at {version}, but there is no declared/{version}.json"
