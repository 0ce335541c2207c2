"""The forms to be measured: `responses/forms.yaml` of a platform, each form filled in with words of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hookconform.corpus.documents import load_document
from hookconform.corpus.locate import corpus_root
from hookconform.effects.effect import Answer
from hookconform.ground.errors import HookconformError
from hookconform.ground.versions import at_least

_WORDS = ("reason", "error", "stop", "system", "context", "text", "result", "changed", "patched")
_PLACEHOLDER = re.compile(rf"@({'|'.join(_WORDS)}|event)\b")
# Own words in an answer, as `_fill` makes them.
OWN_WORD = re.compile(r"(?:REASON|ERROR|STOP|SYSTEM|CONTEXT|TEXT|RESULT)-[a-z0-9]+(?:-[a-z0-9]+)*")


class Form(NamedTuple):
    """One answer to try: `name` is unique under its registered event; `approval` and the rest as in the schema."""

    name: str
    event: str
    registered_event: str
    tool: str | None
    answer: Answer
    approval: str
    alone: bool
    failing: bool

    @property
    def id(self) -> str:
        """Return the id of the form's row."""
        return f"{self.registered_event}/{self.name}"

    @property
    def marker(self) -> str:
        """Return the name of the file that the tool call leaves if it runs."""
        return f"ran-{self.name}"

    @property
    def own_words(self) -> tuple[str, ...]:
        """Return the answer's own words, sorted, each once."""
        said = json.dumps([self.answer.stdout, self.answer.stderr, self.answer.plugin])
        return tuple(sorted(set(OWN_WORD.findall(said))))


def load_forms(platform: str, version: str, root: Path | None = None) -> list[Form]:
    """Return the forms of a platform that can be asked of `version`, in file order.

    Raises `HookconformError` (`responses.no-forms`, `yaml.invalid`, `schema.response-forms`).
    """
    path = (root or corpus_root()) / "platforms" / platform / "responses" / "forms.yaml"
    if not path.is_file():
        raise HookconformError(
            "responses.no-forms",
            f"There are no response forms for {platform!r}.",
            where=str(path),
            hint="Write the answers to try there; schema/response-forms.schema.json describes the file.",
        )
    raw: dict[str, Any] = load_document(path, "response-forms", root)
    return list(_forms(raw, version))


def marker_command(marker: str, word: str = "original") -> str:
    """Return the shell command of a call: it leaves `word` in the file `marker` and says `out23-<marker>`.

    What it says does not stand in the command, so that a model request shows whether output was passed on.
    It holds no quotes and no backslashes, so it can stand in JSON within JSON as it is.
    """
    return f"printf {word} > {marker}; printf out%s-{marker} 23"


def marker_patch(marker: str, word: str = "original") -> str:
    """Return the patch of a call that adds the file `marker` holding `word`."""
    return f"*** Begin Patch\n*** Add File: {marker}\n+{word}\n*** End Patch\n"


def output_word(marker: str) -> str:
    """Return what `marker_command` prints."""
    return f"out23-{marker}"


def _forms(raw: dict[str, Any], version: str) -> Iterator[Form]:
    for group in raw["groups"]:
        for registered in group["registered"]:
            for name, body in group["forms"].items():
                conditions = {**group, **body}
                if not at_least(version, conditions.get("since", "0")):
                    continue
                yield Form(
                    name=name,
                    event=group["event"],
                    registered_event=registered,
                    tool=group.get("tool"),
                    answer=filled_answer(name, body, registered),
                    approval=conditions.get("approval", "granted"),
                    alone=conditions.get("alone", False),
                    failing=conditions.get("failing", False),
                )


def filled_answer(name: str, body: dict[str, Any], registered_event: str) -> Answer:
    """Return the answer that a form's body describes, with the words of the form `name` and the event's own name."""
    words = {kind: _word(kind, name) for kind in _WORDS} | {"event": registered_event}
    if "plugin" in body:
        return Answer(plugin=tuple(_fill(body["plugin"], words)))
    said = body.get("stdout", "")
    stdout = json.dumps(_fill(body["json"], words), separators=(",", ":")) if "json" in body else _fill(said, words)
    return Answer(
        exit_code=body.get("exit_code", 0),
        stdout=stdout,
        stderr=_fill(body.get("stderr", ""), words),
        late=body.get("late", False),
    )


def _fill(value: Any, words: dict[str, str]) -> Any:
    """Return `value` with the placeholders in its texts replaced by the form's own words."""
    if isinstance(value, str):
        return _PLACEHOLDER.sub(lambda match: words[match[1]], value)
    if isinstance(value, dict):
        return {key: _fill(item, words) for key, item in value.items()}
    if isinstance(value, list):
        return [_fill(item, words) for item in value]
    return value


def _word(kind: str, name: str) -> str:
    if kind == "changed":
        return marker_command(f"ran-{name}", "changed")
    if kind == "patched":
        return marker_patch(f"ran-{name}", "changed")
    return f"{kind.upper()}-{name}"
