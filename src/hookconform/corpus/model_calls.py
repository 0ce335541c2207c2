"""The calls that a program's model made, as the corpus keeps them: `platforms/<p>/calls/<version>.jsonl`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.corpus.version_files import CHANGES_OF, raw_document, read_document, version_path
from hookconform.ground.packed import is_held


@dataclass(frozen=True)
class ModelCall:
    """One call of a model: the declared name of the tool, and either `arguments` or the `text` of a free-text tool.

    `model` is the id that the program asked for, `family` what the platform makes of it, `outcome` one of `ok`,
    `refused`, `invalid`, `unknown-tool`; `scenario` is the run of the lab it was made in.
    """

    model: str
    family: str
    tool: str
    arguments: dict[str, Any] | None
    text: str | None
    outcome: str
    scenario: str

    def as_json(self) -> dict[str, Any]:
        """Return the call as one line of its file."""
        given = {"arguments": self.arguments} if self.text is None else {"text": self.text}
        head = {"model": self.model, "family": self.family, "tool": self.tool}
        return {**head, **given, "outcome": self.outcome, "scenario": self.scenario}

    @cached_property
    def shape(self) -> tuple[object, ...]:
        """Return what makes two calls worth keeping both: family, tool, outcome, form of what is given."""
        return (self.family, self.tool, self.outcome, _form(self.arguments if self.text is None else self.text))


def call_from_json(raw: dict[str, Any]) -> ModelCall:
    """Return the call that a line of a file, which follows its schema, says."""
    return ModelCall(
        model=raw["model"],
        family=raw["family"],
        tool=raw["tool"],
        arguments=raw.get("arguments"),
        text=raw.get("text"),
        outcome=raw["outcome"],
        scenario=raw["scenario"],
    )


def calls_path(platform: str, version: str, root: Path | None = None) -> Path:
    """Return where the calls of a version are kept."""
    return version_path(platform, "calls", version, root)


def read_calls(platform: str, version: str, root: Path | None = None) -> tuple[ModelCall, ...]:
    """Return the calls of a version in order, none if nothing was recorded.

    Raises `HookconformError` (`calls.unreadable`, `changes.damaged`, `schema.model-call`).
    """
    path = calls_path(platform, version, root)
    if not is_held(path):
        return ()
    calls: list[Any] = read_document("calls", path)["calls"]
    number_of = ", call " if CHANGES_OF in raw_document("calls", path) else ":"
    for number, raw in enumerate(calls, start=1):
        schemas.check(raw, "model-call", where=f"{path}{number_of}{number}", root=root)
    return tuple(map(call_from_json, calls))


def _form(value: Any) -> object:
    """Return the form of a value: keys of objects, forms of items, sign of numbers, and how a text is laid out."""
    if isinstance(value, dict):
        return tuple(sorted((key, _form(item)) for key, item in value.items()))
    if isinstance(value, list):
        return ("list", min(len(value), 2), tuple(sorted({repr(_form(item)) for item in value})))
    if isinstance(value, str):
        headers = tuple(line.split(":")[0] for line in value.split("\n") if line.startswith("*** "))
        return ("text", not value, value.startswith("/"), "\n" in value, headers)
    if isinstance(value, bool) or value is None:
        return value
    return ("number", (value > 0) - (value < 0))
