"""Further hooks beside the one that watches or denies: registered in the driver's own files, before it or after it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from hookconform.effects.rows import Row, rows_for
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.driver import Hooks, Place
from hookconform_lab.lab.enforce import pre_tool_event
from hookconform_lab.lab.place import make_recorder
from hookconform_lab.lab.turn import GRANTED

PROGRAM = "{{home}}/tools/beside-hook"
_OWN = "record-hook"
_FORMS = frozenset({".json", ".yaml", ".toml"})
# What a hook beside the denying one does. `allows` and `denies` are measured answers, where there are any.
_TRACE = "Traceback (most recent call last):\n  File \"hook.py\", line 1, in <module>\nKeyError: 'tool'\n"
KINDS: dict[str, dict[str, Any]] = {
    "allows": {},
    "denies": {},
    "silent": {},
    "crashes": {"exit_code": 1, "stderr": _TRACE},
    "late": {"sleep": 4},
    "killed": {"manner": "killed"},
    "garbled": {"stdout": '{"decision": "allo'},
}


@dataclass(frozen=True, slots=True)
class Beside:
    """Further hooks of the event before tools, `before` the recorder or after it.

    There are `count` of them, each a command of its own; none: the recorder's own command is registered twice. `file`
    is where they are, by default where the recorder is; it becomes a copy of that file.
    """

    before: bool = False
    count: int = 1
    file: str = ""

    def register(self, place: Place, hooks: Hooks, files: tuple[str, ...], event: str) -> None:
        """Add them to the files in which the driver has registered the recorder.

        Raises `HookconformError` (`escapes.beside`) if it is registered in none, or in a form that is not known.
        """
        log = hooks.log.with_name("beside.jsonl")
        make_recorder(Path(_filled(PROGRAM, place)), log, hooks.log.with_name("beside.json"))
        for path in _inner(files, place):
            text = path.read_text(encoding="utf-8")
            if not _is_own(text, event):
                continue
            if self.file:
                other = Path(_filled(self.file, place))
                other.parent.mkdir(parents=True, exist_ok=True)
                other.write_text(_beside_in(other, text), encoding="utf-8")
                other.chmod(path.stat().st_mode)
            else:
                path.write_text(self._added(path, text, event), encoding="utf-8")
            return
        raise HookconformError("escapes.beside", f"No hook of {event} is registered.", where=", ".join(files))

    def _added(self, path: Path, text: str, event: str) -> str:
        if path.suffix not in _FORMS:
            raise HookconformError("escapes.beside", "Hooks are not in a file of a known form.", where=path.name)
        if path.suffix == ".json":
            document = json.loads(text)
            self._add(document, event)
            return json.dumps(document, indent=1)
        if path.suffix == ".yaml":
            document = yaml.safe_load(text)
            self._add(document, event)
            return yaml.safe_dump(document, sort_keys=False)
        return self._added_tables(text, event)

    def _add(self, node: Any, event: str) -> bool:
        """Add them to the innermost list with the recorder's entry; tell whether there is one."""
        if isinstance(node, dict):
            return any(self._add(each, event) for each in node.values())
        if not isinstance(node, list):
            return False
        if any(self._add(each, event) for each in node):
            return True
        for index, entry in enumerate(node):
            if isinstance(entry, dict) and any(_is_own(value, event) for value in entry.values()):
                more = [
                    {key: value.replace(*words) if isinstance(value, str) else value for key, value in entry.items()}
                    for words in self._words(event)
                ]
                at = index if self.before else index + 1
                node[at:at] = more
                return True
        return False

    def _added_tables(self, text: str, event: str) -> str:
        tables = re.split(r"(?m)^(?=\[\[hooks\]\])", text)
        index = next(number for number, table in enumerate(tables) if _is_own(table, event))
        at = index if self.before else index + 1
        tables[at:at] = [tables[index].replace(*words) for words in self._words(event)]
        return "".join(tables)

    def _words(self, event: str) -> list[tuple[str, str]]:
        own = f"{_OWN} {event}"
        return [(own, f"beside-hook {event} {number}") for number in range(self.count)] or [(own, own)]


def can_register(files: tuple[str, ...]) -> bool:
    """Tell whether further hooks can be added to the files in which hooks are registered."""
    return all(Path(file).suffix in _FORMS for file in files)


def answer_beside(said: str, platform: str, version: str, deny: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entry by which a hook beside the denying one does what `said` says."""
    if said == "denies":
        return dict(deny)
    if said == "allows":
        return _allowing(platform, version)
    return KINDS[said]


def _allowing(platform: str, version: str) -> dict[str, Any]:
    """Return a measured answer by which a call runs that would wait for an approval; silence where none is known."""
    event = pre_tool_event(platform)
    rows: list[Row] = [
        row
        for row in rows_for(platform, version)
        if (row.registered_event, row.tool) == (event, "Bash")
        and row.approval != GRANTED
        and row.effect.tool == "ran"
        and not row.answer.late
        and row.answer.plugin is None
    ]
    # The shortest: others also change the call.
    said = sorted((row.answer.stdout for row in rows if '"allow"' in row.answer.stdout), key=len)
    return {"exit_code": 0, "stdout": said[0]} if said else {}


def _beside_in(other: Path, text: str) -> str:
    """Return the text of the recorder's file with the hook beside it; other settings of the file stay."""
    mine = text.replace(_OWN, "beside-hook")
    if other.suffix != ".json" or not other.is_file():
        return mine
    return json.dumps({**json.loads(other.read_text(encoding="utf-8")), "hooks": json.loads(mine)["hooks"]}, indent=1)


def _is_own(value: Any, event: str) -> bool:
    return isinstance(value, str) and re.search(rf"{_OWN}\s+{event}(?!\w)", value) is not None


def _inner(files: tuple[str, ...], place: Place) -> Iterator[Path]:
    """Yield the files, those of a folder in its place."""
    for path in (Path(_filled(file, place)) for file in files):
        if path.is_dir():
            yield from sorted(each for each in path.iterdir() if each.is_file())
        elif path.is_file():
            yield path


def _filled(path: str, place: Place) -> str:
    return path.replace("{{home}}", str(place.home)).replace("{{workspace}}", str(place.workspace))
