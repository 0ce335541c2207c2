"""What a real model sent in somebody's own run is no probe, whatever arguments it made up."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hookconform.cases.loading import iter_cases
from hookconform.corpus.claims import load_platform
from hookconform_lab.lint import probe_arguments


@pytest.mark.parametrize(("driver", "found"), [("scripted-model", 1), ("live", 0)])
def test_only_scripted_calls_can_be_probes(driver: str, found: int) -> None:
    case = next(iter(iter_cases(globs=["gemini-cli/captured/0.61.0/before-tool-replace"])))
    payload: Any = {**case.payload, "tool_input": {**case.payload["tool_input"], "made_up": 1}}
    changed = case._replace(payload=payload, origin={**case.origin, "driver": driver})
    corpus: Any = SimpleNamespace(
        judged_cases=[(changed, load_platform("gemini-cli"))],
        declared_keys={("gemini-cli", "0.61.0"): {"replace": frozenset(case.payload["tool_input"])}},
    )
    findings = list(probe_arguments.check(corpus))
    assert len(findings) == found
    assert all("made_up" in message for _, message in findings)
