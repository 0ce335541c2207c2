"""The answer to "does my policy hold?": a verdict, rules by platforms, gaps by weight, and their repairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hookconform.ground.plain_text import WIDTH, column_widths, columns, counted, folded
from hookconform.ground.printable import printable, shortened
from hookconform.packs.detail_text import detail_lines
from hookconform.packs.document import UNPROVED
from hookconform.packs.escaping import DOOR, SELF_DISABLE, UNSEEN_PATH
from hookconform.packs.limits_text import below_verdict, limits, short, some
from hookconform.packs.named_parts import in_parts
from hookconform.packs.rule import is_of_settings
from hookconform.packs.rule_yaml import indented_parts, indented_yaml
from hookconform.packs.weighing import MISSED

_GAPS, _REPAIRS, _RULES = 12, 6, 6
_ESCAPES = 6
_NAME, _LONGEST = 56, 240
_ESCAPE_HEADS = {
    UNSEEN_PATH: "no hook is asked",
    SELF_DISABLE: "hooks can be switched off",
    DOOR: "hooks are not loaded",
}
_CELLS = {"holds": "holds", "partly": "partly", "no": "NO", "nothing": "-", "untried": "?"}
_LEGEND = {
    "partly": "partly: the rule misses some calls",
    "no": "NO: the rule stops nothing there",
    "nothing": "-: the platform has no such tool, argument or event",
    "untried": "?: no recorded payload or measured answer tells",
}


def answer_text(report: Mapping[str, Any], *, whole: bool = False) -> str:
    """Return the text of a report (schema: rules-report); `whole` adds all gaps and every rule on every platform."""
    answer, why = _verdict(report)
    verdict = [*folded(answer + why, 2, kept=answer), *below_verdict(report)]
    lines = [*verdict, *_matrix(report, whole=whole), *_skipped(report), *_gaps(report, whole=whole)]
    lines += [*_repairs(report, whole=whole), *_stale(report), *_notes(report, whole=whole)]
    lines += [*limits(report, whole=whole), *_escapes(report, whole=whole)]
    if whole:
        lines += ["", *detail_lines(report)]
    # Below a long answer, what it comes to stands once more.
    return printable("\n".join([*lines, *(["", *verdict] if whole else [])]))


def _verdict(report: Mapping[str, Any]) -> tuple[str, str]:
    """Return whether the files hold, with their name, and the rest of the sentence."""
    rules = [rule for pack in report["packs"] for rule in pack["rules"]]
    names = {row["platform"] for rule in rules for row in rule["platforms"]}
    subject = report["packs"][0]["pack"] if len(report["packs"]) == 1 else counted(len(report["packs"]), "file")
    subject = shortened(printable(subject), _LONGEST)
    accepted = report["summary"]["accepted"]
    kept = f", {counted(accepted, 'accepted gap')}" if accepted else ""
    idle = sum(not rule["decides"] for rule in rules)
    if report["summary"]["verdict"] == "stops-nothing":
        none = f"no rule of {counted(len(rules), 'rule')}" if len(rules) > 1 else "its only rule does not deny or ask"
        return f"STOPS NOTHING: {subject}:", f" {none}{' denies or asks' if len(rules) > 1 else ''}{kept}."
    doubts = [pack["doubt"] for pack in report["packs"] if "doubt" in pack]
    if report["summary"]["verdict"] == UNPROVED and doubts:
        return f"NOT PROVED: {subject}:", f" {doubts[0]}{kept}."
    if report["summary"]["verdict"] == UNPROVED:
        any_of = f"any of its {len(rules)} rules" if len(rules) > 1 else "its rule"
        return f"NOT PROVED: {subject}:", f" no recorded call shows that {any_of} stops anything there{kept}."
    if report["summary"]["verdict"] == "holds":
        untried = {row["platform"] for rule in rules for row in rule["platforms"] if row["holds"] == "untried"}
        where = f"all {len(names)} platforms" if len(names) > 1 else next(iter(names), "no platform")
        where = f"{len(names) - len(untried)} of {counted(len(names), 'platform')}" if untried else where
        documented = _documented(rules) - untried
        where += f", {len(documented)} of them from documents only" if documented else ""
        where += f"; on {len(untried)} a rule could not be tried" if untried else ""
        number = counted(len(rules), "rule") + (f", {idle} of them stopping nothing" if idle else "")
        return f"HOLDS: {subject}", f" ({number}) on {where}{kept}."
    weak = [rule for rule in rules if rule["gaps"]]
    bad = {row["platform"] for rule in weak for row in rule["platforms"] if row["holds"] in {"partly", "no"}}
    parts = [f"{len(weak)} of {counted(len(rules), 'rule')} {'has' if len(weak) == 1 else 'have'} gaps"] if weak else []
    parts[-1:] = [f"{parts[-1]}, on {len(bad)} of {counted(len(names), 'platform')}"] if parts and bad else parts[-1:]
    lost = sum(one["matters"] for pack in report["packs"] for one in pack["skipped"])
    parts += [f"{counted(lost, 'entry', 'entries')} cannot become a rule"] if lost else []
    parts += [f"{counted(len(report['stale']), 'accepted gap')} no longer there"] if report["stale"] else []
    return f"DOES NOT HOLD: {subject}:", f" {'; '.join(parts)}{kept}."


def _matrix(report: Mapping[str, Any], *, whole: bool) -> Iterator[str]:
    rules = [rule for pack in report["packs"] for rule in pack["rules"] if rule["platforms"]]
    weak = [rule for rule in rules if rule["gaps"] or whole]
    shown = rules if len(rules) <= _RULES else weak
    if not shown:
        return
    platforms = [row["platform"] for row in shown[0]["platforms"]]
    cells = {rule["name"]: {row["platform"]: row["holds"] for row in rule["platforms"]} for rule in shown}
    table = [["", *(shortened(printable(name), _NAME) for name in cells)]]
    documented = _documented(shown)
    table += [
        [platform + " *" * (platform in documented), *(_CELLS[row[platform]] for row in cells.values())]
        for platform in platforms
    ]
    for block in _blocks(table):
        yield ""
        yield from columns(block)
    used = {state for row in cells.values() for state in row.values()}
    legend = [text for state, text in _LEGEND.items() if state in used]
    legend += ["*: from documents only, no deny was measured there"] if documented else []
    yield from ["", *folded("; ".join(legend) + ".", 2)] if legend else []
    if len(shown) < len(rules):
        yield f"{counted(len(rules) - len(shown), 'rule')} without gaps not shown (--all)."


def _documented(rules: Sequence[Mapping[str, Any]]) -> set[str]:
    """Return the platforms of which only documents are known."""
    return {row["platform"] for rule in rules for row in rule["platforms"] if row["basis"] == "documented"}


def _blocks(table: list[list[str]]) -> Iterator[list[list[str]]]:
    """Yield a table in parts of at most 80 columns, each with the first column."""
    first, *widths = column_widths(table)
    places: list[int] = []
    for place, width in enumerate(widths, 1):
        if places and first + sum(widths[of - 1] + 2 for of in places) + width + 2 > WIDTH:
            yield [[row[0], *(row[of] for of in places)] for row in table]
            places = []
        places.append(place)
    yield [[row[0], *(row[of] for of in places)] for row in table]


def _skipped(report: Mapping[str, Any]) -> Iterator[str]:
    for pack in report["packs"]:
        for matters, heading in ((True, "Cannot become a rule:"), (False, "Not a rule:")):
            rows = [one for one in pack["skipped"] if one["matters"] is matters]
            if rows:
                yield from ["", f"{heading} {shortened(printable(pack['pack']), _LONGEST)}"]
                for row in rows:
                    yield from folded(f"  line {row['line']}: {short(row['entry'])}: {row['why']}", 4)


def _gaps(report: Mapping[str, Any], *, whole: bool) -> Iterator[str]:
    gaps = report["gaps"] if whole else _missed_together(report["gaps"])
    if not gaps:
        return
    yield from ["", "Gaps, heaviest first:"]
    for gap in gaps if whole else gaps[:_GAPS]:
        where = f" ({some(gap['platforms'])})" if gap["platforms"] else ""
        yield from folded(f"  {gap['weight']:<8}{short(gap['rule'])}: {short(gap['text'])}{where}", 10)
    if not whole and len(gaps) > _GAPS:
        yield f"  {counted(len(gaps) - _GAPS, 'more gap')}: --all"


def _missed_together(gaps: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return gaps with those in one that miss tools of one kind on the same platforms, in the place of the first."""
    found: dict[Any, list[Mapping[str, Any]]] = {}
    for gap in gaps:
        is_missed = gap["code"] == MISSED
        alike = (gap["rule"], gap["weight"], gap.get("kind"), tuple(gap["platforms"])) if is_missed else id(gap)
        found.setdefault(alike, []).append(gap)
    return [
        {**first, "text": f"misses {some([gap['name'] for gap in [first, *more]])}, of kind {first['kind']}"}
        if more
        else dict(first)
        for first, *more in found.values()
    ]


