"""Tools on canonical arguments that a program of your own can give to a model: files, patches, search, shell, web.

    from hook_adapters.base_tools import BaseTools, LocalShell

    tools = BaseTools("/home/dev/project", shell=LocalShell())
    tools.run(call)  # Result(ok=True, outcome='ok', text='…')

They work in one folder, change what was asked for exactly or nothing, and tell what they refuse.
"""

from hook_adapters.base_tools.outcome import Outcome, Result
from hook_adapters.base_tools.shell import BackgroundShell, Command, Ended, LocalShell, Running, Shell
from hook_adapters.base_tools.stop import Stop
from hook_adapters.base_tools.tools import BaseTools, CanonicalCall
from hook_adapters.base_tools.ways import EditWays, ReadWays, SearchWays, ShellWays, Ways
from hook_adapters.base_tools.web import Fetch, Fetcher, Searcher, WebSearch

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
