"""The declarations that the tool facades ship with: what the corpus has recorded of each tool that their tables map."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from hookconform.corpus.declared import declared_versions, scenarios_of, shown_tools
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.shown import Shown
from hookconform.corpus.version_files import read_document, version_path
from hookconform.ground.errors import HookconformError
from hookconform.ground.versions import at_least, in_order

# What a patch looks like, for interfaces that hold free text to a grammar.
GRAMMAR = "apply-patch.lark"


def facades_folder() -> Path:
    """Return the folder of the installed package of facades."""
    import tool_facades  # noqa: PLC0415 (only where facades are asked for)

    return Path(tool_facades.__file__).parent


def outdated(folder: Path, root: Path | None = None) -> list[str]:
    """Return the names of shipped files that are not what the corpus says, sorted."""
    wanted = shipped(folder, root)
    there = {path.name: path.read_text(encoding="utf-8") for path in (folder / "declarations").iterdir()}
    return sorted(name for name in wanted.keys() | there if wanted.get(name) != there.get(name))


def write(folder: Path, root: Path | None = None) -> None:
    """Write every declaration file of the facades, and remove those that no table needs."""
    wanted = shipped(folder, root)
    target = folder / "declarations"
    target.mkdir(exist_ok=True)
    for path in target.iterdir():
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (target / name).write_text(text, encoding="utf-8")


def shipped(folder: Path, root: Path | None = None) -> dict[str, str]:
    """Return file name → text of what is shipped: declarations for each table in `folder/tables`, and the grammar."""
    found = {GRAMMAR: ((root or corpus_root()) / "grammars" / GRAMMAR).read_text(encoding="utf-8")}
    for path in sorted((folder / "tables").glob("*.json")):
        table = json.loads(path.read_text(encoding="utf-8"))
        platform = table["platform"]
        documents = [
            read_document("declared", version_path(platform, "declared", version, root))
            for version in declared_versions(platform, root)
        ]
        found[path.name] = _written(declarations(table, documents))
    return found


def declarations(table: dict[str, Any], documents: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return `{"schemas": [schema], "versions": {version: {family: {tool: [number of a schema]}}}}` of one provider.

    A tool of free text has no schema. Enums that depend on the machine are left out: who offers the tool gives its own.
    What a recording of some scenarios does not show is as in the one before, unless a scenario that ran would show it.
    Raises `HookconformError` (`facades.family`) for a tool of which no family of the table takes a model.
    """
    recordings: dict[str, Mapping[str, Any]] = {document["version"]: document["tools"] for document in documents}
    shown = shown_tools(recordings)
    schemas: list[dict[str, Any]] = []
    versions: dict[str, Any] = {}
    forms: list[_Form] = []
    for version in in_order(recordings):
        now = list(_forms(recordings[version], table))
        forms = now + [form for form in forms if _still_there(form, now, version, shown)]
        offered: dict[str, dict[str, list[int]]] = {family: {} for family in table["families"]}
        for form in sorted(forms, key=lambda one: one.tool):
            for family in form.families:
                numbers = offered[family].setdefault(form.tool, [])
                if form.schema is not None and (number := _number(schemas, form.schema)) not in numbers:
                    numbers.append(number)
        versions[version] = {family: tools for family, tools in offered.items() if tools}
    return {"schemas": schemas, "versions": versions}


@dataclass(frozen=True, slots=True)
class _Form:
    """One form of a tool: its schema, None for free text; to which families and in which scenarios it was declared."""

    tool: str
    schema: dict[str, Any] | None
    families: Sequence[str]
    places: frozenset[str]


def _forms(tools: Mapping[str, dict[str, Any]], table: dict[str, Any]) -> Iterator[_Form]:
    """Yield each form in which a recording has a tool of the table."""
    names = {name for row in table["tools"] for name in row["names"]}
    for name in sorted(names & tools.keys()):
        tool = tools[name]
        seen = tool.get("variants", [tool] * len(tool["parameters"]))
        texts = tool.get("free_text", () if tool["parameters"] else [tool])
        for schema, where in [*zip(tool["parameters"], seen, strict=True), *((None, where) for where in texts)]:
            portable = None if schema is None else _portable(schema)
            yield _Form(name, portable, families_of(where, table), scenarios_of(where))


def _still_there(form: _Form, now: Sequence[_Form], version: str, shown: Shown) -> bool:
    """Tell whether a form of an older recording counts at a version, whose recording has the forms `now`.

    It does not where the tool has others and a scenario that had this one ran, nor where the tool is known to be gone,
    nor where its scenarios are run no more: they ask for what newer versions do not have.
    """
    newer = (ran for one, ran in shown.ran.items() if at_least(one, version))
    if all(form.places.isdisjoint(ran) for ran in newer):
        return False
    if any(one.tool == form.tool for one in now):
        return form.places.isdisjoint(shown.ran[version])
    return not shown.lacks(version, form.tool)


def families_of(seen: Mapping[str, Any], table: dict[str, Any]) -> list[str]:
    """Return the families that a declaration was made to: by its models, or by its scenarios where none are kept."""
    if "models" not in seen:
        default, *_ = table["families"]
        return list(dict.fromkeys(_first(one, table.get("scenarios", {})) or default for one in seen["declared_in"]))
    # A setting of the program, and no model, chose the tools of these runs.
    chosen = [_first(one, table.get("toolsets", {})) for one in seen["declared_in"]]
    # Ids that a recording made up belong to none, and stand beside real ones.
    models = seen["models"] if None in chosen else []
    found = [family for family in (*chosen, *(_by_pattern(one, table) for one in models)) if family]
    if not found:
        raise HookconformError(
            "facades.family",
            f"None of the models {', '.join(seen['models'])} belongs to a family.",
            where=table["platform"],
            hint="Give a family of the facades' table a pattern for it.",
        )
    return list(dict.fromkeys(found))


def _first(name: str, patterns: Mapping[str, list[str]]) -> str | None:
    return next((family for family, said in patterns.items() if any(fnmatchcase(name, one) for one in said)), None)


def _by_pattern(model: str, table: dict[str, Any]) -> str | None:
    """Return the family that has a pattern for a model, as the facades choose it; a default proves nothing."""
    from tool_facades.models import family_of  # noqa: PLC0415 (only where facades are asked for)

    return family_of(model, {"families": table["families"]})


def _portable(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_portable(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    machine = schema.get("environment") is True
    return {key: _portable(value) for key, value in schema.items() if not (machine and key in ("environment", "enum"))}


def _number(schemas: list[dict[str, Any]], schema: dict[str, Any]) -> int:
    # By text: Python takes true for 1.
    texts = [json.dumps(one) for one in schemas]
    text = json.dumps(schema)
    if text not in texts:
        schemas.append(schema)
        return len(schemas) - 1
    return texts.index(text)


def _written(document: dict[str, Any]) -> str:
    """Return JSON with one schema, and one version, a line: readable in a comparison, and no larger than it must be."""
    schemas = ",\n".join(f"    {json.dumps(one)}" for one in document["schemas"])
    versions = ",\n".join(f"    {json.dumps(name)}: {json.dumps(one)}" for name, one in document["versions"].items())
    return f'{{\n  "schemas": [\n{schemas}\n  ],\n  "versions": {{\n{versions}\n  }}\n}}\n'
