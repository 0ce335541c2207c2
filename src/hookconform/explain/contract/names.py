"""Changes of names: events, tools, forms of server tools, and how paths are read."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import McpForm, Platform
from hookconform.corpus.path_readings import PathReading
from hookconform.explain.contract.offered import GONE, THERE, offered_steps
from hookconform.explain.contract.step import CLAIMED, DOCUMENTED, ContractStep, quoted
from hookconform.ground.versions import at_least


def name_steps(platform: Platform) -> Iterator[ContractStep]:
    """Yield what the claims say of events, tools, server tools and paths, then what programs declared to models."""
    claims = [claim for claim in platform.claims if claim.status in ("current", "historic")]
    steps = [step for claim in claims for step in _claimed(platform, claim)]
    yield from _with_renames(platform, steps)
    for form in platform.mcp:
        yield from _bounded(platform, form, "tool", f"tools of servers called {_form(form)}")
    for reading in platform.paths_read_as:
        yield from _bounded(platform, reading, "path", f"paths read with {_reading(reading)}")
    yield from offered_steps(platform, {subject for step in steps for subject in step.subjects})


def came_and_went(platform: Platform, claim: Claim) -> list[ContractStep]:
    """Return at which versions the name of a claim came and went, as far as that is known."""
    return list(_claimed(platform, claim))


def _form(form: McpForm) -> str:
    return f"`{form.form}`{f' {form.where}' if form.where else ''}"


def _reading(reading: PathReading) -> str:
    steps = [step if isinstance(step, str) else next(iter(step)) for step in reading.steps]
    return f"{quoted(steps)}{f' by {quoted(reading.tools)}' if reading.tools else ''}"


def _claimed(platform: Platform, claim: Claim) -> Iterator[ContractStep]:
    item = f"`{claim.registration if claim.kind == 'event' else claim.native}`"
    if claim.kind == "tool" and claim.maps:
        item += f" (canonical {claim.canonical})"
    for after, since, state in _ends(platform, claim.since, claim.until):
        basis = CLAIMED if after else DOCUMENTED
        text = "new:" if state == THERE else "gone:"
        before = GONE if state == THERE else THERE
        yield ContractStep(claim.kind, (claim.native,), text, after, since, basis, before, state, (item,))


def _bounded(platform: Platform, item: McpForm | PathReading, kind: str, what: str) -> Iterator[ContractStep]:
    for after, since, state in _ends(platform, item.since, item.until):
        basis = CLAIMED if after else DOCUMENTED
        text = f"{what}: {'new' if state == THERE else 'no more'}"
        before = GONE if state == THERE else THERE
        yield ContractStep(kind, (what,), text, after, since, basis, before, state)


def _ends(platform: Platform, first: str | None, last: str | None) -> Iterator[tuple[str, str, str]]:
    """Yield the versions between which something came, and between which it went, as far as they are known.

    What the oldest version that was run has already came at nobody knows which.
    """
    ran = [release.version for release in platform.releases if release.basis == "measured"]
    if first:
        older = [version for version in ran if not at_least(version, first)]
        if _is_documented(platform, first):
            yield "", first, THERE
        elif older:
            yield older[-1], first, THERE
    if last:
        newer = [version for version in ran if not at_least(last, version)]
        if newer:
            yield last, newer[0], GONE


def _is_documented(platform: Platform, version: str) -> bool:
    return any(release.version == version and release.basis == "documented" for release in platform.releases)


def _with_renames(platform: Platform, steps: list[ContractStep]) -> Iterator[ContractStep]:
    """Yield the steps; where one tool goes as another of its canonical name comes, they are one renaming."""
    renamed: set[ContractStep] = set()
    for gone in (step for step in steps if step.kind == "tool" and step.now == GONE):
        for came in (step for step in steps if step.kind == "tool" and step.now == THERE):
            canonical = {platform.tools[step.subjects[0]].canonical for step in (gone, came)}
            in_place = not at_least(gone.after, came.since) and at_least(gone.since, came.since)
            if in_place and None not in canonical and len(canonical) == 1 and came not in renamed:
                old, new = gone.subjects[0], came.subjects[0]
                text = f"`{old}` is called `{new}`"
                yield ContractStep("tool", (old, new), text, came.after, came.since, came.basis, old, new)
                renamed |= {gone, came}
                break
    yield from (step for step in steps if step not in renamed)
