"""The folder of published reports: written as one, and compared with what is committed.

Pages, badges and the history are read where the repository is read, and are kept in version control. The data behind
them (confidence, run reports) is large and changes with every case: it is published by CI and with releases.
"""

from __future__ import annotations

from pathlib import Path

from hookconform.ground.errors import HookconformError, reason
from hookconform.ground.printable import in_json, printable_json
from hookconform_lab.evidence.document import as_text
from hookconform_lab.publish.badges import badges
from hookconform_lab.publish.history import appended, is_current, run_line
from hookconform_lab.publish.markdown import markdown_reports
from hookconform_lab.publish.publication import Publication

HISTORY = "history.ndjson"
# Folders that hold nothing but what is written here.
_OWNED = ("badges", "results")


def kept_files(publication: Publication) -> dict[str, str]:
    """Return path below the reports' folder → content of what is kept in version control, but for the history."""
    files = markdown_reports(publication)
    files |= {f"badges/{name}": content for name, content in badges(publication).items()}
    return dict(sorted(files.items()))


def data_files(publication: Publication) -> dict[str, str]:
    """Return path below the reports' folder → content of the data that is published, but not committed."""
    files = {"confidence.json": in_json(as_text(publication.confidence))}
    for report in publication.results:
        files[f"results/{report['adapter']['name']}.json"] = printable_json(report, indent=1) + "\n"
    return files


def write(publication: Publication, folder: Path, date: str) -> None:
    """Write all files, take away results and badges of adapters that are gone, and append to the history.

    Raises `HookconformError` (`report.unwritable`, `history.unreadable`).
    """
    files = kept_files(publication) | data_files(publication)
    try:
        history = appended(_read(folder / HISTORY) or "", run_line(publication, date))
        for name, content in {**files, HISTORY: history}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8", newline="\n")
        for name in _left_over(folder, files):
            (folder / name).unlink()
    except OSError as error:
        raise HookconformError(
            "report.unwritable",
            f"The reports cannot be written: {reason(error)}.",
            where=str(folder),
            hint="Check --output.",
        ) from error


def outdated(publication: Publication, folder: Path) -> list[str]:
    """Return the files that are not what would be written now, sorted; raises as `write`.

    A checkout has no data: a data file counts only where there is one.
    """
    kept, data = kept_files(publication), data_files(publication)
    found = [name for name, content in kept.items() if _read(folder / name) != content]
    found += [name for name, content in data.items() if (folder / name).exists() and _read(folder / name) != content]
    found += _left_over(folder, kept | data)
    if not is_current(_read(folder / HISTORY) or "", run_line(publication, "")):
        found.append(HISTORY)
    return sorted(found)


def _left_over(folder: Path, files: dict[str, str]) -> list[str]:
    there = [path for owned in _OWNED for path in sorted((folder / owned).glob("*")) if path.is_file()]
    return [name for path in there if (name := path.relative_to(folder).as_posix()) not in files]


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8")
    except (FileNotFoundError, NotADirectoryError, UnicodeDecodeError):
        return None
