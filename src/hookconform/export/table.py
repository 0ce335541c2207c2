"""The table of exports: what there is, where its rows come from, and in which formats it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from hookconform.export.request import SINCE, Request

ROW_FORMATS = ("ndjson", "json", "csv")
# Languages of types, by the end of a file's name.
LANGUAGES = ("ts", "go", "rs", "py")
# What a request can say; each export takes some of it.
PLATFORM, CAPABILITY, TIER, ADAPTER = "--platform", "--capability", "--tier", "--adapter"


@dataclass(frozen=True, slots=True)
class Export:
    """One export: `what` it is, the function of a module of this package that yields its rows, the options it takes."""

    name: str
    what: str
    module: str
    function: str
    takes: frozenset[str]
    formats: tuple[str, ...] = ROW_FORMATS

    def rows(self, request: Request) -> Iterator[dict[str, Any]]:
        """Yield the rows that are asked for."""
        function: Callable[[Request], Iterator[dict[str, Any]]]
        function = getattr(import_module(f"hookconform.export.{self.module}"), self.function)
        return function(request)


_ALL = (
    Export(
        "cases",
        "payloads, and what an adapter must make of each",
        "cases",
        "case_rows",
        frozenset({PLATFORM, SINCE, CAPABILITY, TIER, ADAPTER}),
    ),
    Export(
        "claims",
        "native names, with their canonical names and versions",
        "claims",
        "claim_rows",
        frozenset({PLATFORM, SINCE}),
    ),
    Export("rules", "the rules that the cases are matched with", "rules", "rule_rows", frozenset({ADAPTER})),
    Export("answers", "what a hook answers so that something is done", "answers", "answer_rows", frozenset({PLATFORM})),
    Export(
        "escapes",
        "what hooks see of all that happens in a session",
        "escapes",
        "escape_rows",
        frozenset({PLATFORM, SINCE}),
    ),
    Export(
        "schemas",
        "JSON Schemas of payloads, responses and files of hooks",
        "all_schemas",
        "schema_rows",
        frozenset({PLATFORM}),
        ("ndjson", "json"),
    ),
    Export(
        "types",
        "payloads as types of TypeScript, Go, Rust or Python",
        "all_schemas",
        "schema_rows",
        frozenset({PLATFORM}),
        LANGUAGES,
    ),
)
EXPORTS = {export.name: export for export in _ALL}
# What a package takes: it holds cases.
OF_PACKAGES = EXPORTS["cases"].takes - {SINCE}
