"""Measured answers follow their schema, lie under their version, and are the answers the forms ask for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hookconform.effects.effect import Observation
from hookconform.effects.forms import load_forms
from hookconform.effects.rows import row_of
from hookconform.ground.errors import HookconformError
from hookconform.ground.versions import version_key
from hookconform_lab.lint.reading import Corpus

_NOTHING = Observation(None, None, None, (), "continues")
# What a row takes over from its form.
_FROM_FORM = ("event", "registered_event", "tool", "failing", "approval", "answer")


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield rows files that break their schema or their forms, and forms the newest file does not measure."""
    for folder in sorted((corpus.root / "platforms").glob("*/responses")):
        files = sorted(folder.glob("*.json"), key=lambda path: version_key(path.stem))
        for path in files:
            yield from _file(corpus, folder.parent.name, path, newest=path == files[-1])
        for path in sorted(set(folder.iterdir()) - {*files, folder / "forms.yaml"}):
            yield (
                path.relative_to(corpus.root).as_posix(),
                "neither the forms nor measured answers, which are named VERSION.json",
            )


def _file(corpus: Corpus, platform: str, path: Path, *, newest: bool) -> Iterator[tuple[str, str]]:
    where = path.relative_to(corpus.root).as_posix()
    document, problems = corpus.document(path, "responses")
    if document is None:
        yield from ((where, problem) for problem in problems)
        return
    version = document["version"]
    if f"{version}.json" != path.name:
        yield where, f"the file says version {version}"
        return
    try:
        forms = {form.id: form for form in load_forms(platform, version, corpus.root)}
    except HookconformError as error:
        yield where, error.what
        return
    seen: set[str] = set()
    for row in document["rows"]:
        if row["id"] in seen:
            yield where, f"{row['id']} is there twice"
        seen.add(row["id"])
        form = forms.get(row["id"])
        if form is None:
            yield where, f"{row['id']} is not among the forms"
            continue
        asked = row_of(form, _NOTHING, date="", how="")
        if any(asked.get(key) != row.get(key) for key in _FROM_FORM):
            yield where, f"{row['id']} has another answer than its form; measure it again"
    if newest:
        yield from ((where, f"{name} has not been measured") for name in forms if name not in seen)
