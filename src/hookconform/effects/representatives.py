"""Which case stands for an event of a version, a form of a call, a tool and a rule: by id, so always the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

from hookconform.cases.index import PlatformIndex, index_of
from hookconform.cases.loading import captured_cases, captured_versions
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.rule_packs import combined_rules, is_blocking
from hookconform.corpus.vocabulary import PRE_TOOL
from hookconform.ground import pointers

_ASKED_BEFORE = frozenset({PRE_TOOL, "PermissionRequest"})
_TOOL_EVENTS = _ASKED_BEFORE | {"PostToolUse"}


def stands_for_event(case: Case) -> bool:
    """Tell whether the case is its version's example of its registered event.

    It is the first by id; where the event is about a tool, the first call of the shell, because the measured
    answers were given to shell calls.
    """
    return _is_among(_of_events, case)


def stands_for_input(case: Case) -> bool:
    """Tell whether the case is an example of a form in which the shell is called before it runs.

    At the newest version recorded as a whole there is one for each event, native tool and set of arguments: what a
    changed command leaves alone, and where it has to stand, differs with them.
    """
    return _is_among(_of_inputs, case)


def stands_for_arguments(case: Case) -> bool:
    """Tell whether the case is an example of a tool other than the shell, before it runs, with several arguments.

    At the newest version recorded as a whole there is one for each event and native tool: the one of most arguments,
    and another without a number in another unit, or without an argument under another name, where the tool takes one,
    or with a call or several within it. At older ones these are calls with a number in another unit that no call of the
    tool has at the newest.
    """
    return _is_among(_of_arguments, case)


def stands_for_decision(case: Case) -> bool:
    """Tell whether the case is an example of a tool call that a rule blocks, of one that none does, or of bad input.

    At the newest version recorded as a whole there is one for each tool and first blocking rule, and one harmless
    call for each tool; at others one blocked and one harmless shell call, for the shape of the payload; and every
    payload that must be refused. A process is started for each, so not every case can be one.
    """
    if case.version is None:
        return case.expected.is_refusal
    return _is_among(_of_decisions, case)


def _is_among(chosen: Callable[[Path, str, str], frozenset[str]], case: Case) -> bool:
    return case.version is not None and case.id in chosen(corpus_root(), case.platform, case.version)


def newest_whole(platform: str) -> str:
    """Return the newest version of a platform that the lab recorded, else the newest of all.

    The lab drives every tool there is; a person's own run shows the calls it happened to make, so a contribution at
    a newer version adds to what is judged and takes nothing of it away.
    """
    return _newest_whole(corpus_root(), platform)


@cache
def _newest_whole(root: Path, platform: str) -> str:
    versions = captured_versions(root, platform)
    for version in reversed(versions):
        if any(case.origin.get("driver") != "live" for case in _cases(root, platform, version)):
            return version
    return versions[-1]


def blocking_rules(case: Case) -> list[str]:
    """Return the names of the matched rules that block, in pack order."""
    blocking = {rule["name"] for rule in combined_rules() if is_blocking(rule)}
    return [name for name in case.expected.matched_rules if name in blocking]


@cache
def _of_events(root: Path, platform: str, version: str) -> frozenset[str]:
    first: dict[str, str] = {}
    for case in _cases(root, platform, version):
        expected = case.expected
        if expected.event in _TOOL_EVENTS and not is_shell_call(case):
            continue
        first.setdefault(case.registered_event or "", case.id)
    return frozenset(first.values())


@cache
def _of_inputs(root: Path, platform: str, version: str) -> frozenset[str]:
    first: dict[tuple[str | None, str | None, frozenset[str]], str] = {}
    if version == _newest_whole(root, platform):
        for case in _cases(root, platform, version):
            expected = case.expected
            if expected.event in _ASKED_BEFORE and _is_one_command(case):
                form = (case.registered_event, expected.native_tool, frozenset(expected.arguments))
                first.setdefault(form, case.id)
    return frozenset(first.values())


@cache
def _of_arguments(root: Path, platform: str, version: str) -> frozenset[str]:
    most: dict[tuple[str | None, str | None, bool, bool, bool, int], Case] = {}
    newest = version == _newest_whole(root, platform)
    for case in _cases(root, platform, version):
        expected = case.expected
        lacks, within = _lacks_renamed(case), min(len(expected.calls), 2)
        key = (case.registered_event, expected.native_tool, is_shell_call(case), bool(_converted(case)), lacks, within)
        if not newest and _converted(case) <= _converted_at_newest(root, platform):
            continue
        if expected.event in _ASKED_BEFORE and expected.arguments:
            most.setdefault(key, case)
            if len(expected.arguments) > len(most[key].expected.arguments):
                most[key] = case
    return frozenset(case.id for case in most.values())


@cache
def _converted_at_newest(root: Path, platform: str) -> frozenset[tuple[str, str]]:
    newest = captured_cases(root, platform, _newest_whole(root, platform))
    return frozenset(pair for case in newest for pair in _converted(case))


def _converted(case: Case) -> frozenset[tuple[str, str]]:
    """Return the native arguments of a call that have another unit than the canonical ones, each with its tool."""
    claims = load_platform(case.platform)
    tool = case.expected.native_tool or ""
    claim = claims.tools.get(tool)
    if claim is None or not claim.units:
        return frozenset()
    found = pointers.first(case.payload or {}, claims.payload.tool_input)
    given = found[1] if found is not None and isinstance(found[1], dict) else {}
    # One that is called as the canonical one is not read beside a renamed one.
    read = {canonical for name, canonical in claim.arguments.items() if name in given}
    return frozenset((tool, name) for name in claim.units.keys() & given.keys() if name not in read)


def _lacks_renamed(case: Case) -> bool:
    """Tell whether a call is without an argument that its tool takes under another name than the canonical one."""
    claim = load_platform(case.platform).tools.get(case.expected.native_tool or "")
    return claim is not None and not set(claim.renamed.values()) <= case.expected.arguments.keys()


@cache
def _of_decisions(root: Path, platform: str, version: str) -> frozenset[str]:
    first: dict[tuple[str | None, str | bool, str | None], str] = {}
    newest = version == _newest_whole(root, platform)
    for case in _cases(root, platform, version):
        if case.expected.event != PRE_TOOL or not (newest or is_shell_call(case)):
            continue
        blocking = blocking_rules(case)
        rule = (blocking[0] if newest else True) if blocking else ""
        first.setdefault((case.registered_event, rule, case.expected.tool_name), case.id)
    return frozenset(first.values())


def is_shell_call(case: Case) -> bool:
    """Tell whether a call is one of the shell, with a command."""
    return case.expected.tool_name == "Bash" and isinstance(case.expected.arguments.get("command"), str)


def _is_one_command(case: Case) -> bool:
    """Tell whether a call holds one command: its own, or that of the one call within it."""
    within = [(call.tool_input or {}).get("command") for call in case.expected.calls]
    return is_shell_call(case) if not within else len(within) == 1 and isinstance(within[0], str)


# To find out whether it is still the corpus's index takes longer than to read a version's cases.
@cache
def _index(root: Path, platform: str) -> PlatformIndex:
    return index_of(root, platform)


# The questions above are asked of one version after the other; of all, the cases would fill the memory.
@lru_cache(maxsize=2)
def _cases(root: Path, platform: str, version: str) -> tuple[Case, ...]:
    """Return the captured cases of one version that have an expected event, in id order."""
    index = _index(root, platform)
    found = index.cases(index.captured.get(version, ()))
    return tuple(case for case in found if not case.expected.is_refusal)
