"""A captured tool is declared by the program, answered by it, or marked as a probe.

A pre-tool hook also fires for made-up names, so its payload alone does not show that a tool exists.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.corpus.claims import Platform
from hookconform.corpus.native import is_mcp_tool, named_tool
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield captured pre-tool cases of tools whose existence nothing shows."""
    captured = [
        (case, platform, case.payload_object or {}) for case, platform in corpus.judged_cases if case.is_captured
    ]
    answered: set[tuple[str, str | None, str]] = set()
    for case, platform, payload in captured:
        tool = named_tool(platform, payload)
        if tool and case.expected.tool_response_from and not case.is_probe:
            answered.add((platform.id, case.version, tool))
    for case, platform, payload in captured:
        name = named_tool(platform, payload)
        if name is None or case.expected.tool_name is None or case.is_probe:
            continue
        declared = corpus.declared_tools(platform.id, case.version or "")
        if (platform.id, case.version, name) in answered or (declared is not None and name in declared):
            continue
        if not _explained(platform, name, case.version or "") and not is_mcp_tool(platform, name, payload):
            shows = f"nothing shows that {name} exists at {case.version}: no declaration, no result, no probe"
            yield case.id, f"{shows}; record its event after the tool, too"


def _explained(platform: Platform, name: str, version: str) -> bool:
    """Tell whether a claim says that the name was declared, measured or read of."""
    claim = platform.tools.get(name)
    return claim is not None and any(
        item.supports and item.basis != "captured" and (not item.versions or version in item.versions)
        for item in claim.evidence
    )
