"""Tool facades and the tools behind them, given to a model by a framework; each module needs an extra of its own.

    tool_facades.wrappers.pydantic_toolset   a toolset of pydantic-ai; extra `pydantic-ai`
    tool_facades.wrappers.agents_tools       tools of the OpenAI Agents SDK; extra `openai-agents`
    tool_facades.wrappers.langchain_tools    tools of LangChain and LangGraph; extra `langchain`
    tool_facades.wrappers.mcp_server         a server of the Model Context Protocol; extra `mcp`

`offered.py`, which all of them use, needs nothing: use it with a framework of your own. `programs.py` has what makes
base tools like one program.
"""

from tool_facades.wrappers.offered import Offered
from tool_facades.wrappers.programs import ways_of

__all__ = ["Offered", "ways_of"]
