"""The corpus's JSON Schemas (2020-12) and validation against them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from hookconform.corpus.locate import corpus_root
from hookconform.corpus.schema_errors import described
from hookconform.ground.errors import HookconformError
from hookconform.ground.strict_yaml import load_yaml

# Names that the vocabulary lists under their plural.
_LISTED = ("kind", "tier", "verdict", "capability", "event", "tool")


def schema_names(root: Path | None = None) -> list[str]:
    """Return the names of all schemas of a corpus, sorted (`case`, `platform` …)."""
    return sorted(path.name.removesuffix(".schema.json") for path in _folder(root).glob("*.schema.json"))


def load_schema(name: str, root: Path | None = None) -> dict[str, Any]:
    """Return one schema as parsed JSON."""
    return json.loads((_folder(root) / f"{name}.schema.json").read_text(encoding="utf-8"))


def problems(instance: object, name: str, root: Path | None = None) -> list[str]:
    """Return what is wrong with `instance` as lines `pointer: message`, in document order; empty if valid."""
    if _is_valid(instance, name, _folder(root)):
        return []
    found = sorted(
        _validator(name, _folder(root)).iter_errors(instance), key=lambda error: list(map(str, error.absolute_path))
    )
    return [line for error in found for line in described(error)]


def check(instance: object, name: str, *, where: str, root: Path | None = None) -> None:
    """Raise `HookconformError` (`schema.<name>`) naming the first problems if `instance` is not valid."""
    lines = problems(instance, name, root)
    if lines:
        shown = "\n         ".join(lines[:5] + ([f"... and {len(lines) - 5} more"] if len(lines) > 5 else []))  # noqa: PLR2004
        raise HookconformError(
            f"schema.{name}",
            f"This does not follow the schema `{name}`:\n         {shown}",
            where=where,
            hint=f"Every key is described in {_folder(root) / f'{name}.schema.json'}",
        )


def _folder(root: Path | None) -> Path:
    return _folder_in(root or corpus_root())


# Asked for each case.
@cache
def _folder_in(root: Path) -> Path:
    return root / "schema"


def _is_valid(instance: object, name: str, folder: Path) -> bool:
    """Tell whether the fast validator finds nothing; it has no say in what is wrong, only in that nothing is."""
    try:
        return _fast_validator(name, folder).is_valid(instance)
    except (ImportError, KeyError, TypeError, ValueError):
        # It is not installed without the lab, and what it cannot take (a lone surrogate) is for the other one.
        return False


@cache
def _schemas(folder: Path) -> dict[str, dict[str, Any]]:
    """Return all schemas of a folder, with that of the names that the vocabulary lists: one may refer to any other."""
    found = {
        path.name.removesuffix(".schema.json"): json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(folder.glob("*.schema.json"))
    }
    # Without a vocabulary there are no names to refer to.
    known = (folder.parent / "vocabulary.yaml").is_file() and "rules" in found
    return found | {"listed-names": names_schema(folder.parent)} if known else found


def names_schema(root: Path) -> dict[str, Any]:
    """Return the schema of names, each list an enum: made from `vocabulary.yaml`, the one place that lists them.

    Matchers are those that the schema of rules describes. Errors as `strict_yaml`.
    """
    listed = load_yaml(root / "vocabulary.yaml")
    rules = json.loads((root / "schema" / "rules.schema.json").read_text(encoding="utf-8"))
    plural = {name: f"{name.removesuffix('y')}ies" if name.endswith("y") else f"{name}s" for name in _LISTED}
    # A corpus up to release 0.1.0 has the lists in its schemas.
    names = {name: list(listed[lists]) for name, lists in plural.items() if lists in listed}
    names["matcher"] = list(rules["$defs"]["matchers"]["properties"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:hookconform:schema:listed-names",
        "title": "Names",
        "description": "Names that are listed in vocabulary.yaml.",
        "$defs": {name: {"description": f"A {name}.", "enum": values} for name, values in names.items()},
    }


@cache
def _fast_registry(folder: Path) -> Any:
    import jsonschema_rs  # noqa: PLC0415 (not every command validates)

    return jsonschema_rs.Registry([(schema["$id"], schema) for schema in _schemas(folder).values()])


@cache
def _fast_validator(name: str, folder: Path) -> Any:
    import jsonschema_rs  # noqa: PLC0415 (as above)

    registry = _fast_registry(folder)
    return jsonschema_rs.validator_for(_schemas(folder)[name], registry=registry, validate_formats=True)


@cache
def _validator(name: str, folder: Path) -> Any:
    # Imported here: jsonschema costs more start-up time than everything else together.
    import jsonschema  # noqa: PLC0415
    import referencing  # noqa: PLC0415

    resources = [referencing.Resource.from_contents(schema) for schema in _schemas(folder).values()]
    registry = referencing.Registry().with_resources([(resource.id() or "", resource) for resource in resources])
    judge = jsonschema.Draft202012Validator
    return judge(_schemas(folder)[name], registry=registry, format_checker=judge.FORMAT_CHECKER)
