"""What an MCP server asks of any program: which call leads to it, and what is its effect."""

from __future__ import annotations

import json

import pytest

from hookconform.corpus.claims import load_platform
from hookconform.corpus.escapes import NOT_OFFERED, NOT_TRIED, load_escape_table
from hookconform_lab.lab.escapes.served import served_trials
from hookconform_lab.lab.escapes.usual import usual_trials
from hookconform_lab.lab.mcp_asking import ASKS
from hookconform_lab.lab.turn import load_turn
from hookconform_lab.parts import platforms_with

TOOLS = {"mcp-sampling": "ask_model", "mcp-elicitation": "ask_person", "mcp-prompt": "ask_prompts"}


@pytest.mark.parametrize("platform", platforms_with("escapes"))
def test_the_call_names_the_servers_tool_wherever_the_platform_names_one(platform: str) -> None:
    turn = load_turn(platform, load_platform(platform).releases[-1].version)
    trials = served_trials(turn)
    if turn.start_with_mcp() is None:
        assert trials == {}
        return
    assert trials.keys() == TOOLS.keys() <= load_escape_table().rows.keys()
    for row, trial in trials.items():
        ((call,),) = (reply.calls for reply in trial.replies)
        usual = turn.mcp_call({"text": f"carried-{row}"}).calls[0]
        said = json.dumps([call.name, call.args])
        assert said == json.dumps([usual.name, usual.args]).replace("echo_text", TOOLS[row])
        assert TOOLS[row] in said
        # The call only leads to what is asked, which a denying hook must be able to stop by itself.
        assert trial.words[0] not in said
        assert dict(trial.home_files) == {ASKS: ""}
        assert {verdict for verdict, _ in trial.reasons.values()} <= {NOT_OFFERED, NOT_TRIED}


def test_they_share_their_runs_and_none_with_rows_whose_server_does_not_ask() -> None:
    turn = load_turn("claude-code", load_platform("claude-code").releases[-1].version)
    shared, *others = [trial.shares for trial in served_trials(turn).values()]
    assert others == [shared, shared]
    assert usual_trials(turn)["mcp-tool"].shares != shared
