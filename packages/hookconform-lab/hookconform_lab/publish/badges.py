"""Badges: what shields.io's endpoint reads, and the same as static SVG."""

from __future__ import annotations

import json
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from hookconform.checks.outcome import RED
from hookconform.ground.plain_text import counted
from hookconform_lab.evidence.grades import Grade
from hookconform_lab.publish.publication import Publication

# shields.io's colour names, and what they look like.
_COLOURS = {
    Grade.HIGH: ("brightgreen", "#1a7f37"),
    Grade.MEDIUM: ("yellow", "#8a6100"),
    Grade.LOW: ("orange", "#b3470d"),
    Grade.CONFLICTED: ("purple", "#7d3cb5"),
    Grade.REFUTED: ("lightgrey", "#5c6670"),
}
_PASSED = ("brightgreen", "#1a7f37")
_FAILED = ("red", "#c02a2a")
# Average advance of the badge font at 11 px; `textLength` makes the text fit exactly.
_ADVANCE = 6.6
_PADDING = 10


def badges(publication: Publication) -> dict[str, str]:
    """Return file name → content: two files a platform (its grade) and two an adapter (its result)."""
    files: dict[str, str] = {}
    for name, row in publication.confidence["platforms"].items():
        files |= _badge(f"platform-{name}", f"hookconform {name}", row["grade"], _COLOURS[Grade(row["grade"])])
    for report in publication.results:
        files |= adapter_badge(report)
    return files


def adapter_badge(report: dict[str, Any]) -> dict[str, str]:
    """Return file name → content for the result of one run."""
    name = report["adapter"]["name"]
    colour = _PASSED if report["status"] == "passed" else _FAILED
    return _badge(f"adapter-{name}", "hookconform", verdict(report), colour)


def verdict(report: dict[str, Any]) -> str:
    """Return the result of a run in a few words."""
    counts = report["counts"]
    red = sum(counts[outcome] for outcome in RED) + len(report["stale_entries"])
    if red:
        return f"{counted(red, 'check')} failed"
    known = f", {counted(counts['known'], 'known failure')}" if counts["known"] else ""
    return f"{counted(counts['passed'], 'check')} passed{known}"


def _badge(name: str, label: str, message: str, colour: tuple[str, str]) -> dict[str, str]:
    endpoint = {"schemaVersion": 1, "label": label, "message": message, "color": colour[0]}
    return {f"{name}.json": json.dumps(endpoint, indent=2) + "\n", f"{name}.svg": _svg(label, message, colour[1])}


def _svg(label: str, message: str, colour: str) -> str:
    text_widths = [round(len(text) * _ADVANCE) for text in (label, message)]
    left, right = (width + _PADDING for width in text_widths)
    texts = "".join(
        f'<text x="{x}" y="14" textLength="{width}">{escape(text)}</text>'
        for x, width, text in (
            (_PADDING // 2, text_widths[0], label),
            (left + _PADDING // 2, text_widths[1], message),
        )
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img"'
        f" aria-label={quoteattr(f'{label}: {message}')}><title>{escape(f'{label}: {message}')}</title>"
        f'<rect width="{left}" height="20" rx="3" fill="#3d444d"/>'
        f'<rect x="{left}" width="{right}" height="20" rx="3" fill="{colour}"/>'
        f'<rect x="{left}" width="4" height="20" fill="{colour}"/>'
        f'<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">{texts}</g></svg>\n'
    )
