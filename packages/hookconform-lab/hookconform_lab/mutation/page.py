"""The figures, kept as data beside the other reports, and the page that is written from them."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hookconform.ground.errors import HookconformError, reason
from hookconform.ground.printable import printable, printable_json
from hookconform_lab.mutation.catalogue.figures import section
from hookconform_lab.mutation.measuring import Measured

DATA, PAGE = "strength.json", "STRENGTH.md"
# Its figures are of another form than those of targets.
MISREADINGS = "misreadings"
_HEAD = """# What the suite notices

One fault at a time is put into a copy of the source ([how](../docs/maintainers/strength.md)): a table loses a
row, a condition is turned round, a text is another, a step is left out. Faults in the reference adapters and facades
are judged by the suite alone, in a room of the harness by the tests of that room. A fault that ends in a loop counts as
noticed. Written by `hookconform strength`.

| what | judged by | mutants | left out | judged | noticed | of these by time | survived |
| --- | --- | ---: | --- | ---: | ---: | ---: | ---: |
"""


def write(folder: Path, measured: Measured, *, judge: str) -> None:
    """Put the figures of one target into the data beside those of others, and write the page anew.

    Raises `HookconformError` (`report.unwritable`, `strength.unreadable`).
    """
    _write(folder, {**read(folder), measured.target: _row(measured, judge)})


def write_misreadings(folder: Path, found: dict[str, Any]) -> None:
    """Put the figures of the catalogue into the data, and write the page anew; errors as `write`."""
    _write(folder, {**read(folder), MISREADINGS: found})


def _write(folder: Path, rows: dict[str, dict[str, Any]]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / DATA).write_text(printable_json(dict(sorted(rows.items())), indent=1) + "\n", encoding="utf-8")
        (folder / PAGE).write_text(page(rows), encoding="utf-8")
    except OSError as error:
        raise _unwritable(folder, error) from error


def check_place(folder: Path) -> None:
    """Raise as `write` would, as far as can be told before anything is measured; nothing is there afterwards."""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    try:
        # Rights do not say it: the disk may be read-only, or no disk.
        with TemporaryDirectory(dir=place, prefix=".hookconform-"):
            pass
        for path in (folder / DATA, folder / PAGE):
            if path.exists():
                path.open("r+b").close()
    except OSError as error:
        raise _unwritable(folder, error) from error
    read(folder)


def read(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the figures by target, none if there are none yet; raises `HookconformError` (`strength.unreadable`)."""
    path = folder / DATA
    try:
        rows = json.loads(path.read_bytes())
        page(rows)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise HookconformError(
            "strength.unreadable",
            f"The figures cannot be read: {type(error).__name__}: {error}.",
            where=str(path),
            hint="Take the file back from version control, or remove it and measure again.",
        ) from error
    return rows


def page(rows: dict[str, dict[str, Any]]) -> str:
    """Return the page of these figures."""
    text = _HEAD
    of_targets = {name: row for name, row in rows.items() if name != MISREADINGS}
    for name, row in sorted(of_targets.items()):
        left = ", ".join(f"{number} {verdict}" for verdict, number in row["left_out"].items()) or "none"
        share = f"{row['caught']} ({100 * row['caught'] / row['judged']:.1f} %)" if row["judged"] else "0"
        how = f"{row['judged']} (seed {row['seed']})" if row["sample"] else f"{row['judged']} (all)"
        cells = (name, row["judge"], row["mutants"], left, how, share, row["timed_out"], len(row["survived"]))
        text += f"| {' | '.join(map(str, cells))} |\n"
    text += section(rows[MISREADINGS]) if MISREADINGS in rows else ""
    text += _by_kind(of_targets)
    for name, row in sorted(of_targets.items()):
        if row["survived"]:
            text += f"\n## Survivors in {name}\n\n| where | kind | line | becomes |\n| --- | --- | --- | --- |\n"
        for item in row["survived"]:
            cells = (f"{item['file']}:{item['line']}", item["kind"], _code(item["before"]), _code(item["after"]))
            text += f"| {' | '.join(cells)} |\n"
    return printable(text)


def _by_kind(rows: dict[str, dict[str, Any]]) -> str:
    """Return a table of the shares by kind, since rows of tables are many and hide the rest; empty if none is known."""
    text = ""
    for name, row in sorted(rows.items()):
        # Figures that were measured before kinds were counted have none.
        for kind, (judged, caught) in sorted(row.get("kinds", {}).items()):
            text += f"| {name} | {kind} | {judged} | {caught} ({100 * caught / judged:.1f} %) |\n"
    head = "\n## By kind of fault\n\n| what | kind | judged | noticed |\n| --- | --- | ---: | ---: |\n"
    return head + text if text else ""


def _unwritable(folder: Path, error: OSError) -> HookconformError:
    what = f"The page cannot be written: {reason(error)}."
    return HookconformError("report.unwritable", what, where=str(folder), hint="Check --output.")


def _row(measured: Measured, judge: str) -> dict[str, Any]:
    return {
        "judge": judge,
        "seed": measured.seed,
        "sample": measured.sample,
        "mutants": measured.mutants,
        "left_out": measured.left_out,
        "judged": measured.judged,
        "caught": measured.caught,
        "timed_out": measured.timed_out,
        **({"kinds": {kind: list(pair) for kind, pair in sorted(measured.kinds.items())}} if measured.kinds else {}),
        "survived": [
            {
                "file": mutant.file,
                "line": mutant.line,
                "kind": mutant.kind,
                "before": mutant.before,
                "after": mutant.after,
            }
            for mutant in measured.survived
        ],
    }


def _code(text: str) -> str:
    marks = "``" if "`" in text else "`"
    return f"{marks} {text} {marks}".replace("|", "\\|") if text else "(nothing)"