def _repairs(report: Mapping[str, Any], *, whole: bool) -> Iterator[str]:
    rules = [(rule, pack["grammar"]) for pack in report["packs"] for rule in pack["rules"] if "repair" in rule]
    named: dict[str, str] = {}
    for rule, grammar in rules if whole else rules[:_REPAIRS]:
        name = short(rule["name"])
        # Settings have no words for a repair.
        settings = is_of_settings(grammar)
        heading = (
            f"Repair of {name}, in a rule file of the policy hook:"
            if settings
            else f"Repair: put this in place of {name}:"
        )
        written, parts = in_parts([rule["repair"]]) if settings else ([rule["repair"]], {})
        named |= parts
        yield from ["", *folded(heading, 2), *indented_yaml(written)]
        yield from folded(rule.get("repair_note", ""), 2)
    if named:
        yield from ["Above `rules` in that file:", *indented_parts(named)]
    if not whole and len(rules) > _REPAIRS:
        yield f"{counted(len(rules) - _REPAIRS, 'more repair')}: --all"
    if len(rules) > _REPAIRS or any(is_of_settings(pack["grammar"]) for pack in report["packs"]):
        yield from [""] * (not rules)
        yield "All rules, repaired, as a rule file: --output policy.yaml"


def _stale(report: Mapping[str, Any]) -> Iterator[str]:
    for entry in report["stale"]:
        yield from folded(f"STALE {short(entry['rule'])}: {entry['hole']} is accepted, and no longer there", 6)


def _notes(report: Mapping[str, Any], *, whole: bool) -> Iterator[str]:
    rows = [row for pack in report["packs"] for rule in pack["rules"] for row in rule["platforms"]]
    number = sum(len(row["notes"]) for row in rows)
    if number and not whole:
        yield from ["", f"{counted(number, 'note')}, such as tools that cannot carry a pattern: --all"]


def _escapes(report: Mapping[str, Any], *, whole: bool) -> Iterator[str]:
    """Yield what no rule is asked about: that is no gap of a rule, so it changes no verdict."""
    rows = report["escapes"]
    if not rows:
        return
    yield from ["", "Known escapes: your rules are not asked there, or are switched off:"]
    for row in rows if whole else rows[:_ESCAPES]:
        closing = f"; closed by {row['closed_by'][0]}" if row["closed_by"] else ""
        titles = ", ".join(row["titles"]) if whole else some(row["titles"])
        yield from folded(f"  {row['platform']}, {_ESCAPE_HEADS[row['code']]}: {titles}{closing}", 6)
    if not whole and len(rows) > _ESCAPES:
        yield f"  {counted(len(rows) - _ESCAPES, 'more line')}: --all"
    yield f"  All of one platform: hookconform explain {rows[0]['platform']} --escapes"
