"""Propose the expectations of cases anew, from the claims and the rule packs, where these have changed.

Nothing comes from an adapter's answers, and nothing but the named fields of `expected` is ever changed: the rest of a
case file, its payload and origin above all, stays byte for byte.
"""

from __future__ import annotations

import difflib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hookconform.cases.loading import iter_cases
from hookconform.corpus.case_files import CASES, write_text
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.expected import Expected
from hookconform.corpus.rule_packs import combined_rules
from hookconform.drafting.event import draft, rules_of
from hookconform.ground.errors import HookconformError
from hookconform.ground.json_spans import REMOVED, members, with_members
from hookconform.ground.json_text import compact
from hookconform.ground.plain_text import counted

# What claims and packs decide; The others are an author's own word.
FIELDS = tuple(name for name in Expected._fields if name not in {"error", "may_refuse", "may_refuse_rules"})


@dataclass(frozen=True, slots=True)
class Proposal:
    """One file with expectations proposed anew: the fields that change by case id, its text before and after."""

    path: Path
    changed: Mapping[str, tuple[str, ...]]
    before: str
    after: str

    def diff(self, root: Path) -> str:
        """Return the change as a unified diff, which `patch -p1` applies beside the corpus folder."""
        name = f"{root.resolve().name}/{self.path.relative_to(root).as_posix()}"
        lines = difflib.unified_diff(_lines(self.before), _lines(self.after), f"a/{name}", f"b/{name}")
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)

    def write(self) -> None:
        """Write the file, complete or not at all; raises `HookconformError` (`file.unwritable`)."""
        write_text(self.path, self.after)


def proposals(
    root: Path, chosen: Iterable[str] = (), globs: Iterable[str] = (), added: Iterable[str] = ()
) -> Iterator[Proposal]:
    """Yield what is proposed for the cases whose id fits any of `globs` (all, if there are none), file by file.

    `chosen` names fields of `FIELDS`, all if empty; `added` those of `OPTIONAL` that a case shall state which left them
    out. Raises as `iter_cases`, and `HookconformError` (`redraft.none`) if no case fits.
    """
    new = set(added)
    names = [name for name in FIELDS if name in {*chosen, *new}] if {*chosen, *new} else list(FIELDS)
    count = 0
    by_file: dict[Path, list[tuple[Case, Expected]]] = {}
    for case in iter_cases(root=root, globs=globs):
        count += 1
        if case.is_composed:
            # It is drafted anew whenever it is read.
            continue
        wanted = redrafted(load_platform(case.platform, root), case, names, new)
        # Of a payload that several versions sent there is one expectation, at the version that has the payload.
        if wanted is not None and wanted != case.expected and not case.repeats:
            by_file.setdefault(case.path, []).append((case, wanted))
    if not count:
        raise HookconformError(
            "redraft.none",
            "No case fits.",
            hint="Give patterns over ids, such as 'PLATFORM/captured/*'; `hookconform cases` lists them.",
        )
    for path, cases in by_file.items():
        yield _proposal(path, cases, names)


def redrafted(platform: Platform, case: Case, names: Iterable[str], added: Collection[str] = ()) -> Expected | None:
    """Return the case's expectation with the named fields drafted anew; None if there is nothing to draft from.

    A field that the case does not state stays unstated (it is not judged) unless it is one of `added`. Rules are
    matched with the expectation that comes out, so that they never say more than it does.
    """
    filed = case.expected
    payload = case.payload_object
    if filed.is_refusal or payload is None:
        return None
    drafted = draft(platform, case.registered_event, payload, case.rules)
    unstated = set(filed.unjudged).difference(added)
    new = {name: getattr(drafted, name) for name in names if name not in unstated and name != "matched_rules"}
    result = filed._replace(**new)
    if "matched_rules" in names:
        whole = result._replace(**{name: getattr(drafted, name) for name in unstated})
        result = result._replace(matched_rules=rules_of(whole, case.rules or combined_rules(platform.root)))
    return result


def summary(found: Iterable[Proposal]) -> list[str]:
    """Return how many cases change, by platform and field, a line each."""
    counts = Counter(
        (case_id.partition("/")[0], name) for item in found for case_id, names in item.changed.items() for name in names
    )
    return [f"{platform}  {name}  {number}" for (platform, name), number in sorted(counts.items())]


def unjudged(root: Path, globs: Iterable[str] = ()) -> list[str]:
    """Return a line for each field that cases do not judge: how many, with one of them, and how to add it."""
    found: dict[str, list[str]] = {}
    for case in iter_cases(root=root, globs=globs):
        for name in () if case.is_composed or case.repeats else case.expected.unjudged:
            found.setdefault(name, []).append(case.id)
    return [
        f"{name}: {counted(len(ids), 'case')} not judged by it, such as {ids[0]}; `--add {name}` adds it"
        for name, ids in sorted(found.items())
    ]


def _proposal(path: Path, cases: Iterable[tuple[Case, Expected]], names: Iterable[str]) -> Proposal:
    before = after = path.read_bytes().decode("utf-8")
    changed: dict[str, tuple[str, ...]] = {}
    for case, wanted in cases:
        filed, new = case.expected.as_json(), wanted.as_json()
        changes: dict[str, Any] = {
            name: new.get(name, REMOVED) for name in names if new.get(name, REMOVED) != filed.get(name, REMOVED)
        }
        changed[case.id] = tuple(changes)
        after = _with_changes(path, after, case.id.rpartition("/")[2], changes)
    _hold_the_rest(path, before, after)
    return Proposal(path, changed, before, after)


def _with_changes(path: Path, text: str, name: str, changes: dict[str, Any]) -> str:
    """Return a file with the expectation of one case changed, and no other byte."""
    if path.suffix == ".jsonl":
        return "".join(_changed_line(line, name, changes) for line in _lines(text))
    place = 0
    for key in (CASES, name, "expected") if path.parent.name == CASES else ("expected",):
        place = next(item.value for item in members(text, place) if item.key == key)
    return with_members(text, place, changes, Expected._fields)


def _changed_line(text: str, name: str, changes: dict[str, Any]) -> str:
    line = json.loads(text)
    if line["name"] != name:
        return text
    expected = {key: value for key, value in {**line["expected"], **changes}.items() if value is not REMOVED}
    line["expected"] = {key: expected[key] for key in sorted(expected, key=Expected._fields.index)}
    return f"{compact(line)}\n"


def _hold_the_rest(path: Path, before: str, after: str) -> None:
    """Raise unless both texts are the same but for what is expected: a change of a payload is never proposed."""
    if _without_expected(path, before) != _without_expected(path, after):
        raise AssertionError(f"redrafting would change more than the expectations of {path}")


def _without_expected(path: Path, text: str) -> list[dict[str, Any]]:
    if path.suffix == ".jsonl":
        cases = [json.loads(line) for line in _lines(text)]
    else:
        document = json.loads(text)
        cases = [*document.pop(CASES).values(), document] if path.parent.name == CASES else [document]
    return [{**case, "expected": None} for case in cases]


def _lines(text: str) -> list[str]:
    """Return the lines of a file with their ends: payloads may hold other ends of lines than these."""
    return [f"{line}\n" for line in text.removesuffix("\n").split("\n")] if text.endswith("\n") else [text]
