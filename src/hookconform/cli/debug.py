"""`hookconform debug`: what an adapter makes of one payload, and which rules match."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import click

from hookconform.attach.attaching import attach
from hookconform.attach.calls import AdapterGoneError, Broken, Call, Refusal, Response, RulePack
from hookconform.attach.manifest import Manifest
from hookconform.attach.registry import find_adapter
from hookconform.cases.composing import Composed, as_filed, compose, doubts_of
from hookconform.cases.given import doubts_of_given, given_payload, is_file, platforms_of
from hookconform.cases.names import known_cases, shown_case
from hookconform.checks.named import without_check
from hookconform.cli import completing, debug_hook
from hookconform.cli.debug_text import debug_text, emptied_note
from hookconform.cli.facade_case import debug_document
from hookconform.cli.facade_case import debug_text as facade_text
from hookconform.cli.platform_names import PLATFORM, PlatformFirst, platform_named
from hookconform.corpus import schemas
from hookconform.corpus.claims import platform_ids
from hookconform.corpus.facade_names import facade_case_named, names_facades
from hookconform.corpus.locate import corpus_root
from hookconform.drafting.rules import matched_rules
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError
from hookconform.ground.input_files import STANDARD_INPUT
from hookconform.ground.json_text import stated, unique_keys
from hookconform.ground.plain_text import folded
from hookconform.ground.printable import printable, printable_json
from hookconform.packs.hook_pack import read_rules
from hookconform.run.engine import pack_of

_INPUT = """Write it like '{"command": "ls"}', or the text of a patch as it is."""


@click.command(cls=PlatformFirst)
@click.argument("subject", metavar="PLATFORM|CASE", type=PLATFORM, shell_complete=completing.platforms)
@click.argument("event", required=False, metavar="[EVENT] [FILE|-]", shell_complete=completing.natives)
@click.argument("payload_file", required=False, metavar="")
@click.option("--tool", metavar="NAME", help="Native tool name, as the platform sends it.")
@click.option("--input", "arguments", metavar="JSON", help="Arguments: a JSON object, or the text of a patch.")
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
    payload_file: str | None,
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
                                       event, by any of its names
    hookconform debug PLATFORM FILE    your own payload; - is standard input,
                                       and EVENT before it says where it was
                                       sent, if the payload does not
    hookconform debug CASE             the payload of a case: id, CASE::CHECK,
                                       its file in the corpus, or the newest of
                                       a claim; for a tool facade: questions,
                                       answers and scores

    """
    if event is None and names_facades(subject.partition("::")[0]):
        if any(option is not None for option in (tool, arguments, rules_file, policy)):
            raise click.UsageError("A case of a tool facade takes --adapter, --in-process and --json only.")
        case = facade_case_named(without_check(subject), corpus_root())
        told = debug_document(case, find_adapter(named), in_process=in_process)
        click.echo(printable_json(told, indent=2) if as_json else printable(facade_text(told)))
        return
    if policy is not None and rules_file is not None:
        raise click.UsageError("Give --policy or --rules, not both.")
    given = _arguments(arguments)
    composed = _composed(subject, event, payload_file, tool, given)
    manifest = find_adapter(named)
    if policy is not None and manifest.kind != "hook":
        raise click.UsageError(f"--policy is for hook programs, and {manifest.name} is none: name one with --adapter.")
    rules = pack_of(manifest) if rules_file is None else read_rules(rules_file)
    for doubt in [] if as_json else _doubts(composed, given, has_tool=tool is not None):
        click.echo(printable("\n".join(folded(f"note: {doubt}", 2))), err=True)
    if manifest.kind == "hook":
        row = debug_hook.decide(manifest, composed, rules, policy)
        told = row | stated(emptied=composed.emptied)
        click.echo(printable_json(told, indent=2) if as_json else printable(debug_hook.shown(composed, row)))
        return
    events, matched = _ask(manifest, composed, rules, in_process=in_process)
    if as_json:
        row = {
            "payload": composed.payload,
            "registered_event": composed.registered_event,
            "events": events,
            "matched_rules": matched,
            **stated(emptied=composed.emptied),
        }
        click.echo(printable_json(row, indent=2))
        return
    click.echo(printable(debug_text(composed, events, matched)))


def _composed(
    subject: str, event: str | None, payload_file: str | None, tool: str | None, arguments: dict[str, Any] | str | None
) -> Composed:
    if event is not None:
        _demand_order(subject, event)
        if payload_file is not None or (subject in platform_ids() and is_file(event)):
            if tool is not None or arguments is not None:
                raise click.UsageError("--tool and --input go with a payload that debug composes, not with a file.")
            if payload_file is None:
                return given_payload(subject, event)
            if not is_file(payload_file):
                raise click.UsageError(f"There is no file {payload_file!r}. Give one event, and perhaps a file.")
            return given_payload(subject, payload_file, event)
        return compose(subject, event, tool=tool, arguments=arguments)
    if tool is not None or arguments is not None:
        raise click.UsageError("--tool and --input need a platform and an event.")
    if subject in platform_ids():
        raise click.UsageError(
            f"Give an event of {subject}, as `hookconform explain {subject}` lists them, or a file with a payload."
        )
    root = corpus_root()
    known = known_cases(root)
    try:
        return as_filed(shown_case(without_check(subject), known, root))
    except HookconformError as error:
        if error.code != "case.unknown" or not (subject == STANDARD_INPUT or Path(subject).is_file()):
            raise
        raise HookconformError(
            "debug.platform",
            "A payload of your own needs its platform.",
            where="command line",
            hint=_platform_wanted(subject),
        ) from error


def _platform_wanted(place: str) -> str:
    could = platforms_of(place)
    if len(could) == 1:
        return f"Write {shlex.join(['hookconform', 'debug', could[0], place])}"
    wanted = f"Write {shlex.join(['hookconform', 'debug', 'PLATFORM', place])}"
    return f"{wanted}; by its keys it could be of {', '.join(could)}." if could else wanted


def _demand_order(subject: str, event: str) -> None:
    platform = platform_named(event)
    if platform in platform_ids() and subject not in platform_ids():
        raise HookconformError(
            "debug.order",
            "The platform is given before the event.",
            where="command line",
            hint=f"Write {shlex.join(['hookconform', 'debug', platform, subject])}",
        )


def _doubts(composed: Composed, arguments: dict[str, Any] | str | None, *, has_tool: bool) -> list[str]:
    if composed.is_given:
        return doubts_of_given(composed)
    emptied = emptied_note(composed)
    of_call = doubts_of(composed, None if isinstance(arguments, str) else arguments) if has_tool else []
    return [*of_call, *([emptied] if emptied else [])]


def _arguments(text: str | None) -> dict[str, Any] | str | None:
    """Return the arguments of a call: an object where the text begins as one, else a text, in quotes of JSON or not."""
    if text is None or not text.lstrip().startswith(("{", "[", '"')):
        return text
    try:
        value = json.loads(text, object_pairs_hook=unique_keys)
    except ValueError as error:
        raise HookconformError("debug.input", f"--input is not JSON: {error}.", hint=_INPUT) from error
    if not isinstance(value, dict | str):
        raise HookconformError("debug.input", "--input is neither a JSON object nor a text.", hint=_INPUT)
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
