"""`hookconform respond`: the answer that does what you want on a platform, and the measurement that says so."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import click

from hookconform.cli import completing
from hookconform.cli.platform_names import PlatformFirst, platform_named
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.event_names import has_event, meanings
from hookconform.corpus.vocabulary import PRE_TOOL, load_vocabulary
from hookconform.effects.rows import measured_platforms, measured_versions
from hookconform.effects.verdicts import DENY, SYNONYMS, VERDICTS, honoured, plain_verdict
from hookconform.explain.answer_text import answer_text, comparison_text, overview_text
from hookconform.explain.answerable import answerable, event_that_can, not_there, registered_events
from hookconform.explain.answering import TEXT, WIRE, Advice, advice
from hookconform.explain.asked import asked_version, there_at, with_versions
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant, spelled
from hookconform.ground.plain_text import folded
from hookconform.ground.printable import printable, printable_json


@click.command(cls=PlatformFirst)
@click.argument("words", nargs=-1, metavar="PLATFORM [EVENT [VERDICT]]", shell_complete=completing.platforms)
@click.option("--all", "everywhere", is_flag=True, help="Every platform: give EVENT and VERDICT only.")
@click.option("--text", default=TEXT, help="Text to say: a reason, context or a system message.")
@click.option("--input", "changed", metavar="JSON", help="For `input`: the canonical arguments to change.")
@click.option("--platform-version", metavar="V", help="Version of the platform; the newest measured one by default.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema: answer-advice).")
def command(  # noqa: PLR0913 (one an option)
    *,
    words: tuple[str, ...],
    everywhere: bool,
    text: str,
    changed: str | None,
    platform_version: str | None,
    as_json: bool,
) -> None:
    """Show what a hook must answer so that VERDICT happens at EVENT.

    VERDICT is deny (or block), ask, allow, context or input (or change). EVENT is any name of the event: the key in
    the settings, what payloads call it, or the canonical name.

    \u0008
    hookconform respond codex                          its events and verdicts
    hookconform respond codex PreToolUse               each verdict at an event
    hookconform respond codex PreToolUse deny
    hookconform respond codex PreToolUse input --input '{"command": "ls"}'
    hookconform respond --all PreToolUse deny          every platform
    """
    if everywhere:
        if len(words) != len(("EVENT", "VERDICT")) or platform_version is not None:
            raise click.UsageError("--all takes EVENT and VERDICT: hookconform respond --all PreToolUse deny")
        event, verdict = _event_everywhere(words[0]), _verdict(words[1])
        found, without = _on_all(event, verdict, _wire(verdict, text, changed))
        taken = "" if spelled(words[0], [event]) == event else f"{words[0]} is taken as the canonical {event}.\n\n"
        _print(found, as_json=as_json, said=taken + comparison_text(found, without))
        return
    if not 1 <= len(words) <= len(("PLATFORM", "EVENT", "VERDICT")):
        raise click.UsageError("Give a platform, and perhaps an event and a verdict: hookconform respond codex")
    platform = platform_named(words[0])
    _demand_order(words)
    _demand("platform", platform, platform_ids())
    if len(words) == 1:
        _overview(platform, platform_version, text, as_json=as_json)
        return
    version = asked_version(platform, platform_version)
    keys = there_at(platform, registered_events(platform, words[1]), version)
    if len(words) > len(("PLATFORM", "EVENT")):
        verdict = _verdict(words[2])
        found, unable = _at_each(platform, keys, verdict, _wire(verdict, text, changed), version)
        if not found:
            raise next(iter(unable.values()))
    else:
        unable: dict[str, HookconformError] = {}
        found = [
            advice(platform, key, verdict, _wire(verdict, text, None), version)
            for key in keys
            for verdict in VERDICTS
            if verdict in honoured(platform, version, key)
        ]
    blocks = [
        *map(answer_text, found),
        *("\n".join(folded(f"{key}: {error.what}", 2)) for key, error in unable.items()),
    ]
    _print(found, as_json=as_json, said="\n\n".join(blocks))


def _at_each(
    platform: str, keys: Iterable[str], verdict: str, wire: dict[str, Any], version: str | None = None
) -> tuple[list[Advice], dict[str, HookconformError]]:
    """Return the answers at some event keys, and why there is none at the others."""
    found: list[Advice] = []
    unable: dict[str, HookconformError] = {}
    for key in keys:
        try:
            found.append(advice(platform, key, verdict, wire, version))
        except HookconformError as error:
            if error.code != "respond.unsupported":
                raise
            unable[key] = error
    return found, unable


def _print(found: list[Advice], *, as_json: bool, said: str) -> None:
    if as_json:
        click.echo(printable_json({"answers": [one.as_json() for one in found]}, indent=2))
    else:
        click.echo(printable(said))


def _overview(platform: str, version: str | None, text: str, *, as_json: bool) -> None:
    """Print the verdicts of every event; as JSON, every answer."""
    asked = asked_version(platform, version)
    events = answerable(platform, asked)
    verdicts = {key: honoured(platform, asked, key) for key in events}
    if not as_json:
        claims = load_platform(platform)
        lacking = [with_versions(claims, key, asked) for key in not_there(platform, asked)]
        click.echo(printable(overview_text(claims, asked, verdicts, lacking)))
        return
    found = [
        advice(platform, key, verdict, _wire(verdict, text, None), asked)
        for key in events
        for verdict in VERDICTS
        if verdict in verdicts[key]
    ]
    _print(found, as_json=True, said="")


def _on_all(event: str, verdict: str, wire: dict[str, Any]) -> tuple[list[Advice], dict[str, str]]:
    """Return the answers of all platforms, and why there is none on the others."""
    found: list[Advice] = []
    without: dict[str, str] = {}
    for platform in platform_ids():
        if platform not in measured_platforms():
            without[platform] = "not measured"
            continue
        newest = measured_versions(platform)[-1]
        if not has_event(load_platform(platform), event, newest):
            without[platform] = f"no event {event} is known"
            continue
        try:
            keys = there_at(platform, registered_events(platform, event), newest)
        except HookconformError:
            without[platform] = "not measured"
            continue
        answers, unable = _at_each(platform, keys, verdict, wire)
        found += answers
        for key in unable:
            can = sorted(honoured(platform, newest, key))
            without[platform] = f"not possible at {key}: it can {', '.join(can)}"
    if not found and not any(why.startswith("not possible") for why in without.values()):
        raise HookconformError(
            "respond.event",
            f"No answer was measured at {event} on any platform.",
            where="--all",
            hint=f"Who has the event: hookconform explain {event}",
        )
    return found, without


def _event_everywhere(name: str) -> str:
    """Return the canonical event that some platform has under a name; raises `HookconformError` (`respond.event`)."""
    platforms = [load_platform(platform) for platform in platform_ids()]
    found = meanings(platforms, name)
    if len(found) == 1:
        return found[0]
    known = {*load_vocabulary().events, *(key for platform in platforms for key in platform.registrations)}
    raise HookconformError(
        "respond.event",
        f"{name!r} means several events." if found else f"There is no event {name!r}.",
        where="--all",
        hint=f"Give one of: {', '.join(found)}." if found else meant(name, known),
    )


def _demand_order(words: tuple[str, ...]) -> None:
    """Refuse words in another order than the command's, and those without a platform."""
    rank = {word: _rank(word) for word in words}
    ordered = sorted(words, key=rank.__getitem__)
    if rank[ordered[0]] != _PLATFORM_FIRST:
        if rank[words[0]] == _VERDICT_LAST or words[0] in load_vocabulary().events:
            raise HookconformError(
                "respond.platform",
                "Give a platform first, or --all for every platform.",
                where="command line",
                hint=f"Write hookconform respond --all {_event_in(words)} {_verdict_in(words)}",
            )
        return
    if ordered != list(words):
        platform = platform_named(ordered[0])
        if [rank[word] for word in ordered] == [_PLATFORM_FIRST, _VERDICT_LAST]:
            event = event_that_can(platform, plain_verdict(ordered[1])) or "EVENT"
            ordered = [platform, event, ordered[1]]
        raise HookconformError(
            "respond.order",
            "Platform, event and verdict are given in this order.",
            where="command line",
            hint=f"Write hookconform respond {' '.join([platform, *ordered[1:]])}",
        )


