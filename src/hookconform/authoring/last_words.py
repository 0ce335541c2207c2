"""What a hook program says and ends with where it cannot judge a call: exit code 2 does not stop it everywhere."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from hookconform.authoring.native_tables import REASON, deny_answers
from hookconform.corpus.claims import load_platform
from hookconform.corpus.vocabulary import PRE_TOOL
from hookconform.effects import effect
from hookconform.effects.effect import Answer
from hookconform.effects.rows import measured_platforms, measured_versions

# What most programs take for a denial.
STOPPED = 2
_CODES = (STOPPED, 1)


class LastWord(NamedTuple):
    """An exit code beside a text on standard output, and the exit code where that cannot be printed.

    A reason on standard error is a part of it: some programs look at the exit code only if there is one.
    """

    exit_code: int
    stdout: str
    unprinted: int


def event_before_a_tool(platform: str) -> str:
    """Return the event at which a platform's hooks see a call before it runs."""
    claims = load_platform(platform).events.values()
    return next(claim.registration for claim in claims if claim.canonical == PRE_TOOL and claim.status == "current")


@cache
def last_words() -> dict[str, LastWord]:
    """Return the last word on each platform on which exit code 2 alone does not stop a tool at every version."""
    found = {platform: _last_word(platform) for platform in measured_platforms()}
    return {platform: word for platform, word in found.items() if word != (STOPPED, "", STOPPED)}


def _last_word(platform: str) -> LastWord:
    event = event_before_a_tool(platform)
    denial = deny_answers(platform)[event]["stdout"]
    code = max(_CODES, key=lambda one: len(_stopped_at(platform, event, one, "")))
    if len(_stopped_at(platform, event, code, "")) == len(_stopped_at(platform, event, STOPPED, denial)):
        return LastWord(code, "", code)
    return LastWord(STOPPED, denial, code)


def _stopped_at(platform: str, event: str, code: int, stdout: str) -> list[str]:
    """Return the measured versions at which an answer stops a tool."""
    said = Answer(exit_code=code, stdout=stdout, stderr=REASON)
    versions = measured_versions(platform)
    return [one for one in versions if effect(platform, one, PRE_TOOL, event, said).tool == "stopped"]
