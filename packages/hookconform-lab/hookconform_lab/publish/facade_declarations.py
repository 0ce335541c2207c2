"""The declarations that the tool facades ship with: what the corpus has recorded of each tool that their tables map."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from hookconform.corpus.known_tools import Tools, known_by_version, recorded_tools, tools_by_family
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError

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
    corpus = root or corpus_root()
    found = {GRAMMAR: (corpus / "grammars" / GRAMMAR).read_text(encoding="utf-8")}
    for path in sorted((folder / "tables").glob("*.json")):
        table = json.loads(path.read_text(encoding="utf-8"))
        platform = table["platform"]
        known, recorded = known_by_version(platform, corpus), recorded_tools(platform, corpus)
        found[path.name] = _written(declarations(table, known, recorded))
    return found


def declarations(
    table: dict[str, Any], known: Mapping[str, Tools], recorded: Mapping[str, Tools] | None = None
) -> dict[str, Any]:
    """Return `{"schemas": [schema], "versions": {version: {family: {tool: [number of a schema]}}}}` of one provider.

    `known` are the tools by version, `recorded` those that its own recording shows (default: all of them). A version
    has only what is other than at the one before it: null stands for a tool, or a family, that is no more. A tool of
    free text has no schema. Enums that depend on the machine are left out: who offers the tool gives its own.
    Raises `HookconformError` (`facades.family`) for a tool of which no family of the table takes a model.
    """
    names = {name for row in table["tools"] for name in row["names"]}
    mapped, shown = (
        {version: {name: tool for name, tool in tools.items() if name in names} for version, tools in one.items()}
        for one in (known, known if recorded is None else recorded)
    )
    schemas: list[dict[str, Any]] = []
    versions: dict[str, Any] = {}
    before: dict[str, Any] = {}
    for version, given in tools_by_family(mapped, shown, lambda seen: families_of(seen, table)).items():
        there: dict[str, dict[str, list[int]]] = {
            family: {
                name: list(dict.fromkeys(_number(schemas, _portable(schema)) for schema in forms if schema is not None))
                for name, forms in sorted(given[family].items())
            }
            for family in table["families"]
            if given.get(family)
        }
        versions[version] = _changes(before, there)
        before = there
    return {"schemas": schemas, "versions": versions}


def _changes(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return what makes `now` of `before`: values that differ, null for names that are no more (RFC 7396)."""
    changes: dict[str, Any] = dict.fromkeys(before.keys() - now.keys())
    for name, value in now.items():
        if name not in before or not isinstance(value, dict):
            changes |= {name: value} if before.get(name) != value else {}
        elif inner := _changes(before[name], value):
            changes[name] = inner
    return dict(sorted(changes.items()))


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
