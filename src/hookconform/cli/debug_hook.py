"""What `hookconform debug` shows of a hook program: one call, its answer, and what the platform would do with it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from hookconform.attach.attaching import attach
from hookconform.attach.calls import AdapterGoneError, Broken, Call, Refusal, RulePack
from hookconform.attach.manifest import Manifest
from hookconform.cases.composing import Composed
from hookconform.checks.decision.questions import policy_names, rules_of
from hookconform.checks.hook_answer import answer_in
from hookconform.corpus.claims import load_platform
from hookconform.effects import effect
from hookconform.effects.effect import Answer, Effect
from hookconform.effects.rows import measured_platforms, measured_versions
from hookconform.explain.answer_text import turn_text
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError
from hookconform.ground.meant import meant
from hookconform.ground.plain_text import folded
from hookconform.ground.printable import shortened

_LONGEST = 4000


def decide(manifest: Manifest, composed: Composed, rules: RulePack, policy: str | None) -> dict[str, Any]:
    """Return `policy`, `payload`, the answer and the effect of one call, as `--json` prints them.

    `rules` are for programs that read the suite's rules and were given no policy. Raises `HookconformError`
    (`debug.policy`, `debug.no-answers`, `debug.broken`, and what attaching raises).
    """
    _demand_answers(manifest, composed.platform)
    chosen = _policy(manifest, policy)
    params = {
        "platform": composed.platform,
        "platform_version": composed.version,
        "registered_event": composed.registered_event,
        "payload": composed.text,
        "policy": chosen,
    }
    call = Call("decide", params, "debug", "decide", rules_of(chosen) or rules)
    session = attach(manifest)
    try:
        response = next(iter(session.responses([call])))
    except AdapterGoneError as error:
        raise HookconformError("debug.broken", f"The adapter broke: {error}.", exit_code=EXIT_INCOMPLETE) from error
    finally:
        session.close()
    if isinstance(response, Broken | Refusal):
        raise HookconformError("debug.broken", f"The program broke: {response.words}.", exit_code=EXIT_INCOMPLETE)
    answer = answer_in(response, manifest, composed.platform)
    return {
        "payload": composed.payload,
        "registered_event": composed.registered_event,
        "policy": chosen or None,
        "answer": response.value,
        "effect": answer if isinstance(answer, str) else _as_json(_effect(composed, answer)),
    }


def shown(composed: Composed, row: dict[str, Any]) -> str:
    """Return `decide`'s row as text."""
    answer, found = row["answer"], row["effect"]
    lines = [
        composed.origin,
        *([f"policy   {row['policy']}"] if row["policy"] else []),
        "\npayload",
        composed.shown,
        "\nanswer",
        f"  command          {answer.get('command', '')}",
        f"  exit code        {answer['exit_code']}",
        f"  standard output  {shortened(answer['stdout'].strip(), _LONGEST) or '(nothing)'}",
        f"  standard error   {shortened(answer['stderr'].strip(), _LONGEST) or '(nothing)'}",
        f"\nwhat {composed.platform} would do",
    ]
    if isinstance(found, str):
        return "\n".join([*lines, f"  nothing: {found}"])
    names = {"tool": "the tool", "question": "permission prompt", "input": "the input"}
    lines += [f"  {name:<19}{found[key]}" for key, name in names.items() if found[key] is not None]
    lines += [f"  {'then':<19}{turn_text(_canonical_event(composed), found['turn'])}"]
    because = f"{'because':<19}"
    return "\n".join([*lines, *folded(f"  {because}{found['why']}", 2 + len(because), kept=because)])


def _effect(composed: Composed, answer: Answer) -> Effect:
    tool = load_platform(composed.platform).tools.get(composed.native_tool or "")
    return effect(
        composed.platform,
        composed.version or measured_versions(composed.platform)[-1],
        _canonical_event(composed),
        composed.registered_event or composed.native_event,
        answer,
        tool=(tool.becomes if tool else composed.native_tool) or "Bash",
    )


def _canonical_event(composed: Composed) -> str:
    event = load_platform(composed.platform).events.get(composed.native_event)
    return (event.canonical if event else None) or composed.native_event


def _as_json(found: Effect) -> dict[str, Any]:
    return {key: sorted(value) if isinstance(value, frozenset) else value for key, value in asdict(found).items()}


def _demand_answers(manifest: Manifest, platform: str) -> None:
    if platform not in manifest.platforms or platform not in measured_platforms():
        raise HookconformError(
            "debug.no-answers",
            f"What {manifest.name} answers on {platform} cannot be judged: "
            + (
                "no answer of a hook was measured there."
                if platform in manifest.platforms
                else f"{manifest.name} does not claim it."
            ),
            where=str(manifest.path),
            hint=f"It can on: {', '.join(sorted(manifest.platforms & set(measured_platforms())))}.",
        )


def _policy(manifest: Manifest, asked: str | None) -> str:
    """Return the policy to ask under: the one named, else the first that the program brings, "" if it brings none."""
    hook = manifest.hook
    brought = list(policy_names() if hook.reads_packs else hook.policies)
    if asked is None:
        return next(iter(hook.policies), "")
    if asked not in brought:
        raise HookconformError(
            "debug.policy",
            f"{manifest.name} brings no policy {asked!r}.",
            where=str(manifest.path),
            hint=meant(asked, brought) if brought else "Programs with rules of their own are asked without one.",
        )
    return asked
