"""`hookconform rules`: whether a policy holds on every platform."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import click

from hookconform.cli import completing
from hookconform.cli.platform_names import PLATFORM, chosen, platform_named
from hookconform.ground.errors import EXIT_FAILED, HookconformError
from hookconform.ground.input_files import STANDARD_INPUT
from hookconform.ground.meant import meant
from hookconform.ground.printable import printable, printable_json


@click.command()
@click.argument("given", nargs=-1, metavar="FILE... [PLATFORM]...")
@click.option(
    "--platform",
    "named",
    type=PLATFORM,
    multiple=True,
    metavar="NAME",
    shell_complete=completing.platforms,
    help="The same as the argument; repeatable.",
)
@click.option(
    "--format",
    "grammar",
    type=click.Choice(["hookconform", "rulez"]),
    help="Format of rule files; detected from their keys by default.",
)
@click.option(
    "--accept",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Accepted gaps, each with its reason (schema: accepted-holes).",
)
@click.option("--all", "whole", is_flag=True, help="Show every gap, repair, note, and each rule on each platform.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also write the rules here, repaired and with those beside them (.yaml or .json).",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema: rules-report).")
def command(  # noqa: PLR0913 (one parameter an option)
    given: tuple[str, ...],
    named: tuple[str, ...],
    grammar: Literal["hookconform", "rulez"] | None,
    accept: Path | None,
    output: Path | None,
    *,
    whole: bool,
    as_json: bool,
) -> None:
    """Check whether the rules of a file hold on every platform, and show how to close the gaps.

    \u0008
    FILE, or - for standard input, is one of
      rules in the suite's grammar, a policy of the corpus, RuleZ's hooks.yaml
      permissions of Claude Code (settings.json) or OpenCode (opencode.json)
      Codex: .rules files, config.toml
      Copilot: VS Code's settings.json, a script with --deny-tool options

    Exit codes: 0 holds, 1 does not hold or stops nothing, 2 cannot be read.
    """
    from hookconform.corpus.claims import load_platform, platform_ids
    from hookconform.packs.accepting import read_accepted
    from hookconform.packs.answer_text import answer_text
    from hookconform.packs.document import document, has_holes
    from hookconform.packs.escaping import open_escapes, read_by_shell
    from hookconform.packs.holding import hold, hold_rule
    from hookconform.packs.policy_file import demand_free, write_policy
    from hookconform.packs.reading import read_pack
    from hookconform.packs.recorded import known_of

    # A file wins over a platform of that name.
    meant_by = {one: platform_named(one) for one in given}
    files = [Path(one) for one, name in meant_by.items() if name not in platform_ids() or Path(one).exists()]
    names = chosen((name for one, name in meant_by.items() if Path(one) not in files), named)
    if not files:
        raise click.UsageError(
            "Give a file with rules, and perhaps platforms. For example: hookconform rules rules.yaml"
        )
    for path in files:
        if str(path) != STANDARD_INPUT and not path.exists() and path.parent == Path() and not path.suffix:
            raise HookconformError(
                "rules.no-file",
                f"There is no file and no platform {str(path)!r}.",
                where="command line",
                hint=meant(str(path), platform_ids()),
            )
    if output is not None:
        if len(files) > 1:
            raise click.UsageError("--output goes with one FILE of rules.")
        demand_free(output)
    read = [read_pack(path, grammar) for path in files]
    entries = read_accepted(accept) if accept else ()
    for name in names:
        load_platform(name)
    known = [known_of(name) for name in platform_ids()]
    where = names or platform_ids()
    held = [(pack, hold(pack, known, names)) for pack in read]
    asks = any(rule.strength == "ask" for pack in read for rule in pack.rules)
    report = document(
        held,
        entries,
        open_escapes(read, where),
        read_by_shell(where),
        _without_ask(where) if asks else (),
        judge=lambda rule, pack: hold_rule(rule, pack, known, names),
        is_whole=not names,
    )
    click.echo(printable_json(report, indent=2) if as_json else answer_text(report, whole=whole))
    if output is not None:
        click.echo(printable(write_policy(output, read[0], report["packs"][0])), err=True)
    if has_holes(report):
        sys.exit(EXIT_FAILED)


def _without_ask(platforms: Sequence[str]) -> tuple[str, ...]:
    # Packs without a rule that asks need no measured answers.
    from hookconform.explain.answerable import without_ask

    return without_ask(platforms)
