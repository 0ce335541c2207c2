"""A page for each canonical name: what every platform calls it, and under which arguments."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hookconform_lab.publish.mapping import ArgumentLine, Line, argument_lines, event_lines, tool_lines
from hookconform_lab.publish.publication import Corpus


@dataclass(frozen=True, slots=True)
class CanonicalPage:
    """One canonical tool or event; `arguments` are its canonical ones, `renamed` the native names with arguments."""

    kind: str
    line: Line
    arguments: tuple[str, ...]
    renamed: tuple[ArgumentLine, ...]

    @property
    def file(self) -> str:
        """Return the page's path on the site."""
        return canonical_file(self.kind, self.line.canonical)


def canonical_file(kind: str, name: str) -> str:
    """Return the path of a canonical name's page; words are parted, so that no two differ in case only."""
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", name)
    return f"canonical/{kind}-{'-'.join(word.lower() for word in words)}.html"


def canonical_pages(corpus: Corpus) -> list[CanonicalPage]:
    """Return the pages of all canonical tools, then of all events."""
    renamed = argument_lines(corpus)
    tools = [
        CanonicalPage(
            "tool",
            line,
            tuple(corpus.vocabulary.arguments[line.canonical]),
            tuple(item for item in renamed.get(line.canonical, ()) if item.renamed),
        )
        for line in tool_lines(corpus)
    ]
    return tools + [CanonicalPage("event", line, (), ()) for line in event_lines(corpus)]
