"""The report on a watched platform: a page that a maintainer can act on, and the title of an issue."""

from __future__ import annotations

from hookconform.ground.plain_text import counted
from hookconform_lab.sweep.watching import (
    ANSWERS,
    CATEGORIES,
    CHANGED,
    KNOWN,
    NEWER,
    NOT_RECORDED,
    UNCHANGED,
    Finding,
    Watched,
)

_TITLE = 110


def title(watched: Watched) -> str:
    """Return one line: "Copilot CLI 1.0.103: exit code 2 no longer stops the tool"."""
    head = f"{watched.title} {watched.version}"
    if watched.verdict == KNOWN:
        return f"{head}: the newest release is in the corpus"
    if watched.verdict == NEWER:
        return f"{head}: newer than {watched.known}, the newest in the corpus"
    if watched.verdict == NOT_RECORDED:
        return f"{head} cannot be recorded"
    if watched.verdict == UNCHANGED:
        return f"{head}: nothing changed since {watched.known}"
    if not watched.findings:
        return f"{head}: escapes changed"
    first = _short(watched.findings[0])
    more = len(watched.findings) - 1
    return f"{head}: {first}" + (f", and {counted(more, 'more change')}" if more else "")


def page(watched: Watched) -> str:
    """Return the report in Markdown, most important first."""
    parts = [f"# {title(watched)}", ""]
    published = f", published {watched.published}" if watched.published else ""
    if watched.verdict != KNOWN:
        parts += [f"Newest release: {watched.version}{published}. Newest in the corpus: {watched.known}.", ""]
    for category in CATEGORIES:
        found = [one for one in watched.findings if one.category == category]
        if found:
            parts += [f"## {category.capitalize()}", "", *(f"* {one.text}" for one in found), ""]
    if watched.kept_back:
        target = f"{watched.platform}@{watched.version}"
        parts += [
            f"{counted(watched.kept_back, 'row')} of escapes may not be published yet (SECURITY.md).",
            f"`hookconform lab escapes {target} --verify` shows them on your machine.",
            "",
        ]
    if watched.problems:
        parts += ["## Not complete", "", *(f"* {problem}" for problem in watched.problems), ""]
    return "\n".join([*parts, *_to_do(watched)])


def _to_do(watched: Watched) -> list[str]:
    target = f"{watched.platform}@{watched.version}"
    if watched.verdict == CHANGED:
        return [
            "## What to do",
            "",
            f"1. `git apply {watched.platform}.patch`, and read the drafted claims and cases.",
            f"2. `hookconform lab record {target}` for the whole recording, then `hookconform corpus import`.",
            f"3. `hookconform lab responses {target}`, and correct the model in `src/hookconform/effects/platforms/`.",
            f"4. Find the exact release: `hookconform lab since {watched.platform} CLAIM --from {watched.known}`.",
            "",
        ]
    if watched.verdict == UNCHANGED:
        return [
            f"`git apply {watched.platform}.patch` files the version.",
            f"It was recorded quickly: `hookconform lab record {target}` adds what needs a terminal.",
            "",
        ]
    if watched.verdict == NOT_RECORDED:
        return [f"`hookconform lab record {target}` shows what the program says.", ""]
    return []


def _short(finding: Finding) -> str:
    text = finding.text.partition(" (")[0] if finding.category == ANSWERS else finding.text
    return text if len(text) <= _TITLE else f"{text[: _TITLE - 1]}…"
