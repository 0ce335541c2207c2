"""Looking for what is cited in the cited files, each opened once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from hookconform.corpus.sources import Source
from hookconform_lab.citations.cited import Citation
from hookconform_lab.citations.files import AbsentError, Files, UncheckedError
from hookconform_lab.citations.read_before import Readings

_OF_WORDS = re.compile(rb"[A-Za-z0-9_]")


@dataclass(frozen=True, slots=True)
class Finding:
    """A citation that its source does not bear out."""

    code: str
    where: str
    source: str
    what: str
    hint: str

    def as_json(self) -> dict[str, str]:
        """Return the finding for programs."""
        return {"code": self.code, "where": self.where, "source": self.source, "what": self.what, "hint": self.hint}


@dataclass(slots=True)
class Report:
    """What was found: `right` and `opened` (nothing to look for) are counts, `unchecked` is reason → places.

    `read` counts what was not opened here, but stands in what somebody read before. `incomplete` tells whether
    something is unchecked that could be opened elsewhere.
    """

    right: int = 0
    opened: int = 0
    read: int = 0
    findings: list[Finding] = field(default_factory=list[Finding])
    unchecked: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    incomplete: bool = False

    def as_json(self) -> dict[str, object]:
        """Return the report for programs."""
        return {
            "right": self.right,
            "opened": self.opened,
            "read": self.read,
            "findings": [item.as_json() for item in self.findings],
            "unchecked": self.unchecked,
        }


def check(cited: Iterable[Citation], files: Files, readings: Readings) -> Report:
    """Open every cited file once and look for what is cited; what cannot be opened may have been read before."""
    report = Report()
    by_source: dict[Source, list[Citation]] = {}
    for citation in cited:
        by_source.setdefault(citation.source, []).append(citation)
    for source, citations in by_source.items():
        try:
            content = files.read(source)
        except UncheckedError as error:
            left = [item for item in citations if not readings.bears_out(item)]
            report.read += len(citations) - len(left)
            if left:
                report.unchecked.setdefault(f"{_named(source)}: {error}", []).extend(item.where for item in left)
                report.incomplete = report.incomplete or not error.expected
        except AbsentError as error:
            report.findings += [_no_file(item, str(error)) for item in citations]
        else:
            for item in citations:
                _look(item, content, report)
            missing = sorted(text for text in readings.of(source) or () if not stands_in(text, content))
            if missing:
                report.findings.append(_misread(citations[0], missing))
    return report


def check_readings(cited: Iterable[Citation], readings: Readings) -> list[Finding]:
    """Return a finding for each text that somebody read and nothing cites; `cited` are those of all platforms."""
    return [
        Finding(
            "citation.uncited",
            where,
            "",
            f"{text} was read there, and nothing cites it.",
            "Take it out of read-files.yaml.",
        )
        for where, text in readings.uncited(cited)
    ]


def stands_in(text: str, content: bytes) -> bool:
    """Tell whether a text stands in a file as a word of its own: no letter, digit or `_` before or after it."""
    wanted = text.encode()
    at = content.find(wanted)
    while at >= 0:
        around = content[max(at - 1, 0) : at] + content[at + len(wanted) : at + len(wanted) + 1]
        if not _OF_WORDS.search(around):
            return True
        at = content.find(wanted, at + 1)
    return False


def _look(citation: Citation, content: bytes, report: Report) -> None:
    missing = [text for text in citation.wanted if not stands_in(text, content)]
    there = [text for text in citation.unwanted if stands_in(text, content)]
    if missing:
        report.findings.append(_not_there(citation, missing))
    elif there:
        report.findings.append(_there(citation, there))
    elif citation.wanted or citation.unwanted:
        report.right += 1
    else:
        report.opened += 1


def _not_there(citation: Citation, missing: list[str]) -> Finding:
    return Finding(
        "citation.absent",
        citation.where,
        citation.source_id,
        f"{', '.join(missing)} does not stand in {citation.source.citation}.",
        "Cite the file that says it, or give under finds the text that does; leave the evidence out if nothing does.",
    )


def _there(citation: Citation, texts: list[str]) -> Finding:
    return Finding(
        "citation.present",
        citation.where,
        citation.source_id,
        f"{', '.join(texts)} stands in {citation.source.citation}, which is cited for lacking it.",
        "Leave the evidence out, or cite the file that lacks it.",
    )


def _misread(citation: Citation, texts: list[str]) -> Finding:
    return Finding(
        "citation.misread",
        citation.where,
        citation.source_id,
        f"{', '.join(texts)} does not stand in {citation.source.citation}, although read-files.yaml says so.",
        "Take it out of read-files.yaml.",
    )


def _no_file(citation: Citation, why: str) -> Finding:
    return Finding(
        "citation.no-file",
        citation.where,
        citation.source_id,
        f"The cited file is not there: {why}.",
        "Correct path, commit or version of the source.",
    )


def _named(source: Source) -> str:
    return source.package or source.repository or source.url
