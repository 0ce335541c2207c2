"""The answer to "does my policy hold?": a verdict, rules by platforms, gaps by weight, and their repairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from hookconform.corpus.vocabulary import PRE_TOOL
from hookconform.ground.plain_text import WIDTH, column_widths, columns, counted, folded
from hookconform.ground.printable import printable, shortened
from hookconform.packs.detail_text import detail_lines
from hookconform.packs.escaping import DOOR, SELF_DISABLE, UNSEEN_PATH
from hookconform.packs.tests_of import PATHS

_GAPS, _REPAIRS, _RULES, _PLATFORMS = 12, 2, 6, 4
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
    "nothing": "-: the platform has no such tool or event",
    "untried": "?: no recorded payload to try it on",
}


def answer_text(report: Mapping[str, Any], *, whole: bool = False) -> str:
    """Return the text of a report (schema: rules-report); `whole` adds all gaps and every rule on every platform."""
    answer, why = _verdict(report)
    verdict = folded(answer + why, 2, kept=answer)
    lines = [*verdict, *_matrix(report, whole=whole), *_skipped(report), *_gaps(report, whole=whole)]
    lines += [*_repairs(report, whole=whole), *_stale(report), *_notes(report, whole=whole)]
    lines += [*_blind_spots(report), *_escapes(report, whole=whole)]
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
    if report["summary"]["verdict"] == "holds":
        where = f"all {len(names)} platforms" if len(names) > 1 else next(iter(names), "no platform")
        where += f", {len(documented)} of them from documents only" if (documented := _documented(rules)) else ""
        return f"HOLDS: {subject}", f" ({counted(len(rules), 'rule')}) on {where}{kept}."
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
                    yield from folded(f"  line {row['line']}: {_short(row['entry'])}: {row['why']}", 4)


def _gaps(report: Mapping[str, Any], *, whole: bool) -> Iterator[str]:
    gaps = report["gaps"]
    if not gaps:
        return
    yield from ["", "Gaps, heaviest first:"]
    for gap in gaps if whole else gaps[:_GAPS]:
        where = f" ({_some(gap['platforms'])})" if gap["platforms"] else ""
        yield from folded(f"  {gap['weight']:<8}{_short(gap['rule'])}: {_short(gap['text'])}{where}", 10)
    if not whole and len(gaps) > _GAPS:
        yield f"  {counted(len(gaps) - _GAPS, 'more gap')}: --all"


def _repairs(report: Mapping[str, Any], *, whole: bool) -> Iterator[str]:
    rules = [(rule, pack["grammar"]) for pack in report["packs"] for rule in pack["rules"] if "repair" in rule]
    for rule, grammar in rules if whole else rules[:_REPAIRS]:
        name = _short(rule["name"])
        # Settings have no words for a repair.
        settings = grammar.startswith("permissions")
        heading = (
            f"Repair of {name}, in a rule file of the policy hook:"
            if settings
            else f"Repair: put this in place of {name}:"
        )
        yield from ["", *folded(heading, 2), *_as_yaml(rule["repair"])]
    if not whole and len(rules) > _REPAIRS:
        yield f"{counted(len(rules) - _REPAIRS, 'more repair')}: --all"


def _as_yaml(rule: Mapping[str, Any]) -> Iterator[str]:
    """Yield a rule as a list of one in YAML, indented, in lines of at most 80 columns where its texts allow it."""
    # The emitter breaks a list after the column that it is given.
    width = next((width for width in range(76, 40, -4) if _longest_list(_yaml(rule, width)) + 2 <= WIDTH), 76)
    yield from (f"  {line}" for line in _yaml(rule, width))


def _yaml(rule: Mapping[str, Any], width: int) -> list[str]:
    text = yaml.safe_dump([rule], sort_keys=False, default_flow_style=None, width=width, allow_unicode=True)
    return text.rstrip().splitlines()


def _longest_list(lines: Sequence[str]) -> int:
    return max((len(line) for line in lines if line.rstrip().endswith((",", "]"))), default=0)


def _stale(report: Mapping[str, Any]) -> Iterator[str]:
    for entry in report["stale"]:
        yield from folded(f"STALE {_short(entry['rule'])}: {entry['hole']} is accepted, and no longer there", 6)


def _notes(report: Mapping[str, Any], *, whole: bool) -> Iterator[str]:
    rows = [row for pack in report["packs"] for rule in pack["rules"] for row in rule["platforms"]]
    number = sum(len(row["notes"]) for row in rows)
    if number and not whole:
        yield from ["", f"{counted(number, 'note')}, such as tools that cannot carry a pattern: --all"]


def _blind_spots(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield what rules that hold everywhere do not do: see `cat PATH` and searches, and ask where nobody can."""
    every = [rule for pack in report["packs"] for rule in pack["rules"]]
    asking = [_short(rule["name"]) for rule in every if rule["action"] == "ask" and _is_before_tools(rule["about"])]
    if asking and report["without_ask"]:
        where = _some(report["without_ask"])
        yield from ["", *folded(f"No hook can make {where} ask: the policy hook denies there for {_some(asking)}.", 2)]
    rules = [rule for pack in report["packs"] if pack["grammar"] == "hookconform" for rule in pack["rules"]]
    rules = [rule for rule in rules if PATHS in rule["about"]["reads"]]
    yield from _in_commands(report, rules)
    longer = [rule for rule in rules if rule["longer_names"]]
    if longer:
        example = longer[0]["longer_names"][0]
        names = _some([_short(rule["name"]) for rule in longer])
        more = f"a rule beside it with `directories: ['{example}']` stops those below the working folder."
        yield from folded(f"Names that go on behind a suffix, as {_beyond(example)}, pass {names}: {more}", 2)
    names = [_short(rule["name"]) for rule in rules if _stops_reads_only(rule["about"])]
    if names:
        more = "a rule beside it with `kinds: [search]` and the same paths stops those of a named file."
        yield from folded(f"Searches show lines of files, and pass {_some(names)}: {more}", 2)
    names = [_short(rule["name"]) for rule in rules if _stops_searches(rule["about"])]
    if names:
        yield from folded(
            f"Searches of a folder above a file pass {_some(names)}: a rule beside it with `kinds: [search]` and no "
            "paths stops them.",
            2,
        )


