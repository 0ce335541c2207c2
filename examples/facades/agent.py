"""A pydantic-ai agent that edits the files of a folder with the tools of Claude's models: agent.py FOLDER PROMPT."""

import sys

from pydantic_ai import Agent

from tool_facades import ProviderToolRegistry
from tool_facades.base_tools import BaseTools
from tool_facades.wrappers import ways_of
from tool_facades.wrappers.pydantic_toolset import FacadeToolset


def agent_for(model, folder, provider="claude"):
    """Return an agent; `model` is one of pydantic-ai's, or a name of one."""
    facades = ProviderToolRegistry().tools_for_provider(provider)
    tools = BaseTools(folder, read_first=True, ways=ways_of(provider))
    return Agent(model, toolsets=[FacadeToolset(facades, tools)], retries=3)


if __name__ == "__main__":
    folder, prompt = sys.argv[1:]
    print(agent_for("anthropic:claude-sonnet-4-5", folder).run_sync(prompt).output)
