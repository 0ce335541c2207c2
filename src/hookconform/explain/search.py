"""A name without a platform, or something that was printed: whatever it stands for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hookconform.cases.loading import case_with_id
from hookconform.cases.names import case_named, known_cases
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform, load_platform, platform_ids
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.native import claim_of
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.effects.verdicts import VERDICTS, plain_verdict
from hookconform.explain.canonical import explain_canonical
from hookconform.explain.name import explain_name
from hookconform.explain.whole_platform import explain_platform
from hookconform.ground.errors import EXIT_FAILED, HookconformError
from hookconform.ground.meant import meant


def explain_anything(text: str, root: Path | None = None) -> dict[str, Any]:
    """Return what is known of a platform, a claim, a case or check, or a name that is native somewhere or canonical.

    In the shape of `explanation.schema.json`; a name may stand for several things. Raises `HookconformError`
    (`name.unknown`, `name.verdict`, `claim.unknown`, `case.unknown`, `case.several`, `case.removed`, `case.no-claim`,
    `capability.unknown`, `platform.unknown`).
    """
    platforms = platform_ids(root)
    if text in platforms:
        return explain_platform(text, root)
    if "#" in text:
        return _of_claim(text, root)
    if "::" in text or text.endswith((".json", ".jsonl")) or text.partition("/")[0] in platforms:
        return _of_case(text, root)
    return _of_name(text, root)


def _of_claim(text: str, root: Path | None) -> dict[str, Any]:
    platform = load_platform(text.partition("#")[0], root)
    return _row_of(platform.claim_named(text), platform.id, root)


def _of_case(text: str, root: Path | None) -> dict[str, Any]:
    from hookconform.checks.named import without_check  # noqa: PLC0415 (every check is loaded with it)

    top = root or corpus_root()
    name, check = without_check(text), text.partition("::")[2]
    known = known_cases(top)
    case = case_with_id(case_named(name, known, top), top)
    claim = claim_of(load_platform(case.platform, root), case, by_event=check == "event")
    if claim is None:
        raise HookconformError(
            "case.no-claim",
            f"No row of the tables of {case.platform} is about this case.",
            where=case.id,
            hint=f"`hookconform case {case.id}` shows it.",
            exit_code=EXIT_FAILED,
        )
    return _row_of(claim, case.platform, root)


def _row_of(claim: Claim, platform: str, root: Path | None) -> dict[str, Any]:
    """Return what is known of a name as a tool or as an event only, as the claim is about."""
    found = explain_name(platform, claim.native, root)
    return found | {"rows": [row for row in found["rows"] if row["kind"] == claim.kind]}


def _of_name(text: str, root: Path | None) -> dict[str, Any]:
    vocabulary = load_vocabulary(root)
    is_canonical = text in vocabulary.tools or text in vocabulary.events
    found = [explain_canonical(text, root=root)] if is_canonical else []
    every = [load_platform(each, root) for each in platform_ids(root)]
    names = {*vocabulary.tools, *vocabulary.events, *platform_ids(root)}
    for platform in every:
        claims = platform.claims
        names |= {claim.native for claim in claims}
        # Who calls it by its canonical name stands in that name's own table.
        named = any(claim.native == text and (claim.maps or not is_canonical) for claim in claims)
        if named or platform.told_as(text):
            found.append(explain_name(platform.id, text, root))
    if not found:
        servers = (one.id for one in every if _mcp_forms(one).intersection(one.mcp_forms(text)))
        found = [explain_name(each, text, root) for each in servers]
    if not found and plain_verdict(text) in VERDICTS:
        raise HookconformError(
            "name.verdict",
            f"{text} is a verdict, not a name.",
            hint=f"hookconform respond --all PreToolUse {plain_verdict(text)} says what a hook must answer.",
        )
    if not found:
        begun = sorted({form for one in every for form in _mcp_forms(one) if _begins(form, text)})
        said = f"MCP tools have names such as {', '.join(begun)}." if begun else meant(text, names)
        raise HookconformError(
            "name.unknown",
            f"No platform is known to have the name {text!r}, and it is no canonical one.",
            hint=f"{said} `hookconform explain PLATFORM` lists a platform's names. Names are exact; an "
            "unknown one passes through as it is.",
            exit_code=EXIT_FAILED,
        )
    return {"name": text, "found": found}


def _mcp_forms(platform: Platform) -> set[str]:
    """Return the forms of a platform's MCP tool names that say by their first letters that they are one.

    Of a form that begins with the server's name, `a_b`, almost any name is one.
    """
    return {row.form for row in platform.mcp if not row.form.startswith("<")}


def _begins(form: str, text: str) -> bool:
    """Tell whether a name begins as a form of MCP tool names does, or is that beginning in any spelling."""
    head = form.partition("<")[0]
    return text.startswith(head) or text.casefold() == head.strip("_:").casefold()
