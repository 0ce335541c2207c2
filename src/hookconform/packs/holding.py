"""Hold a pack against what was recorded: one finding a rule."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hookconform.packs.at_events import NO_EFFECT, STOPPED_BY_NONE
from hookconform.packs.finding import STOPS_NOTHING, Finding, Hole, Standing
from hookconform.packs.names import events_of
from hookconform.packs.patterns import SECONDS, TooSlowError, bounded, can_match
from hookconform.packs.recorded import Known
from hookconform.packs.rule import SWITCHED_OFF, Pack, Rule
from hookconform.packs.standing import standing_of


def hold(pack: Pack, known: Sequence[Known], shown: Collection[str] = ()) -> tuple[Finding, ...]:
    """Return what each rule of the pack does on the platforms `shown`, or on all.

    `known` is always every platform there is: what a name means, and whether a rule is dead, takes them all.
    """
    return tuple(hold_rule(rule, pack, known, shown) for rule in pack.rules)


def hold_rule(rule: Rule, pack: Pack, known: Sequence[Known], shown: Collection[str] = ()) -> Finding:
    """Return what one rule of a pack does, as `hold`."""
    holes = [Hole(problem.code, problem.text, problem.name) for problem in rule.problems]
    try:
        with bounded():
            standings = tuple(standing_of(rule, pack, one, known) for one in known)
    except TooSlowError:
        said = f"its expression takes more than {SECONDS:g} s over recorded texts; a hook would answer by its deadline"
        return Finding(rule, (), (*holes, Hole("slow-pattern", said)))
    if not any(one.fires for one in standings):
        holes += _dead(rule, standings, known)
    if _is_unmeasured(standings):
        holes.append(Hole(NO_EFFECT, "nobody measured, wherever it fires, that it stops anything"))
    if not rule.decides and all(hole.code != SWITCHED_OFF for hole in holes):
        holes.append(Hole(STOPS_NOTHING, "neither denies nor asks, so it stops nothing"))
    return Finding(rule, tuple(one for one in standings if not shown or one.platform in shown), tuple(holes))


def _is_unmeasured(standings: Sequence[Standing]) -> bool:
    """Tell whether nobody measured, wherever a rule can fire, that it stops anything."""
    there = [one for one in standings if one.state != "never"]
    stops = [one for one in there if not one.unmeasured and not any(hole.code in STOPPED_BY_NONE for hole in one.holes)]
    return not stops and any(one.unmeasured for one in there)


def _dead(rule: Rule, standings: Sequence[Standing], known: Sequence[Known]) -> list[Hole]:
    """Return why a rule that fires nowhere does so, where it is the rule's own fault."""
    if any(one.state == "waits" for one in standings):
        patterns = [pattern for test in rule.tests for pattern in test.patterns]
        return [] if not patterns or _any_matches(rule) else [_never(patterns[0])]
    if rule.problems or any(one.untried for one in standings):
        return []
    events = frozenset().union(*(events_of(one.platform) for one in known))
    if rule.operations is not None and not rule.operations & events:
        return [Hole("dead", "no platform has such an event, so it fires nowhere", min(rule.operations))]
    return [Hole("dead", "no recorded payload of any platform has all that it asks for, so it fires nowhere")]


def _any_matches(rule: Rule) -> bool:
    """Tell whether for each of the rule's tests some text has a match."""
    try:
        with bounded():
            return all(any(map(can_match, test.patterns)) for test in rule.tests if test.patterns)
    except TooSlowError:
        return True


def _never(pattern: str) -> Hole:
    return Hole("never-matches", f"no text was found that `{pattern}` matches", pattern)
