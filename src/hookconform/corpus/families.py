"""Families of edge cases: one table each, from which the cases of every platform are composed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from hookconform.corpus.documents import load_document
from hookconform.corpus.family_names import check_names
from hookconform.corpus.family_templates import FOLDER, TEMPLATES
from hookconform.corpus.family_words import with_each_word
from hookconform.corpus.locate import corpus_root

# On every case of a family, so that a file that no table composes is found.
TAG = "composed"
# Where a row is a case: the platform's own name of the tool, or of the event, differs from the canonical one; the
# payload's own name of the event counts; a field of its own says that a tool failed.
OWN_TOOL, OWN_EVENT, NAMES_EVENT, OWN_FAILURE = "own-tool", "own-event", "names-event", "own-failure"
# Further conditions: a tool's name counts at the event; null in its place is a bad name; the prompt is a list of parts.
NAMES_TOOL, NULL_IS_BAD, HAS_PARTS = "names-tool", "null-is-bad", "has-parts"
# A hook is registered under a name that no payload has: neither the platform's own nor the canonical one.
REGISTERED_OTHERWISE = "registered-otherwise"
# What a table is about on each platform, in the place of one tool: each tool that its claim says more of than a name,
# each tool with renamed arguments, each tool that takes a patch, each name that no hook gets, each event under which
# hooks are registered.
CLAIMED_TOOL, RENAMED_TOOL, QUIET_TOOL, EVENT = "claimed-tool", "renamed-tool", "quiet-tool", "event"
PATCH_TOOL, REFUTED_TOOL = "patch-tool", "refuted-tool"
_LISTS = ("drop", "matches", "except_on", "holds", "fails", "rules", "where", "texts")


class Row(NamedTuple):
    """One case a platform: what is put into the payload of the family's event, and what follows.

    `arguments` have canonical names; `tool` is what stands for the tool's name, with `{native}` for the platform's own
    one; `put` gives other values to places (`tool_name`, `tool_input`, `session_id`, `cwd`, `prompt`, `event`, or a
    top-level key), in which `{event}` is the platform's own name of the event, `{folded-event}` the same with its first
    letter in the other case and `{registered}` the name under which it is registered; `drop` takes them away. `matches`
    are the rules of the family that hold; `error`: the payload is refused.

    A row may have rules of its own, in the place of the combined pack: `holds` and `fails` are matchers, each a rule
    that matches or does not; `rules` are whole rules, of which `matches` says which match. `refusable`: an adapter may
    also refuse them, and with `may_refuse` the payload. `raw` puts text into the payload's JSON that no writer of JSON
    would write, or not as often; `repeated` are marks that stand for long texts. `encoded`: the arguments are sent as a
    JSON text, on the platforms that do so. `opened`: path → what also matches where the platform may open it in the
    place of one of the row's, in the words of `matches`, or of `fails` for rules of the row's own. `where` names
    conditions.

    `claimed`: the arguments are made from the claim of the tool (`claimed_calls`); `server`: the tool is a server's and
    is called so. `everywhere` puts a text into every place of a value, `{n}` being the number of the place; those
    before `from_place` have nothing. `text` is the whole payload, in which `{payload}` is that of the template; of
    several `texts` each case has the next. `registered` is another registered event, None for none. `parts` are those
    of a prompt. `patch` stands where a patch tool reads its patch. A row of a table may name `each_word`
    (`family_words`), in whose place are its words here.
    """

    name: str
    title: str
    arguments: dict[str, Any] | None = None
    tool: str = ""
    prompt: str | None = None
    put: Mapping[str, Any] = MappingProxyType({})
    drop: tuple[str, ...] = ()
    matches: tuple[str, ...] = ()
    error: bool = False
    except_on: tuple[str, ...] = ()
    holds: tuple[Any, ...] = ()
    fails: tuple[Any, ...] = ()
    rules: tuple[dict[str, Any], ...] = ()
    refusable: bool = False
    raw: Mapping[str, str | dict[str, Any]] = MappingProxyType({})
    encoded: bool = False
    repeated: Mapping[str, Any] = MappingProxyType({})
    may_refuse: bool = False
    opened: Mapping[str, list[Any]] = MappingProxyType({})
    where: tuple[str, ...] = ()
    claimed: str = ""
    server: bool = False
    everywhere: Mapping[str, str] = MappingProxyType({})
    from_place: int = 1
    text: str | None = None
    texts: tuple[str, ...] = ()
    registered: str | None = ""
    parts: tuple[Any, ...] = ()
    patch: Any = None

    @property
    def has_rules(self) -> bool:
        """Tell whether the row has rules of its own."""
        return bool(self.holds or self.fails or self.rules)


class Family(NamedTuple):
    """One table; `rules` are the rules it is about, `tool` is the canonical tool of its calls, empty if it has none.

    `matcher` is the matcher that `holds` and `fails` of its rows are values of, empty if they name it themselves.
    `every` says that each row is a case of each tool, or event, of a platform; `event` is empty for events. `judges`
    are ids of sentences in the documents. `instead` is an unknown tool for platforms without the tool.
    """

    name: str
    about: str
    event: str
    tool: str
    rules: tuple[str, ...]
    rows: tuple[Row, ...]
    path: Path
    matcher: str = ""
    every: str = ""
    judges: tuple[str, ...] = ()
    instead: str = ""


def load_families(root: Path | None = None) -> tuple[Family, ...]:
    """Return the families by name; errors as `strict_yaml`, `schema.family` and `check_names`."""
    base = root or corpus_root()
    paths = sorted((base / FOLDER).glob("*.yaml"))
    return tuple(
        family
        for path in paths
        if path.name != TEMPLATES
        for family in _of_table(path, base, path.stat().st_size, path.stat().st_mtime_ns)
    )


# The tables are read again for every platform; one that is written anew has another time.
@lru_cache(maxsize=256)
def _of_table(path: Path, root: Path, _size: int, _changed: int) -> tuple[Family, ...]:
    return tuple(_families(path, root))


def _families(path: Path, root: Path) -> Iterator[Family]:
    """Yield the family of a table, or one a tool or an event where the table has the same rows for several."""
    raw: dict[str, Any] = load_document(path, "family", root)
    check_names(raw, path, root)
    raw = {**raw, "rows": [with_each_word(row, root) for row in raw["rows"]]}
    for event in raw.get("events", [raw.get("event", "")]):
        name = f"{path.stem}-{kebab(event)}" if "events" in raw else path.stem
        if "calls" not in raw:
            yield _family(path, raw, name, event=event, tool=raw.get("tool", ""), rows=raw["rows"])
        for tool, arguments in raw.get("calls", {}).items():
            rows = [_with_call(row, arguments) for row in raw["rows"]]
            yield _family(path, raw, f"{name}-{tool.lower()}", event=event, tool=tool, rows=rows)


def kebab(name: str) -> str:
    """Return a name as a part of a file name."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name)
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def _family(  # noqa: PLR0913 (a table, and what it is expanded by)
    path: Path, raw: dict[str, Any], name: str, *, event: str, tool: str, rows: list[dict[str, Any]]
) -> Family:
    nowhere = raw.get("except_on", [])
    at = [row for row in rows if event in row.get("events", [event])]
    return Family(
        name=name,
        about=raw["about"],
        event=event,
        tool=tool,
        rules=tuple(raw.get("rules", ())),
        rows=tuple(_row({**row, "except_on": [*row.get("except_on", []), *nowhere]}) for row in at),
        path=path,
        matcher=raw.get("matcher", ""),
        every=raw.get("every", ""),
        judges=tuple(raw.get("judges", ())),
        instead=raw.get("instead", ""),
    )


def _with_call(row: dict[str, Any], arguments: dict[str, Any]) -> dict[str, Any]:
    """Return a row with the arguments of a tool, in which its path stands for `{path}`."""
    given = {name: row["path"] if value == "{path}" else value for name, value in arguments.items()}
    return {**{key: value for key, value in row.items() if key != "path"}, "arguments": given}


def _row(raw: dict[str, Any]) -> Row:
    values: dict[str, Any] = {**raw, **{key: tuple(raw.get(key, ())) for key in (*_LISTS, "parts")}}
    values.pop("events", None)
    return Row(**values)
