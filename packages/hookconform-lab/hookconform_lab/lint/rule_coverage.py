"""Every rule is hit and missed by captured cases, and a tool's own rule fires on every platform that has the tool."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield rules without a hit or a miss, and captured tools whose tools-only rule is not tagged."""
    captured = [case for case, _ in corpus.judged_cases if case.is_captured]
    hits = {name for case in captured for name in case.expected.matched_rules}
    by_tool = {
        rule["matchers"]["tools"][0]: rule["name"]
        for rule in corpus.rules
        if rule.get("matchers", {}).keys() == {"tools"} and len(rule["matchers"]["tools"]) == 1
    }
    for rule in corpus.rules:
        if rule["name"] not in hits:
            yield f"rules/{rule['name']}", "no captured case matches it"
        elif all(rule["name"] in case.expected.matched_rules for case in captured):
            yield f"rules/{rule['name']}", "every captured case matches it, so it tells nothing"
    for case in captured:
        wanted = by_tool.get(case.expected.tool_name or "")
        if wanted and wanted not in case.expected.matched_rules:
            yield case.id, f"a {case.expected.tool_name} call must match {wanted}"
