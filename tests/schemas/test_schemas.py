"""Every schema is valid, describes every property, accepts its good examples and refuses its bad ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from hookconform.corpus import schemas
from hookconform.ground.strict_yaml import load_yaml

EXAMPLES = Path(__file__).parent / "examples"
NAMES = schemas.schema_names()


def _examples(kind: str) -> list[Any]:
    return [
        pytest.param(path.stem, name, value, id=f"{path.stem}-{name}")
        for path in sorted(EXAMPLES.glob("*.yaml"))
        for name, value in load_yaml(path)[kind].items()
    ]


def test_every_schema_has_examples() -> None:
    assert sorted(path.stem for path in EXAMPLES.glob("*.yaml")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_valid_and_describes_every_property(name: str) -> None:
    schema = schemas.load_schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"urn:hookconform:schema:{name}"
    assert list(_undescribed(schema, schema, "")) == []


@pytest.mark.parametrize(("name", "example", "value"), _examples("accepted"))
def test_an_example_is_accepted(name: str, example: str, value: object) -> None:
    assert schemas.problems(value, name) == [], example


@pytest.mark.parametrize(("name", "example", "value"), _examples("refused"))
def test_an_example_is_refused_for_its_reason(name: str, example: str, value: dict[str, Any]) -> None:
    problems = schemas.problems(value["value"], name)
    assert any(value["because"] in problem for problem in problems), (example, problems)


def _undescribed(node: Any, schema: dict[str, Any], pointer: str) -> Iterator[str]:
    """Yield the pointers of properties that neither say what they are nor refer to something that does."""
    if isinstance(node, list):
        for index, item in enumerate(node):
            yield from _undescribed(item, schema, f"{pointer}/{index}")
    elif isinstance(node, dict):
        # A condition repeats properties that are described where they are defined.
        if pointer.endswith(("/if", "/then", "/else", "/not")) or "/contains" in pointer:
            return
        for name, prop in node.get("properties", {}).items() if isinstance(node.get("properties"), dict) else ():
            target = prop
            if "description" not in prop and "$ref" in prop:
                target = _resolve(schema, prop["$ref"])
            if "description" not in target:
                yield f"{pointer}/properties/{name}"
        for key, value in node.items():
            yield from _undescribed(value, schema, f"{pointer}/{key}")


def _resolve(schema: dict[str, Any], reference: str) -> dict[str, Any]:
    document, _, pointer = reference.partition("#")
    node: Any = schemas.load_schema(document.removeprefix("urn:hookconform:schema:")) if document else schema
    for part in pointer.split("/")[1:]:
        node = node[part]
    return node
