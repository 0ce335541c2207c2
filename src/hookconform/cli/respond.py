"""`hookconform respond`: the answer that does what you want on a platform, and the measurement that says so."""

from __future__ import annotations

import json
from typing import Any

import click

from hookconform.corpus.claims import platform_ids
from hookconform.explain.answering import TEXT, WIRE, Advice, advice, registered_events
from hookconform.explain.plugin_steps import step_text
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant
from hookconform.ground.printable import printable, printable_json


@click.command()
@click.argument("platform")
@click.argument("event")
@click.argument("verdict")
@click.option("--text", default=TEXT, help="Reason of a deny or ask, context, or system message to say.")
@click.option("--input", "changed", metavar="JSON", help="For `input`: the canonical arguments to change.")
@click.option("--platform-version", metavar="V", help="Version of the platform; the newest measured one by default.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema: answer-advice).")
def command(  # noqa: PLR0913 (one an option)
    *,
    platform: str,
    event: str,
    verdict: str,
    text: str,
    changed: str | None,
    platform_version: str | None,
    as_json: bool,
) -> None:
    """Show what a hook must answer so that VERDICT happens at EVENT.

    VERDICT is deny, ask, allow, context or input. EVENT is the platform's own event
    key, or a canonical event.

    \u0008
    hookconform respond gemini-cli BeforeTool deny
    hookconform respond codex PreToolUse input --input '{"command": "ls"}'
    """
    _check_names(platform, verdict)
    wire = _wire(verdict, text, changed)
    found = [advice(platform, key, verdict, wire, platform_version) for key in registered_events(platform, event)]
    if as_json:
        click.echo(printable_json({"answers": [one.as_json() for one in found]}, indent=2))
        return
    click.echo("\n\n".join(printable(_shown(one)) for one in found))


def _check_names(platform: str, verdict: str) -> None:
    for name, value, known in (("platform", platform, platform_ids()), ("verdict", verdict, list(WIRE))):
        if value not in known:
            raise HookconformError(
                f"respond.{name}", f"There is no {name} {value!r}.", where="command line", hint=meant(value, known)
            )


def _wire(verdict: str, text: str, changed: str | None) -> dict[str, Any]:
    """Return the verdict as the protocol has it."""
    wire = {key: text if value == TEXT else value for key, value in WIRE[verdict].items()}
    if changed is None:
        return wire
    if verdict != "input":
        raise click.UsageError("--input goes with the verdict `input` only.")
    try:
        arguments = json.loads(changed)
    except ValueError:
        arguments = None
    if not isinstance(arguments, dict):
        raise click.UsageError('--input takes a JSON object, as {"command": "ls"}.')
    return wire | {"updated_input": arguments}


def _shown(found: Advice) -> str:
    effect = found.effect
    told = f"the model is told {', '.join(sorted(effect.told))}" if effect.told else "the model is told nothing of it"
    does = [f"the tool {effect.tool if effect.tool != 'asked' else 'waits for the user'}"] if effect.tool else []
    does += ["with the changed input"] if effect.input == "changed" else []
    lines = [f"{found.platform} {found.asked}, {found.registered_event}: {found.verdict}"]
    if found.in_plugin is not None:
        lines += [f"  in a plugin      {'; '.join(map(step_text, found.in_plugin)) or 'do nothing'}", "  by the bridge"]
    lines += [
        *(f"  {part:<15}  {value or '(nothing)'}" for part, value in found.parts.items()),
        f"  does             {', '.join([*does, told, f'the turn {effect.turn}'])}",
        f"  {_basis(found)}",
    ]
    return "\n".join(lines)


def _basis(found: Advice) -> str:
    basis = "predicted from other answers that were measured" if found.row is None else f"measured: row {found.row}"
    if found.asked in found.near:
        return basis
    if len(found.near) == 1:
        return f"{basis} at {found.version}; {found.asked} lies beyond all measured versions"
    older, newer = found.near
    return f"{basis} at {found.version}; nobody measured {found.asked}; this does it at {older} and at {newer}"
