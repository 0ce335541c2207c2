"""Tools on canonical arguments that a program of your own can give to a model: files, patches, search, shell, web.

    from hook_adapters.base_tools import BaseTools, LocalShell

    tools = BaseTools("/home/dev/project", shell=LocalShell())
    tools.run(call)  # Result(ok=True, outcome='ok', text='…')

They work in one folder, change what was asked for exactly or nothing, and tell what they refuse.
"""

from hook_adapters.base_tools.outcome import Outcome, Result
from hook_adapters.base_tools.shell import Command, Ended, LocalShell, Shell
from hook_adapters.base_tools.string_edit import EditWays
from hook_adapters.base_tools.tools import BaseTools, CanonicalCall
from hook_adapters.base_tools.web import Fetch, Fetcher, Searcher, WebSearch

__all__ = [
    "BaseTools",
    "CanonicalCall",
    "Command",
    "EditWays",
    "Ended",
    "Fetch",
    "Fetcher",
    "LocalShell",
    "Outcome",
    "Result",
    "Searcher",
    "Shell",
    "WebSearch",
]
