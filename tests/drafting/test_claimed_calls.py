"""Tools for which calls are composed: those whose claims say something of their arguments, and all others."""

from __future__ import annotations

import pytest

from hookconform.cases.loading import iter_cases
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.families import CLAIMED_TOOL, QUIET_TOOL, REFUTED_TOOL, RENAMED_TOOL
from hookconform.drafting.claimed_calls import claimed_tools


def names(platform: str, which: str) -> list[str]:
    return [call.claim.native for call in claimed_tools(load_platform(platform), which)]


@pytest.mark.parametrize("platform", platform_ids())
def test_each_current_tool_is_claimed_or_quiet(platform: str) -> None:
    current = [name for name, claim in load_platform(platform).tools.items() if claim.status in {"current", "historic"}]
    claimed, quiet = names(platform, CLAIMED_TOOL), names(platform, QUIET_TOOL)
    assert sorted([*claimed, *quiet]) == sorted(current)
    assert set(names(platform, RENAMED_TOOL)) <= set(claimed)


def test_a_tool_whose_paths_are_found_is_not_quiet() -> None:
    # Nothing of these is renamed: the paths stand in a patch or under their canonical name.
    assert {"apply_patch", "view_image"} <= set(names("codex", CLAIMED_TOOL))
    assert not {"apply_patch", "view_image"} & {*names("codex", QUIET_TOOL), *names("codex", RENAMED_TOOL)}


def test_names_that_no_hook_gets_are_unknown_tools() -> None:
    assert {"shell", "exec_command"} <= set(names("codex", REFUTED_TOOL))
    # A canonical name keeps its kind on every platform.
    assert not {"Write", "Edit"} & set(names("codex", REFUTED_TOOL))
    cases = {case.expected.native_tool: case for case in iter_cases(globs=["codex/synthetic/refuted-names-*"])}
    assert cases.keys() == set(names("codex", REFUTED_TOOL))
    for name, case in cases.items():
        assert (case.expected.tool_name, case.expected.kind) == (name, "other")
        assert case.expected.arguments["command"] == "rm -rf out"
