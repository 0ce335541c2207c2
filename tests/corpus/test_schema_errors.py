"""What a schema finds wrong, as a person reads it."""

from typing import Any

import jsonschema
import pytest

from hookconform.corpus.schema_errors import described

_SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name", "tier"],
    "oneOf": [{"required": ["run"]}, {"required": ["hook"]}],
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z]+$"},
        "id": {"pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
        "tier": {"enum": ["core", "extended"]},
        "level": {"enum": [1, "one"]},
        "platforms": {"oneOf": [{"const": "all"}, {"type": "array", "minItems": 1, "items": {"type": "string"}}]},
        "size": {"type": ["integer", "null"]},
        "run": {"type": "object", "additionalProperties": False},
        "inner": {"type": "object", "additionalProperties": False, "properties": {"$schema": {}, "own": {}}},
        "either": {"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"], "maxProperties": 1}]},
        "hook": {"type": "object", "additionalProperties": {"type": "string"}},
        "marks": {"type": "object", "patternProperties": {"^x": {}}, "additionalProperties": False},
    },
}
_GOOD: dict[str, Any] = {"name": "go", "tier": "core", "run": {}}


def _lines(document: Any) -> list[str]:
    found = jsonschema.Draft202012Validator(_SCHEMA).iter_errors(document)
    return [line for error in found for line in described(error)]


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({"nmae": 1}, '/: unknown key "nmae". Did you mean name?'),
        ({"size": "x"}, '/size: "x" is given where a whole number or null belongs'),
        ({"tier": "extnded"}, '/tier: "extnded" is not known. Did you mean extended?'),
        ({"tier": "zzz"}, '/tier: "zzz" is not known. Known: core, extended.'),
        ({"level": 2}, '/level: 2 is none of 1, "one"'),
        ({"name": ["go"]}, '/name: ["go"] is given where text belongs'),
        ({"name": "Go"}, "/name: 'Go' does not match '^[a-z]+$'"),
        (
            {"id": "My Adapter!"},
            (
                '/id: "My Adapter!" is no name: it has small letters and digits, with single hyphens between them. '
                "Did you mean my-adapter?"
            ),
        ),
        ({"id": "!"}, '/id: "!" is no name: it has small letters and digits, with single hyphens between them.'),
        ({"name": "G" * 90}, "/name: this does not match '^[a-z]+$'"),
        ({"hook": {}}, "/: run and hook exclude each other"),
        ({"run": {"a": 1}}, '/run: unknown key "a". None is allowed.'),
        ({"hook": {"a": 1}, "run": ...}, "/hook/a: 1 is given where text belongs"),
        ({"inner": {"zzz": 1}}, '/inner: unknown key "zzz". Known: own.'),
        ({"either": {}}, '/either: no form of it fits: "a" is missing; or "b" is missing'),
        ({"run": ...}, "/: one of run, hook is missing"),
        ({"name": ...}, '/: "name" is missing'),
        ({"platforms": []}, "/platforms: no form of it fits: 'all' was expected; or [] should be non-empty"),
        ({"platforms": [1]}, "/platforms: no form of it fits: /platforms/0: 1 is given where text belongs"),
        ({"marks": {"y": 1}}, "/marks: 'y' does not match any of the regexes: '^x'"),
    ],
)  # fmt: skip
def test_an_error_says_what_is_wrong(changed: dict[str, Any], line: str) -> None:
    document = {key: value for key, value in {**_GOOD, **changed}.items() if value is not ...}
    assert _lines(document) == [line]


def test_each_missing_key_is_told_once() -> None:
    assert _lines({"run": {}}) == ['/: "name" is missing', '/: "tier" is missing']


def test_a_document_that_is_no_table_is_not_shown_whole() -> None:
    assert '/: "x" is given where a table of keys belongs' in _lines("x")
    [line] = (line for line in _lines(["x" * 300]) if "table of keys" in line)
    assert len(line) < 150
