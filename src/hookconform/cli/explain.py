"""`hookconform explain`: what a native name means, or what platforms call a canonical one."""

from __future__ import annotations

import shlex
import sys
from typing import Any

import click

from hookconform.cli import completing
from hookconform.cli.platform_names import PLATFORM, PlatformFirst, platform_named
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.event_names import event_name
from hookconform.corpus.locate import corpus_root
from hookconform.explain.canonical import explain_canonical
from hookconform.explain.name import explain_name
from hookconform.explain.short import short_text
from hookconform.explain.text import explanation_text
from hookconform.ground.errors import EXIT_FAILED, HookconformError
from hookconform.ground.printable import printable, printable_json

_VERSIONED = "hookconform explain PLATFORM NAME --platform-version V"


@click.command(cls=PlatformFirst)
@click.argument("subject", required=False, type=PLATFORM, shell_complete=completing.explained)
@click.argument("native_name", required=False, shell_complete=completing.natives)
@click.option("--canonical", metavar="NAME", help="Show what platforms call this canonical tool or event.")
@click.option("--facade", is_flag=True, help="Explain a tool as a provider's models know it.")
@click.option("--model", metavar="ID", help="With --facade: a model id, or a family of models.")
@click.option("--escapes", is_flag=True, help="Of a platform: what a hook sees of a session, and what it never sees.")
@click.option("--platform-version", metavar="V", help="Version of the platform; all known ones by default.")
@click.option("--evidence", is_flag=True, help="Show evidence, notes and cases, too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema: explanation, escape-manifest, …).")
def command(  # noqa: PLR0913 (its options)
    subject: str | None,
    native_name: str | None,
    canonical: str | None,
    model: str | None,
    platform_version: str | None,
    *,
    facade: bool,
    escapes: bool,
    evidence: bool,
    as_json: bool,
) -> None:
    """Explain a name, a platform, or what a run printed.

    \u0008
    hookconform explain NAME                     on every platform that has it
    hookconform explain PLATFORM                 all its names
    hookconform explain PLATFORM NATIVE_NAME
    hookconform explain --canonical Bash
    hookconform explain PLATFORM --canonical Bash
    hookconform explain codex#tool:shell         a claim
    hookconform explain CASE, or CASE::CHECK     the claim behind it, or the
                                                 tool of a facade case
    hookconform explain --facade PROVIDER [TOOL] its schema, and its arguments
                                                 in canonical terms
    hookconform explain PLATFORM --escapes       what a hook never sees there

    Exit codes: 0 known, 1 unknown name (adapters leave it unchanged), 2 wrong use.
    """
    anything = native_name is None and canonical is None and not escapes
    _demand_platform(subject, platform_version, anything=anything, facade=facade)
    if facade or model is not None:
        if not facade or canonical is not None or not subject or native_name == "":
            raise click.UsageError("Give --facade with a provider, and perhaps a tool and --model.")
        _print_facade(subject, native_name, model, as_json=as_json)
    elif escapes:
        if canonical is not None or not subject:
            raise click.UsageError("Give --escapes with a platform, and perhaps a version.")
        _print_escapes(subject, _one_version(native_name, platform_version), whole=evidence, as_json=as_json)
    elif canonical is not None:
        if native_name is not None:
            raise click.UsageError("Give a native name or --canonical, not both.")
        found = _at(explain_canonical(canonical, subject), subject, platform_version)
        _print(found, evidence=evidence, as_json=as_json)
    elif not subject or native_name == "":
        raise click.UsageError("Give a name, a platform, both, or --canonical with a canonical name.")
    elif native_name is None:
        _print_anything(subject, platform_version, evidence=evidence, as_json=as_json)
    else:
        _demand_order(subject, native_name)
        found = _at(explain_name(subject, _event_named(subject, native_name)), subject, platform_version)
        _print(found, evidence=evidence, as_json=as_json)
        if not (found["rows"] or found["mcp_forms"] or "told_as" in found):
            sys.exit(EXIT_FAILED)


def _demand_platform(subject: str | None, version: str | None, *, anything: bool, facade: bool) -> None:
    """Refuse a version where what is asked is about no platform."""
    if version is not None and (facade or not subject or (anything and subject not in platform_ids())):
        raise click.UsageError(f"Give --platform-version with a platform: {_VERSIONED}")


def _one_version(given: str | None, option: str | None) -> str | None:
    if given is not None and option is not None:
        raise click.UsageError("Give one version, not two.")
    return given or option


def _event_named(platform: str, name: str) -> str:
    """Return the event that differs from a name in case or hyphens only; names of tools are exact."""
    claims = load_platform(platform)
    return name if name in claims.tools else event_name(claims, name)


def _print_escapes(platform: str, version: str | None, *, whole: bool, as_json: bool) -> None:
    from hookconform.explain.escapes import escape_manifest, escapes_text

    manifest = escape_manifest(platform, version)
    click.echo(printable_json(manifest, indent=2) if as_json else printable(escapes_text(manifest, whole=whole)))


def _print_anything(subject: str, version: str | None, *, evidence: bool, as_json: bool) -> None:
    from hookconform.corpus.facade_names import names_facades
    from hookconform.explain.search import explain_anything

    if names_facades(subject.partition("::")[0]):
        _print_facade_case(subject, as_json=as_json)
    else:
        _print(_at(explain_anything(subject), subject, version), evidence=evidence, as_json=as_json)


def _at(explanation: dict[str, Any], platform: str | None, version: str | None) -> dict[str, Any]:
    """Return an explanation of one platform as of a version, of all versions where none is given."""
    if platform is None or version is None:
        return explanation
    from hookconform.explain.at_version import at_version, known_version

    return at_version(explanation, platform, known_version(platform, version))


def _demand_order(platform: str, name: str) -> None:
    named = platform_named(name)
    if named in platform_ids() and platform not in platform_ids():
        raise HookconformError(
            "explain.order",
            "The platform is given before the name.",
            where="command line",
            hint=f"Write {shlex.join(['hookconform', 'explain', named, platform])}",
        )


def _print_facade(provider: str, tool: str | None, model: str | None, *, as_json: bool) -> None:
    from hookconform.explain.facade import explain_facade

    _print_explained(explain_facade(provider, tool, model), as_json=as_json)


def _print_facade_case(name: str, *, as_json: bool) -> None:
    from hookconform.checks.named import without_check
    from hookconform.corpus.facade_names import facade_case_named
    from hookconform.explain.facade import explain_facade_case

    _print_explained(explain_facade_case(facade_case_named(without_check(name), corpus_root())), as_json=as_json)


def _print_explained(facade: dict[str, Any], *, as_json: bool) -> None:
    from hookconform.explain.facade_text import facade_text

    click.echo(printable_json(facade, indent=2) if as_json else printable(facade_text(facade)))


def _print(explanation: dict[str, Any], *, evidence: bool, as_json: bool) -> None:
    if as_json:
        click.echo(printable_json(explanation, indent=2))
    else:
        # The table of a platform is short whatever is asked: its evidence has a command of its own for each name.
        whole = evidence and "tools" not in explanation
        click.echo(printable(explanation_text(explanation) if whole else short_text(explanation)))
