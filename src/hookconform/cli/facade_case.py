"""What `hookconform case` and `hookconform debug` show of a case of a tool facade."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hookconform.attach.attaching import attach
from hookconform.attach.calls import AdapterGoneError, Call, Response, Result, Session
from hookconform.attach.manifest import Manifest
from hookconform.checks.facade.questions import Again, first_question, judged
from hookconform.checks.outcome import Judgement, check_name
from hookconform.corpus.facade_case import FACADE, CanonicalCase, FacadeCase, NativeCase, ToolsCase
from hookconform.corpus.facade_table import NativeCall
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError
from hookconform.ground.printable import printable_json

_WORDS = {
    "round-trip": "the call comes back as it was, and nothing is filled in or dropped",
    "from-others": "native calls that fit the declaration and mean the same, but for what is said, or a refusal",
    "absent": "an omitted argument means the same on both sides, or the difference is reported",
}


def case_document(case: FacadeCase) -> dict[str, Any]:
    """Return a case as `hookconform case --json` prints it: what is asked and what is expected."""
    question = first_question(case)
    return {
        "id": case.id,
        "check": check_name(FACADE, case.variant),
        "file": f"corpus/{case.file}",
        "asked": {"method": question.method, "params": question.params},
        "expected": _expected(case),
    }


def case_text(case: FacadeCase) -> str:
    """Return a case for people."""
    told = case_document(case)
    lines = [case.id, "", *(f"{name:<11} {told[name]}" for name in ("check", "file"))]
    for name in ("asked", "expected"):
        lines += ["", name, printable_json(told[name], indent=2)]
    return "\n".join(lines)


def debug_document(case: FacadeCase, manifest: Manifest, *, in_process: bool) -> dict[str, Any]:
    """Return a case, what an adapter answered to it, and what that is worth, as `hookconform debug --json` prints it.

    Raises `HookconformError` (`debug.unclaimed`, `debug.broken`, and what attaching raises).
    """
    if FACADE not in manifest.capabilities:
        raise HookconformError(
            "debug.unclaimed",
            f"The adapter does not claim {FACADE}, so no such case is asked of it.",
            where=str(manifest.path),
            hint=f"Add {FACADE!r} to its capabilities, or name another with --adapter.",
        )
    session = attach(manifest, in_process=in_process)
    try:
        answers, judgement = _asked(session, case)
    except AdapterGoneError as error:
        raise HookconformError("debug.broken", f"The adapter broke: {error}.", exit_code=EXIT_INCOMPLETE) from error
    finally:
        session.close()
    return {
        **case_document(case),
        "answers": answers,
        "outcome": judgement.outcome.value,
        "message": judgement.message,
        "differences": [one.as_json() for one in judgement.differences],
    }


def debug_text(told: dict[str, Any]) -> str:
    """Return the same for people."""
    lines = [told["id"], "", f"{'check':<11} {told['check']}", f"{'file':<11} {told['file']}"]
    for one in told["answers"]:
        lines += ["", f"asked {one['method']}", printable_json(one["params"], indent=2)]
        lines += ["", "answered", printable_json(one["answer"], indent=2)]
    lines += ["", "expected", printable_json(told["expected"], indent=2), "", f"outcome     {told['outcome']}"]
    if told["message"]:
        lines.append(told["message"])
    for one in told["differences"]:
        lines.append(f"  at        {one['pointer']}")
        lines += [f"  {key:<9} {printable_json(one[key])}" for key in ("expected", "got") if key in one]
    return "\n".join(lines)


def _asked(session: Session, case: FacadeCase) -> tuple[list[dict[str, Any]], Judgement]:
    first = first_question(case)
    response = next(iter(session.responses([first])))
    told = [_exchange(first, response)]
    found = judged(case, response)
    if isinstance(found, Again):
        responses = list(session.responses(found.calls))
        told += [_exchange(*pair) for pair in zip(found.calls, responses, strict=True)]
        found = found.judge(responses)
    return told, found


def _exchange(call: Call, response: Response) -> dict[str, Any]:
    answer = response.value if isinstance(response, Result) else {"error": response.words}
    return {"method": call.method, "params": call.params, "answer": answer}


def _expected(case: FacadeCase) -> dict[str, Any]:
    if isinstance(case, ToolsCase):
        return {"tools": dict(sorted(case.canonical.items())), "needed": sorted(case.needed)}
    refused = case.misfit if isinstance(case, NativeCase) else _row_of(case).get("refused")
    if refused:
        return {"refused": refused}
    return _row_of(case) or {"words": _WORDS[case.variant]}


def _row_of(case: FacadeCase) -> dict[str, Any]:
    """Return what the row of a case expects; empty without one."""
    if isinstance(case, NativeCase) and case.row is not None:
        canonical = [NativeCall(case.tool, arguments) for arguments in case.row.canonical]
        return {"calls": _calls(canonical), "native_only": case.row.native_only}
    if not isinstance(case, CanonicalCase) or case.row is None:
        return {}
    if case.row.refused:
        return {"refused": case.row.refused}
    return {
        "calls": _calls(case.row.calls),
        "filled": sorted(case.row.filled),
        **({"filled_with": case.row.filled_with} if case.row.filled_with else {}),
        "dropped": sorted(case.row.dropped),
        **({"differs": sorted(case.row.differs)} if case.row.differs else {}),
    }


def _calls(calls: Sequence[NativeCall]) -> list[dict[str, Any]]:
    return [{"tool": one.tool, ("text" if isinstance(one.given, str) else "arguments"): one.given} for one in calls]
