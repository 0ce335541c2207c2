"""What no run of Qwen Code reaches here, and why."""

from __future__ import annotations

from hookconform.ground.versions import within
from hookconform_lab.lab.driver import NotDriven
from hookconform_lab.platforms.qwen_code.tools import THIRD


def undriven_at(version: str) -> NotDriven:
    """Return the events and tools of a version that the scenarios do not reach."""
    events = {"PostCompact": "what the scripted model says is no summary, so no compression ends well"}
    tools: dict[str, str] = {}
    if within(version, "0.23.0", THIRD):
        tools = dict.fromkeys(
            ("propose_goal", "report_findings", "request_shutdown"), "called at 0.24.0 and newer only"
        )
    return NotDriven(tools=tools, events=events)
