"""How canonical calls are said in a platform's own tools: its part `semantics`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hookconform.corpus.semantics import CanonicalCall
from hookconform_lab.lab.script import Call
from hookconform_lab.lab.turn import Started
from hookconform_lab.parts import required_part

# The canonical Edit by a patch, in place of old and new text.
PATCH = "Edit by patch"
# Canonical arguments → native ones; None if they cannot be said.
Range = Callable[[dict[str, Any]], dict[str, Any] | None]


@dataclass(frozen=True, slots=True)
class Tool:
    """One native tool: `keys` are canonical argument → native one, `fixed` what is always given.

    `lines` says `offset` and `limit` where they are not simply renamed; it is given those that the call has. A tool of
    `free_text` takes the value of its one key as it is.
    """

    name: str
    keys: Mapping[str, str]
    fixed: Mapping[str, Any] = field(default_factory=dict[str, Any])
    lines: Range | None = None
    free_text: bool = False

    def call(self, arguments: dict[str, Any]) -> Call | None:
        """Return the native call, None if an argument has no counterpart."""
        given = dict(arguments)
        said: dict[str, Any] | None = {}
        if self.lines is not None:
            said = self.lines({key: given.pop(key) for key in ("offset", "limit") if key in given})
        if said is None or not given.keys() <= self.keys.keys():
            return None
        if self.free_text:
            return Call(self.name, custom=next(iter(given.values())))
        return Call(self.name, {**{self.keys[key]: value for key, value in given.items()}, **said, **self.fixed})


class Semantics(ABC):
    """The part `semantics` of a platform: `platforms/<p>/semantics.py` defines one instance called `SEMANTICS`."""

    @abstractmethod
    def models(self, version: str) -> tuple[str, ...]:
        """Return the model ids that are asked when none is named: one a family, and those that differ otherwise."""

    @abstractmethod
    def start(self, version: str, model: str) -> Started:
        """Return how a run is started with every tool granted, for one model."""

    @abstractmethod
    def tools(self, version: str, model: str) -> Mapping[str, Tool]:
        """Return canonical tool (or `PATCH`) → native one, for one model."""

    def calls(self, version: str, model: str, asked: tuple[CanonicalCall, ...]) -> tuple[Call, ...] | None:
        """Return native calls for canonical ones, None if one of them cannot be said; a made-up tool is called so."""
        tools = self.tools(version, model)
        said = [_said(tools, item) for item in asked]
        return None if None in said else tuple(call for call in said if call is not None)


def _said(tools: Mapping[str, Tool], asked: CanonicalCall) -> Call | None:
    if asked.tool == "NoSuchTool":
        return Call(asked.tool, asked.arguments)
    tool = tools.get(PATCH if "patch" in asked.arguments else asked.tool)
    return None if tool is None else tool.call(asked.arguments)


def load_semantics_part(platform: str) -> Semantics:
    """Return the part of a platform; raises `HookconformError` (`lab.semantics`) if it has none."""
    return required_part(
        platform,
        "semantics",
        code="lab.semantics",
        message=f"The lab does not know how a model of {platform!r} edits, reads and searches.",
        hint="It knows: {platforms}. docs/maintainers/adding-a-platform.md says how to add the part.",
    ).SEMANTICS
