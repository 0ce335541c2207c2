"""What a deny or an ask comes to at the events where a rule fires, as answers there were measured."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from hookconform.corpus.claims import Platform
from hookconform.corpus.vocabulary import PRE_TOOL, load_vocabulary
from hookconform.packs.finding import Hole
from hookconform.packs.rule import Rule

TOO_LATE, NO_EFFECT, ONLY_ASKED = "too-late", "no-effect", "only-asked"
STOPPED_BY_NONE = frozenset({TOO_LATE, NO_EFFECT})
_WORDS = {"block": ("a deny", "denies"), "ask": ("an ask", "asks")}


class Outcome(NamedTuple):
    """What a rule comes to: its holes where it stops nothing, notes, and whether nobody measured that it stops."""

    holes: tuple[Hole, ...] = ()
    notes: tuple[str, ...] = ()
    is_unmeasured: bool = False


def outcome(rule: Rule, platform: Platform, events: Collection[str]) -> Outcome:
    """Return what a rule that denies or asks comes to on a platform, at the canonical events that it sees there."""
    # Before a tool every measured platform has an answer that stops it; others need their answers loaded.
    if not rule.decides or set(events) <= {PRE_TOOL}:
        return Outcome()
    others = {event: _is_carried_out(rule, platform, event) for event in sorted(events) if event != PRE_TOOL}
    texts = {event: _text(rule, event, done) for event, done in others.items()}
    notes = tuple(text for text in texts.values() if text)
    asked = tuple(_only_asked(rule, platform, others))
    if PRE_TOOL in events or any(done and not _is_after(event) for event, done in others.items()):
        # Of a rule about any event nobody expects that it decides at each.
        return Outcome(asked, notes if rule.operations is not None else ())
    if any(done is None and not _is_after(event) for event, done in others.items()):
        return Outcome(asked, notes, is_unmeasured=True)
    holes = (
        Hole(TOO_LATE if _is_after(event) else NO_EFFECT, text, event, platform.id) for event, text in texts.items()
    )
    return Outcome(holes=tuple(holes))


def _only_asked(rule: Rule, platform: Platform, events: Iterable[str]) -> Iterator[Hole]:
    """Yield the hole of a rule that sees calls only where the platform would ask its user about them."""
    if rule.operations is None or PRE_TOOL in rule.operations:
        return
    for event in events:
        if event in load_vocabulary().pre_tool:
            text = f"{event} comes only where the user would be asked, so other calls pass"
            yield Hole(ONLY_ASKED, text, event, platform.id)


def _is_after(event: str) -> bool:
    return event in load_vocabulary().post_tool


def _is_carried_out(rule: Rule, platform: Platform, event: str) -> bool | None:
    """Tell whether some measured answer at an event does what the rule demands; None where none was measured."""
    from hookconform.effects.rows import measured_versions, rows_for  # noqa: PLC0415 (slow to load, and rarely needed)
    from hookconform.effects.verdicts import ASK, DENY, honoured  # noqa: PLC0415 (as above)

    versions = measured_versions(platform.id)
    if not versions:
        return None
    claims = platform.registrations
    keys = dict.fromkeys(row.registered_event for row in rows_for(platform.id, versions[-1]))
    mine = [key for key in keys if key in claims and event in (claims[key].becomes, *claims[key].also_fires)]
    verdict = ASK if rule.strength == "ask" else DENY
    return any(verdict in honoured(platform.id, versions[-1], key) for key in mine) if mine else None


def _text(rule: Rule, event: str, done: bool | None) -> str:
    """Return what becomes of a deny or ask at an event other than the one before a tool; empty if it is carried out."""
    noun, verb = _WORDS[rule.strength]
    if _is_after(event):
        if done is None:
            return f"the tool has run by {event}; nobody measured what {noun} does then"
        return f"the tool has run by {event}: {noun} {'only tells the model why' if done else 'does nothing then'}"
    if done is None:
        return f"nobody measured what {noun} does at {event}"
    if not done:
        return f"no measured answer {verb} at {event}, so nothing is stopped"
    return f"{noun} at {event} makes the agent go on" if event in load_vocabulary().turn_ends else ""
