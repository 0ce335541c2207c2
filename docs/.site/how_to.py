"""How to register a hook, deny and ask on each platform: a page made of the claims and the measured answers."""

from __future__ import annotations

from hookconform.corpus.claims import Platform, load_platform, platform_ids
from hookconform.explain.answer_text import effect_text, ends_with, files_text
from hookconform_lab.publish.addresses import SITE
from hookconform_lab.publish.site.registering import Registering, registering
from hookconform_lab.publish.stopping import Advised, stopping

_VERDICTS = {"deny": "Deny a call", "ask": "Ask the user"}


def how_to_page() -> str:
    """Return the page, with a section for each platform."""
    advised = stopping().advised
    lines = ["# Register, deny, ask: each platform", ""]
    lines += ["Answers are measured at the newest version; `hookconform respond PLATFORM` has the other events.", ""]
    for platform in map(load_platform, platform_ids()):
        lines += _section(platform, [one for one in advised if one.column.platform == platform.id])
    return "\n".join(lines) + "\n"


def _section(platform: Platform, advised: list[Advised]) -> list[str]:
    lines = [f"## {platform.name}", ""]
    how = registering(platform)
    if how is not None and platform.registration is not None:
        files = files_text(platform.registration, how.event, mark="`")
        lines += [f"**Register** in {files}.", *_example(how), how.needs, ""]
    for verdict, title in _VERDICTS.items():
        for one in advised:
            advice = one.verdicts[verdict]
            at = f"**{title}** at `{one.column.registered_event}`"
            if advice is None:
                lines += [f"{at}: not possible, no measured answer does it.", ""]
            else:
                lines += [f"{at}:", "", *_block(ends_with(advice)), f"Then {effect_text(advice)}.", ""]
    lines += ["**Limits**", "", *(f"* {note}" for note in platform.notes), ""] if platform.notes else []
    return [*lines, f"Names and evidence: [{platform.name}]({SITE}platforms/{platform.id}.html).", ""]


def _example(how: Registering) -> list[str]:
    bridge = [f"To run a command, install the [bridge]({how.bridge}).", ""] if how.bridge else []
    return ["", *(_block(how.example) if how.example else []), *bridge]


def _block(text: str) -> list[str]:
    return ["```text", *text.splitlines(), "```", ""]
