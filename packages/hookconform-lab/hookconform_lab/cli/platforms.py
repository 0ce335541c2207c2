"""`hookconform platforms`: the platforms, what each has and lacks, and the skeleton of a new one."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

import click

from hookconform.cli import MeantGroup
from hookconform.cli.platform_names import platform_named
from hookconform.corpus.claims import platform_ids

PARTS = ("driver", "turn", "effect", "recorder")
# What cannot be done without it.
_WITHOUT = {
    "claims": "nothing is known of it: write corpus/platforms/{name}/platform.yaml",
    "cases": "no adapter is judged on it: file cases below corpus/platforms/{name}/",
    "driver": "the lab cannot record it: hookconform_lab/platforms/{module}/driver.py",
    "turn": "the lab can neither measure answers nor prove a hook: hookconform_lab/platforms/{module}/turn.py",
    "effect": "nothing is predicted about answers: hookconform/effects/platforms/{module}.py",
    "recorder": "own runs cannot be recorded: hookconform_lab/platforms/{module}/recorder.py",
    "adapter": "the reference adapter does not read it: hook_adapters/{module}.py",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One platform: how many claims and cases there are, which parts its instrument has, what is missing."""

    platform: str
    claims: int
    captured: int
    synthetic: int
    driver: bool
    turn: bool
    effect: bool
    recorder: bool
    adapter: bool
    known_from: str
    newest: str

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the names of what it lacks."""
        has = {"claims": self.claims, "cases": self.captured + self.synthetic, "adapter": self.adapter}
        has |= {part: getattr(self, part) for part in PARTS}
        return tuple(name for name in _WITHOUT if not has[name])


def rows() -> list[Row]:
    """Return a row for every platform that has a folder or a module of any of the three kinds, sorted."""
    from hook_adapters import platforms as adapted
    from hookconform.corpus.case_files import CaseFiles
    from hookconform.corpus.claims import load_platform
    from hookconform.corpus.locate import corpus_root
    from hookconform_lab.parts import has_part, instruments

    claimed = platform_ids()
    found: list[Row] = []
    for name in sorted({*claimed, *instruments(), *adapted()}):
        files = CaseFiles(corpus_root() / "platforms" / name)
        known = load_platform(name) if name in claimed else None
        found.append(
            Row(
                platform=name,
                claims=0 if known is None else len(known.events) + len(known.tools),
                captured=len(files.captured_ids()),
                synthetic=len(files.by_hand),
                **{part: has_part(name, part) for part in PARTS},
                adapter=name in adapted(),
                known_from="" if known is None else "documents" if known.is_documented else "recordings",
                newest="" if known is None else known.newest,
            )
        )
    return found


class _Platforms(MeantGroup):
    """Group that answers a platform's name with the command that explains it."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names; wrong use says which one was meant."""
        platform = platform_named(args[0])
        if platform in platform_ids():
            ctx.fail(f"{platform} is a platform: hookconform explain {platform}")
        return super().resolve_command(ctx, args)


@click.group(cls=_Platforms, invoke_without_command=True)
@click.option("--parts", is_flag=True, help="Show what each has and lacks: claims, cases, parts of its instrument.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(context: click.Context, *, parts: bool, as_json: bool) -> None:
    """List the platforms: known from recordings or from documents only, and the newest version.

    With --parts, claims are rows of its tables, cases those of the corpus. The other columns are driver, turn, effect
    and recorder of its instrument, and its module in the reference adapter.
    """
    if context.invoked_subcommand is not None:
        return
    from hookconform.ground.plain_text import columns, folded

    found = rows()
    if as_json:
        click.echo(json.dumps([{**asdict(row), "missing": row.missing} for row in found], indent=2))
        return
    if not parts:
        table = [
            ("platform", "known from", "newest version"),
            *((row.platform, row.known_from, row.newest) for row in found),
        ]
        click.echo("\n".join([*columns(table), "", "One of them: hookconform explain PLATFORM"]))
        return
    lines = [("platform", "claims", "captured", "by hand", *PARTS, "adapter")]
    lines += [tuple(_cell(value) for value in list(asdict(row).values())[: len(lines[0])]) for row in found]
    for line in columns(lines, gap=1):
        click.echo(line)
    for row in found:
        for name in row.missing:
            why = _WITHOUT[name].format(name=row.platform, module=row.platform.replace("-", "_"))
            click.echo("\n".join(folded(f"{row.platform}: no {name}, so {why}", 2)))


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "-"
    return str(value) if value else "-"


@command.command("new")
@click.argument("name")
@click.option(
    "--root",
    type=click.Path(file_okay=False),
    default=".",
    show_default=True,
    help="The checkout to write into.",
)
def new(name: str, root: str) -> None:
    """Write the skeleton of platform NAME: claims with a made-up case, instrument, and module of the adapter.

    docs/maintainers/adding-a-platform.md says what to put where. Nothing that is there already is changed.
    """
    from pathlib import Path

    from hookconform_lab.skeleton.new_platform import write_skeleton

    for path in write_skeleton(name, Path(root)):
        click.echo(str(path))
