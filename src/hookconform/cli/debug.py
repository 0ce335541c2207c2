"""`hookconform debug`: what an adapter makes of one payload, and which rules match."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from hookconform.attach.attaching import attach
from hookconform.attach.calls import AdapterGoneError, Broken, Call, Refusal, Response, RulePack
from hookconform.attach.manifest import Manifest
from hookconform.attach.registry import find_adapter
from hookconform.cases.composing import Composed, as_filed, compose, doubts_of
from hookconform.cases.names import known_cases, shown_case
from hookconform.checks.named import without_check
from hookconform.cli import completing, debug_hook
from hookconform.cli.facade_case import debug_document, debug_text
from hookconform.cli.platform_names import PlatformFirst
from hookconform.corpus import schemas
from hookconform.corpus.claims import platform_ids
from hookconform.corpus.facade_names import facade_case_named, names_facades
from hookconform.corpus.locate import corpus_root
from hookconform.drafting.rules import matched_rules
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError
from hookconform.ground.plain_text import folded
from hookconform.ground.printable import printable, printable_json
from hookconform.packs.hook_pack import read_rules
from hookconform.run.engine import pack_of


@click.command(cls=PlatformFirst)
@click.argument("subject", metavar="PLATFORM|CASE", shell_complete=completing.platforms)
@click.argument("event", required=False, shell_complete=completing.natives)
@click.option("--tool", metavar="NAME", help="Native tool name, as the platform sends it.")
@click.option("--input", "arguments", metavar="JSON", help="Arguments of the tool, a JSON object.")
@click.option(
    "--rules",
    "rules_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Rule file; default: the corpus's rules.",
)
@click.option("--policy", metavar="NAME", help="Policy of a hook program; default: its first.")
@click.option("--adapter", "named", default="reference", show_default=True, help="Adapter to ask.")
@click.option("--in-process", is_flag=True, help="Run a Python adapter in this process, for debuggers.")
@click.option("--json", "as_json", is_flag=True, help="Payload, events and matched rules as JSON.")
def command(  # noqa: PLR0913, PLR0917 (one parameter an option)
    subject: str,
    event: str | None,
    tool: str | None,
    arguments: str | None,
    rules_file: Path | None,
    policy: str | None,
    named: str,
    in_process: bool,
    as_json: bool,
) -> None:
    """Show what an adapter returns for one payload, or what a hook program answers and its effect.

    \u0008
    hookconform debug PLATFORM EVENT   shaped after a recorded payload of that
                                       event, canonical or native
    hookconform debug CASE             the payload of a case: id, CASE::CHECK,
                                       file, or the newest of a claim; for a
                                       tool facade: questions, answers and
                                       scores

    """
    if event is None and names_facades(subject.partition("::")[0]):
        if any(option is not None for option in (tool, arguments, rules_file, policy)):
            raise click.UsageError("A case of a tool facade takes --adapter, --in-process and --json only.")
        case = facade_case_named(without_check(subject), corpus_root())
        told = debug_document(case, find_adapter(named), in_process=in_process)
        click.echo(printable_json(told, indent=2) if as_json else printable(debug_text(told)))
        return
    given = _arguments(arguments)
    composed = _composed(subject, event, tool, given)
    manifest = find_adapter(named)
    rules = pack_of(manifest) if rules_file is None else read_rules(rules_file)
    doubts = [] if as_json or tool is None else doubts_of(composed, given)
    for doubt in doubts:
        click.echo(printable("\n".join(folded(f"note: {doubt}", 2))), err=True)
    if manifest.kind == "hook":
        row = debug_hook.decide(manifest, composed, rules, policy)
        click.echo(printable_json(row, indent=2) if as_json else printable(debug_hook.shown(composed, row)))
        return
    events, matched = _ask(manifest, composed, rules, in_process=in_process)
    if as_json:
        row = {
            "payload": composed.payload,
            "registered_event": composed.registered_event,
            "events": events,
            "matched_rules": matched,
        }
        click.echo(printable_json(row, indent=2))
        return
    click.echo(printable(_shown(composed, events, matched)))


def _composed(subject: str, event: str | None, tool: str | None, arguments: dict[str, Any] | None) -> Composed:
    if event is not None:
        return compose(subject, event, tool=tool, arguments=arguments)
    if tool is not None or arguments is not None:
        raise click.UsageError("--tool and --input need a platform and an event.")
    if subject in platform_ids():
        raise click.UsageError(f"Give an event of {subject}, as `hookconform explain {subject}` lists them, or a case.")
    root = corpus_root()
    known = known_cases(root)
    return as_filed(shown_case(without_check(subject), known, root))


def _shown(composed: Composed, events: list[dict[str, Any]], matched: list[str] | None) -> str:
    primary = events[0]
    lines = [
        f"shape    {composed.shaped_after}",
        f"event    {composed.native_event} → {', '.join(event['hook_event_name'] for event in events)}",
    ]
    if "tool_name" in primary:
        lines.append(f"tool     {composed.native_tool or '(implied by the event)'} → {primary['tool_name']}")
    if "tool_kind" in primary:
        lines.append(f"kind     {primary['tool_kind']}")
    lines += ["\npayload", composed.shown]
    lines += ["\ncanonical event", printable_json(primary, indent=2), "\nmatched rules"]
    if matched is None:
        lines.append("  (the adapter does not claim rules)")
    else:
        lines += [f"  {name}" for name in matched] or ["  (none)"]
    return "\n".join(lines)


def _arguments(text: str | None) -> dict[str, Any] | None:
    if text is None:
        return None
    try:
        value = json.loads(text, object_pairs_hook=_without_duplicates)
    except ValueError as error:
        raise HookconformError(
            "debug.input", f"--input is not JSON: {error}.", hint='Write it like \'{"command": "ls"}\'.'
        ) from error
    if not isinstance(value, dict):
        raise HookconformError(
            "debug.input", "--input is not a JSON object.", hint='Write it like \'{"command": "ls"}\'.'
        )
    return value


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("a key stands there twice")
    return value


def _ask(
    manifest: Manifest, composed: Composed, rules: RulePack, *, in_process: bool
) -> tuple[list[dict[str, Any]], list[str] | None]:
    params = {
        "platform": composed.platform,
        "platform_version": composed.version,
        "registered_event": composed.registered_event,
        "payload": composed.text,
    }
    calls = [Call("canonicalize", params, "debug", "canonicalize")]
    own_rules = "rules" in manifest.capabilities and manifest.claims.rule_engine == "own"
    if own_rules:
        calls.append(Call("match", params, "debug", "match", rules))
    session = attach(manifest, in_process=in_process)
    try:
        responses = list(session.responses(calls))
    except AdapterGoneError as error:
        raise HookconformError("debug.broken", f"The adapter broke: {error}.", exit_code=EXIT_INCOMPLETE) from error
    finally:
        session.close()
    events = _valid(responses[0], "canonicalize")["events"]
    if own_rules:
        return events, _valid(responses[1], "match")["matched_rules"]
    if manifest.claims.rule_engine == "reference":
        return events, matched_rules(events, rules.parsed["rules"])
    return events, None


def _valid(response: Response, method: str) -> dict[str, Any]:
    """Return a result that follows the protocol; raises `HookconformError` (`debug.refused`, `debug.broken`)."""
    if isinstance(response, Refusal):
        raise HookconformError(
            "debug.refused", f"The adapter refused the payload ({response.code}): {response.message}.", exit_code=1
        )
    if isinstance(response, Broken):
        raise HookconformError("debug.broken", f"The adapter broke: {response.reason}.", exit_code=EXIT_INCOMPLETE)
    wrong = schemas.problems({method: response.value}, "protocol")
    if wrong:
        raise HookconformError("debug.broken", f"The adapter broke: {wrong[0]}.", exit_code=EXIT_INCOMPLETE)
    return response.value
