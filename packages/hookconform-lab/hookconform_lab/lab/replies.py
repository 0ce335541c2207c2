"""Replies of the scripted model that only some versions of a program get."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hookconform.ground.versions import within
from hookconform_lab.lab.script import Reply, call


@dataclass(frozen=True, slots=True)
class Versioned:
    """One reply and the versions that get it: from `since` on, before `before`; empty means no bound."""

    reply: Reply
    since: str = ""
    before: str = ""


def versioned(name: str, since: str = "", before: str = "", /, **args: Any) -> Versioned:
    """Return a call of one tool with these arguments, for these versions."""
    return Versioned(call(name, **args), since, before)


def fitting(replies: Iterable[Versioned], version: str) -> tuple[Reply, ...]:
    """Return the replies that a version gets, in their order."""
    return tuple(item.reply for item in replies if within(version, item.since, item.before))