def _in_commands(report: Mapping[str, Any], rules: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    only = report["read_by_shell"]
    more = f" On {', '.join(only)} files are read in no other way." if only else ""
    passed = [rule for rule in rules if rule["passed_by_commands"]]
    if passed:
        names = _some([_short(rule["name"]) for rule in passed])
        yield from ["", *folded(f"Paths in shell commands are not matched: `cat PATH` passes {names}.{more}", 2)]
        beside = [rule["command_rule"] for rule in passed if "command_rule" in rule]
        if beside:
            yield "This rule beside it stops commands with the path as written:"
            yield from _as_yaml(beside[0])
    closed = [_short(rule["name"]) for rule in rules if not rule["passed_by_commands"]]
    if closed:
        said = f"Shell commands that spell a path otherwise (`cat .e*`) still pass {_some(closed)}.{more}"
        yield from ["", *folded(said, 2)]


def _beyond(pattern: str) -> str:
    """Return a name that a pattern for longer names is about: `.env.local` for `**/*.env.*`."""
    return f"`{pattern.removeprefix('**/*').removesuffix('*')}local`"


def _is_before_tools(about: Mapping[str, Any]) -> bool:
    return PRE_TOOL in about.get("operations", [PRE_TOOL])


def _stops_reads_only(about: Mapping[str, Any]) -> bool:
    """Return whether a rule names a way to read files, and none to search them."""
    names = {*about.get("kinds", ()), *about.get("tools", ())}
    return bool(names & {"read", "Read"}) and not names & {"search", "Grep"}


def _stops_searches(about: Mapping[str, Any]) -> bool:
    """Return whether a rule names a way to search files."""
    return bool({*about.get("kinds", ()), *about.get("tools", ())} & {"search", "Grep"})


def _escapes(report: Mapping[str, Any], *, whole: bool) -> Iterator[str]:
    """Yield what no rule is asked about: that is no gap of a rule, so it changes no verdict."""
    rows = report["escapes"]
    if not rows:
        return
    yield from ["", "Known escapes: your rules are not asked there, or are switched off:"]
    for row in rows if whole else rows[:_ESCAPES]:
        closing = f"; closed by {row['closed_by'][0]}" if row["closed_by"] else ""
        titles = ", ".join(row["titles"]) if whole else _some(row["titles"])
        yield from folded(f"  {row['platform']}, {_ESCAPE_HEADS[row['code']]}: {titles}{closing}", 6)
    if not whole and len(rows) > _ESCAPES:
        yield f"  {counted(len(rows) - _ESCAPES, 'more line')}: --all"
    yield f"  All of one platform: hookconform explain {rows[0]['platform']} --escapes"


def _some(names: Sequence[str]) -> str:
    most = 4
    return (
        ", ".join(names) if len(names) <= most else f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    )


def _short(text: str) -> str:
    return shortened(printable(text), _LONGEST)
