"""Tools on canonical arguments that a program of your own can give to a model: files, patches, search, shell, web.

    from tool_facades.base_tools import BaseTools, LocalShell

    tools = BaseTools("/home/dev/project", shell=LocalShell())
    tools.run(call)  # Result(ok=True, outcome='ok', text='…')

They work in one folder, change what was asked for exactly or nothing, and tell what they refuse.
"""

from tool_facades.base_tools.outcome import Outcome, Result
from tool_facades.base_tools.shell import BackgroundShell, Command, Ended, LocalShell, Running, Shell
from tool_facades.base_tools.stop import Stop
from tool_facades.base_tools.tools import BaseTools, CanonicalCall
from tool_facades.base_tools.ways import EditWays, ReadWays, SearchWays, ShellWays, Ways
from tool_facades.base_tools.web import Fetch, Fetcher, Searcher, WebSearch

__all__ = [
    "BackgroundShell",
    "BaseTools",
    "CanonicalCall",
    "Command",
    "EditWays",
    "Ended",
    "Fetch",
    "Fetcher",
    "LocalShell",
    "Outcome",
    "ReadWays",
    "Result",
    "Running",
    "SearchWays",
    "Searcher",
    "Shell",
    "ShellWays",
    "Stop",
    "Ways",
    "WebSearch",
]
