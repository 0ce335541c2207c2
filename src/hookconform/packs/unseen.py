"""What passes a rule that holds: commands in a list, a tool under a further name, and paths in a command's text."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence
from typing import Any

from hookconform.corpus.claims import load_platform
from hookconform.corpus.vocabulary import UNKNOWN_KIND
from hookconform.packs.mcp_tools import further_names, mcp_forms
from hookconform.packs.names import is_tool_name
from hookconform.packs.passing import is_stopped, listed
from hookconform.packs.patterns import TooSlowError, bounded, matching
from hookconform.packs.rule import Event, Rule, made_call
from hookconform.packs.tests_of import COMMAND, PATHS

# A command that does nothing, before and behind another.
_BESIDE = ("true && {}", "{} && true")


def passed_in_lists(rule: Rule, rules: Sequence[Rule]) -> str:
    """Return a list of commands that passes all `rules`, though the rule stops one of them alone; empty if none is."""
    if not rule.decides:
        return ""
    for test in rule.tests:
        for pattern in test.patterns if test.reads == COMMAND else ():
            try:
                with bounded():
                    alone = next((text for text in matching(pattern) if rule.matches(_run(text))), None)
            except TooSlowError:
                continue
            lists = [] if alone is None else [form.format("\0").replace("\0", alone) for form in _BESIDE]
            found = next((text for text in lists if not is_stopped(_run(text), rules)), "")
            if found:
                return found
    return ""


def further(rule: Rule, rules: Iterable[Rule], platforms: Sequence[str]) -> list[dict[str, Any]]:
    """Return further names under which a server's tool of the rule may come and pass all `rules`, and where."""
    found: dict[str, list[str]] = {}
    tools = sorted(name for name in rule.tools or () if not is_tool_name(name) and mcp_forms(name))
    deciding = [one for one in rules if one.decides and not one.tests]
    for platform in platforms:
        names = (more for name in tools for more in further_names(load_platform(platform), name, rule.operations or ()))
        for name in dict.fromkeys(names):
            if rule.decides and not any(one.is_about_tool(name, UNKNOWN_KIND) for one in deciding):
                found.setdefault(name, []).append(platform)
    return [{"name": name, "platforms": where} for name, where in sorted(found.items())]


def folders_above(rule: Rule) -> list[str]:
    """Return the folders of a rule that are above the working folder by their names, as `../..` is."""
    folders = listed(rule, "directories")
    return [text for text in folders if ".." in text and {*posixpath.normpath(text).split("/")} <= {"..", "**"}]


def is_about_both(rule: Rule) -> bool:
    """Tell whether a rule wants a command and a path in one call."""
    return {COMMAND, PATHS} <= {test.reads for test in rule.tests}


def _run(command: str) -> Event:
    return made_call("Bash", "execute", {"command": command})
