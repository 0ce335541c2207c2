"""The folder of published reports: written as one, and compared with what is committed."""

from __future__ import annotations

import json
from pathlib import Path

from hookconform.evidence.document import as_text
from hookconform.ground.errors import HookconformError
from hookconform.publish.badges import badges
from hookconform.publish.history import appended, is_current, run_line
from hookconform.publish.markdown import markdown_reports
from hookconform.publish.publication import Publication

HISTORY = "history.ndjson"
# Folders that hold nothing but what is written here.
_OWNED = ("badges", "results")


def published_files(publication: Publication) -> dict[str, str]:
    """Return path below the reports' folder → content, for every file but the history."""
    files = markdown_reports(publication)
    files["confidence.json"] = as_text(publication.confidence)
    for report in publication.results:
        text = json.dumps(report, ensure_ascii=False, indent=1, default=repr)
        files[f"results/{report['adapter']['name']}.json"] = text + "\n"
    files |= {f"badges/{name}": content for name, content in badges(publication).items()}
    return dict(sorted(files.items()))


def write(publication: Publication, folder: Path, date: str) -> None:
    """Write all files, take away results and badges of adapters that are gone, and append to the history.

    Raises `HookconformError` (`report.unwritable`, `history.unreadable`).
    """
    files = published_files(publication)
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
            f"The reports cannot be written: {error}.",
            where=str(folder),
            hint="Check --output.",
        ) from error


def outdated(publication: Publication, folder: Path) -> list[str]:
    """Return the files that are not what would be written now, sorted; raises as `write`."""
    files = published_files(publication)
    found = [name for name, content in files.items() if _read(folder / name) != content]
    found += _left_over(folder, files)
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
