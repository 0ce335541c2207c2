"""Every policy stops a recorded call wherever its tool was recorded, and lets others run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from hookconform.corpus.cases import Case
from hookconform.corpus.policies import Policy, load_policy
from hookconform.corpus.rule_packs import is_blocking
from hookconform.corpus.vocabulary import PRE_TOOL, load_vocabulary
from hookconform.drafting.event import canonical_events
from hookconform.drafting.rules import matched_rules
from hookconform.ground.errors import HookconformError
from hookconform.ground.versions import version_key
from hookconform_lab.lint.reading import Corpus

# A call, with the canonical events that stand for it.
_Recorded = tuple[Case, list[dict[str, Any]]]


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield policies that cannot be read, rules that do not block, and platforms on which a policy proves nothing."""
    calls = _recorded_calls(corpus)
    tools = load_vocabulary(corpus.root).tools
    for path in sorted((corpus.root / "policies").glob("*.yaml")):
        where = f"policies/{path.name}"
        try:
            policy = load_policy(path, corpus.root)
        except HookconformError as error:
            yield where, error.what
            continue
        for rule in policy.rules:
            if not is_blocking(rule):
                yield where, f"the rule {rule['name']} does not block"
        for tool in sorted(policy.tools - tools.keys() - _own_names(corpus)):
            yield where, f"{tool} is no canonical tool, and no tool that has only its own name"
        for platform, recorded in calls.items():
            yield from ((where, problem) for problem in _problems(policy, platform, recorded))


def _own_names(corpus: Corpus) -> frozenset[str]:
    """Return the names of tools that no canonical tool stands for."""
    claims = (claim for platform in corpus.platforms.values() for claim in platform.tools.values())
    return frozenset(claim.native for claim in claims if claim.canonical is None)


def _problems(policy: Policy, platform: str, recorded: list[_Recorded]) -> Iterator[str]:
    """Yield what is wrong on one platform; a rule about a tool's name alone must hold at its newest version."""
    tools = policy.tools
    wanted = [case for case, _ in recorded if not tools or case.expected.tool_name in tools]
    stopped = {case.id for case, events in recorded if matched_rules(events, policy.rules)}
    if wanted and not stopped:
        yield f"it stops no recorded call of {platform}"
    if stopped and len(stopped) == len(recorded):
        yield f"it stops every recorded call of {platform}, so it tells nothing"
    newest = max((case.version or "" for case in wanted), key=version_key, default="")
    there = [case for case in wanted if case.version == newest]
    if _is_about_names(policy) and any(case.id not in stopped for case in there):
        yield f"it lets a call of its tool run on {platform} {newest}"


def _is_about_names(policy: Policy) -> bool:
    return all(set(rule.get("matchers", ())) <= {"operations", "tools"} for rule in policy.rules)


def _recorded_calls(corpus: Corpus) -> dict[str, list[_Recorded]]:
    """Return the captured calls that come before a tool runs, by platform."""
    calls: dict[str, list[_Recorded]] = defaultdict(list)
    for case, _ in corpus.judged_cases:
        if case.is_captured and case.expected.event == PRE_TOOL and case.expected.tool_name is not None:
            calls[case.platform].append((case, canonical_events(case.expected)))
    return calls