_PLATFORM_FIRST, _EVENT_NEXT, _VERDICT_LAST = range(3)


def _rank(word: str) -> int:
    if platform_named(word) in platform_ids():
        return _PLATFORM_FIRST
    return _VERDICT_LAST if plain_verdict(word) in VERDICTS else _EVENT_NEXT


def _event_in(words: tuple[str, ...]) -> str:
    return next((word for word in words if word in load_vocabulary().events), PRE_TOOL)


def _verdict_in(words: tuple[str, ...]) -> str:
    return next((plain_verdict(word) for word in words if plain_verdict(word) in VERDICTS), DENY)


def _verdict(name: str) -> str:
    """Return the suite's own word for a verdict."""
    verdict = plain_verdict(name)
    _demand("verdict", verdict, [*WIRE, *SYNONYMS])
    return verdict


def _demand(what: str, value: str, known: list[str]) -> None:
    if value not in known:
        raise HookconformError(
            f"respond.{what}", f"There is no {what} {value!r}.", where="command line", hint=meant(value, known)
        )


def _wire(verdict: str, text: str, changed: str | None) -> dict[str, Any]:
    """Return the verdict as the protocol has it."""
    wire = {key: text if value == TEXT else value for key, value in WIRE[verdict].items()}
    if changed is None:
        return wire
    if verdict != "input":
        raise click.UsageError("--input goes with the verdict `input` only.")
    try:
        arguments = json.loads(changed)
    except ValueError:
        arguments = None
    if not isinstance(arguments, dict):
        raise click.UsageError('--input takes a JSON object, as {"command": "ls"}.')
    return wire | {"updated_input": arguments}
