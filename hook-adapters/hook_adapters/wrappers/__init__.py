"""Tool facades and the tools behind them, given to a model by a framework; each module needs an extra of its own.

    hook_adapters.wrappers.pydantic_toolset   a toolset of pydantic-ai; extra `pydantic-ai`
    hook_adapters.wrappers.mcp_server         a server of the Model Context Protocol; extra `mcp`

`offered.py`, which both stand on, needs nothing: use it with a framework of your own.
"""

from hook_adapters.wrappers.offered import Offered

__all__ = ["Offered"]
