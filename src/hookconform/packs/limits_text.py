"""What rules do not do that hold everywhere, in words: other spellings, commands and searches that name a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hookconform.corpus.vocabulary import PRE_TOOL
from hookconform.ground.plain_text import counted, folded, listed
from hookconform.ground.printable import printable, shortened
from hookconform.packs.rule import offers_rules
from hookconform.packs.rule_yaml import indented_yaml
from hookconform.packs.tests_of import PATHS

_BESIDE, _LONGEST = 16, 240


def below_verdict(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield what it means that rules hold, and which of them hold only if something says so that is not asked here."""
    rules = [rule for pack in report["packs"] for rule in pack["rules"]]
    if report["summary"]["verdict"] == "holds":
        but = "Apart from what is accepted, no" if report["summary"]["accepted"] else "No"
        yield from folded(f"{but} recorded tool is missed; other spellings of a command are not judged.", 2)
    for pack in report["packs"]:
        if "doubt" in pack and report["summary"]["verdict"] != "unproved":
            yield from folded(f"{short(pack['pack'])}: {pack['doubt']}.", 2)
    waiting = [short(rule["name"]) for rule in rules if rule["conditions"]]
    untried = [short(rule["name"]) for rule in rules if any(row["holds"] == "untried" for row in rule["platforms"])]
    if untried and report["summary"]["verdict"] == "holds":
        yield from folded(f"Not tried everywhere: {some(untried)}; --all says why.", 2)
    unread = [short(rule["name"]) for rule in rules if rule["keeps_unread"] and rule["passed_by_commands"]]
    if unread and report["read_by_shell"] and report["summary"]["verdict"] == "holds":
        where = ", ".join(report["read_by_shell"])
        said = f"On {where} only shell commands read text files, and they pass {some(unread)}: see below."
        yield from folded(said, 2)
    if waiting:
        yield from folded(f"Scripts and expressions are not evaluated; what these stop is unknown: {some(waiting)}.", 2)


def limits(report: Mapping[str, Any], *, whole: bool = False) -> Iterator[str]:
    """Yield what rules that hold do not stop, with rules that do; and where an ask is answered by a deny.

    Of very many such rules only `whole` yields all.
    """
    every = [rule for pack in report["packs"] for rule in pack["rules"]]
    asking = [short(rule["name"]) for rule in every if rule["action"] == "ask" and _is_before_tools(rule["about"])]
    if asking and report["without_ask"]:
        where = some(report["without_ask"])
        yield from ["", *folded(f"No hook can make {where} ask: the policy hook denies there for {some(asking)}.", 2)]
    of_calls = list(_of_calls(every))
    yield from ["", *of_calls] if of_calls else []
    for pack in report["packs"]:
        rules = [rule for rule in pack["rules"] if PATHS in rule["about"]["reads"]]
        if rules and offers_rules(pack["grammar"]):
            shown = pack["beside"] if whole else pack["beside"][:_BESIDE]
            yield from _of_files(rules, shown, report["read_by_shell"], len(pack["beside"]) - len(shown))


def _of_calls(rules: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield which commands and which names of a server's tools pass rules that stop others."""
    in_lists = [rule for rule in rules if rule["passed_in_lists"]]
    if in_lists:
        example = short(in_lists[0]["passed_in_lists"])
        said = f"A list of commands passes {_names(in_lists, 'passed_in_lists')}, as `{example}` does:"
        yield from folded(f"{said} `^` and `$` are the ends of the whole text, not of one command.", 2)
    for rule in rules:
        for more in rule["further_names"]:
            where = some(more["platforms"])
            said = f"On {where} the tool may also come as `{short(more['name'])}`, which passes {short(rule['name'])}."
            yield from folded(said, 2)


def _of_files(
    rules: Sequence[Mapping[str, Any]], beside: Sequence[Mapping[str, Any]], by_shell: Sequence[str], left: int
) -> Iterator[str]:
    by_shell = by_shell if any(rule["keeps_unread"] for rule in rules) else []
    more = f" On {', '.join(by_shell)} text files are read in no other way." if by_shell else ""
    passed = _names(rules, "passed_by_commands")
    sentences = [f"Paths in shell commands are not matched: `cat PATH` passes {passed}.{more}"] if passed else []
    both = _names(rules, "is_about_both")
    if both:
        said = f"In {both} a path beside `command_match` is the folder that a command runs in, not one in its text."
        sentences.append(said)
    for rule in rules:
        for folder in rule["folders_above"]:
            said = f"`{short(folder)}` includes the working folder, so {short(rule['name'])} is about that, too."
            sentences.append(f"{said} No rule can say: outside a folder.")
    longer = [rule for rule in rules if rule["longer_names"]]
    if longer:
        example = _beyond(longer[0]["longer_names"][0])
        sentences.append(f"Names that go on behind a suffix, as {example}, pass {_names(rules, 'longer_names')}.")
    searched = _names(rules, "passed_by_searches")
    sentences += [f"Searches that name a file show its lines, and pass {searched}."] if searched else []
    yield from ["", *(line for text in sentences for line in folded(text, 2))] if sentences else [""]
    if beside:
        which = "This rule beside it stops" if len(beside) == 1 else "These rules beside them stop"
        yield f"{which} calls with the path as written:"
        yield from indented_yaml(beside)
    if left:
        yield f"{counted(left, 'more rule')}: --all"
    closed = some([short(rule["name"]) for rule in rules if not rule["passed_by_commands"]])
    if closed:
        yield from folded(f"Shell commands that spell a path otherwise (`cat .e*`) still pass {closed}.{more}", 2)
    above = _names(rules, "passed_by_searches_above")
    if above:
        said = f"Searches of a folder above a file pass {above}, even if their pattern names the file (`secrets/*`);"
        said += " `kinds: [search]` without paths stops every search."
        yield from folded(said, 2)
    folder = next((folder for rule in rules for folder in rule["plain_folders"]), None)
    if folder is not None:
        name = short(folder)
        yield from folded(f"`{name}` is a folder of the working folder; `**/{name}` is one at any depth below it.", 2)


def _names(rules: Sequence[Mapping[str, Any]], key: str) -> str:
    return some([short(rule["name"]) for rule in rules if rule[key]])


def _beyond(pattern: str) -> str:
    """Return a name that a pattern for longer names is about: `.env.local` for `**/*.env.*`."""
    return f"`{pattern.removeprefix('**/*').removesuffix('*')}local`"


def _is_before_tools(about: Mapping[str, Any]) -> bool:
    return PRE_TOOL in about.get("operations", [PRE_TOOL])


def some(names: Sequence[str]) -> str:
    """Return names with commas; of many the first three, and how many more there are."""
    return listed(names, 3)


def short(text: str) -> str:
    """Return a text of a pack as it can be printed, of bounded length."""
    return shortened(printable(text), _LONGEST)
