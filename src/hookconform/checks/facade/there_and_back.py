"""`facade[round-trip]` and `facade[from-others]`: nothing is lost, and what comes about is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hookconform.checks.compare import differences
from hookconform.checks.facade.answers import Mapped
from hookconform.checks.facade.mapping import leaves, misfits, parts, unasked, untrue
from hookconform.checks.outcome import Difference
from hookconform.corpus.facade_case import CanonicalCase, NativeCase
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.pointers import MISSING

# One address or path may be said as a list of one.
_TWINS = {"path": ("paths",), "paths": ("path",), "url": ("urls",), "urls": ("url",)}


def wrong_names(case: NativeCase, got: Mapped) -> list[Difference]:
    """Return names on the canonical side that are not canonical ones, and anything filled in or dropped."""
    known = load_vocabulary().facade_arguments_of(case.tool)
    found = unasked(got)
    for number, call in enumerate(got.calls):
        found += differences(case.tool, call.tool, f"/calls/{number}/tool")
        names = call.given if isinstance(call.given, dict) else {"text": call.given}
        found += [
            Difference(f"/calls/{number}/arguments/{name}", MISSING, value)
            for name, value in names.items()
            if name not in known
        ]
    return [*found, *_kept_back(case, got)]


def _kept_back(case: NativeCase, got: Mapped) -> list[Difference]:
    """Return what has a known meaning and is not said in canonical terms: kept as the tool's own it comes back, too."""
    given = case.call.given if isinstance(case.call.given, dict) else {}
    found: list[Difference] = []
    for name, to in case.meanings.items():
        value = given.get(name)
        if value is None:
            continue
        calls = [call.given for call in got.calls if isinstance(call.given, dict)]
        said = [call[one] for call in calls for one in (to, *_TWINS.get(to, ())) if one in call]
        if not to and name in got.native_only:
            found.append(Difference(f"/native_only/{name}", MISSING, value))
        elif to and not said:
            found.append(Difference(f"/calls/0/arguments/{to}", value, MISSING))
        # Numbers and lists may be said in another unit or with other words.
        elif to and isinstance(value, str | bool) and not any(value == one or value in _listed(one) for one in said):
            found += differences(value, said[0], f"/calls/0/arguments/{to}")
    return found


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def not_the_same(case: NativeCase, got: Mapped) -> list[Difference]:
    """Return how the call that came back differs from the recorded one."""
    expected = [{"tool": case.call.tool, "given": case.call.given}]
    back = [{"tool": call.tool, "given": call.given} for call in got.whole]
    return [*differences(expected, back, "/calls"), *unasked(got)]


def wrongly_said(case: CanonicalCase, got: Mapped) -> list[Difference]:
    """Return native calls that do not fit, and reports of fillings and losses that are about nothing."""
    named = {path for call in case.canonical for path, _ in parts(call)}
    untold = [Difference("/dropped", MISSING, name) for name in got.dropped if name not in named]
    return [*misfits(case, got), *untrue(got), *untold]


def not_carried(
    case: CanonicalCase, said: Mapped, back: Sequence[dict[str, Any]], assumed: set[str]
) -> list[Difference]:
    """Return what a call lost or gained on the way to another provider's tool, without a word about it.

    `back` are canonical arguments of the native calls, of which `assumed` were left out there (`facade[absent]`
    judges those). False is what a tool without a switch does anyway, and so are
    the values that the platform's file lists.
    """
    if len(back) != len(case.canonical):
        return [Difference("/calls", len(case.canonical), len(back))]
    found: list[Difference] = []
    gained = 0
    for number, (before, after) in enumerate(zip(case.canonical, back, strict=True)):
        old, new = _said(before), _said(_without_addresses(case.tool, before, after))
        for path, value in old.items():
            if path not in new:
                if not _is_dropped(path, said.dropped) and not _is_had_anyway(case, path, value):
                    found.append(Difference(f"/calls/{number}/{path}", value, MISSING))
            elif not _is_within(case.tool, path, value, new[path]):
                found += differences(value, new[path], f"/calls/{number}/{path}")
        extra = {
            path: value
            for path, value in new.items()
            if path not in old and path not in assumed and not _is_meant(case, path, value)
        }
        gained += len(extra)
        if gained > len(said.filled):
            found += [Difference(f"/calls/{number}/{path}", MISSING, value) for path, value in extra.items()]
    return found


def _said(call: dict[str, Any]) -> dict[str, Any]:
    return dict(leaves(_with_single(call))) if call else {}


def _without_addresses(tool: str, before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Return a call without a question about a page that has but its addresses, which some tools take in one text."""
    told = [after.get("url", ""), *after.get("urls", ())]
    only = str(after.get("prompt", "")).split()
    if tool == "WebFetch" and "prompt" not in before and only and all(word in told for word in only):
        return {name: value for name, value in after.items() if name != "prompt"}
    return after


def _with_single(call: dict[str, Any]) -> dict[str, Any]:
    """Return a call in which a list of one address or path is that one."""
    found = dict(call)
    for many, one in (("paths", "path"), ("urls", "url")):
        listed = found.get(many)
        if isinstance(listed, list) and len(listed) == 1 and one not in found:
            found[one] = found.pop(many)[0]
    return found


def _is_within(tool: str, path: str, before: Any, after: Any) -> bool:
    """Tell whether a question about a page stands in one that names the page too, as some tools take it."""
    return (tool, path) == ("WebFetch", "prompt") and isinstance(after, str) and str(before) in after


def _is_meant(case: CanonicalCase, path: str, value: Any) -> bool:
    """Tell whether a value is what the absence of its argument means."""
    default = load_vocabulary().facade_defaults.get(case.tool, {}).get(path)
    return default is not None and default.is_met(value)


def _is_dropped(path: str, dropped: Sequence[str]) -> bool:
    return any(path == name or path.startswith(f"{name}/") for name in dropped)


def _is_had_anyway(case: CanonicalCase, path: str, value: Any) -> bool:
    anywhere = "/".join(part for part in path.split("/") if not part.isdigit())
    return (
        value is False
        or _is_meant(case, path, value)
        or any(not differences(value, one, "") for one in case.had_anyway.get(anywhere, ()))
    )
