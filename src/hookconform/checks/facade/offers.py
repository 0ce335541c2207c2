"""`facade[tools]`: every tool is offered as the program declared it to this family of models, and no other is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookconform.checks.compare import differences
from hookconform.checks.facade.answers import Offered
from hookconform.checks.outcome import Difference
from hookconform.corpus.facade_case import Forms, ToolsCase
from hookconform.corpus.fitting import portable
from hookconform.ground.pointers import MISSING, escaped

# Words of a schema that bind nobody.
_WORDS = frozenset({"$comment", "$schema", "default", "description", "examples", "title"})


def wrongly_offered(case: ToolsCase, offered: dict[str, Offered]) -> list[Difference]:
    """Return what is offered otherwise than it was declared, or not at all."""
    return list(_differences(case, offered))


def _differences(case: ToolsCase, offered: dict[str, Offered]) -> Iterator[Difference]:
    for name in sorted(case.needed - offered.keys()):
        yield Difference(f"/tools/{escaped(name)}", "offered", MISSING)
    for name, tool in offered.items():
        place = f"/tools/{escaped(name)}"
        if name not in case.declared:
            yield Difference(place, MISSING, "offered")
            continue
        yield from differences(case.canonical.get(name, MISSING), tool.canonical, f"{place}/canonical")
        yield from _of_parameters(case.declared[name], tool.parameters, f"{place}/parameters")
        if tool.forms is not None:
            yield from _of_forms(case.declared[name], list(tool.forms), f"{place}/forms")


def _of_forms(declared: Forms, got: Forms, place: str) -> Iterator[Difference]:
    """Yield how the forms of a tool differ from the declared ones, in whatever order they stand."""
    for number, form in enumerate(got):
        yield from _of_parameters(declared, form, f"{place}/{number}")
    for form in map(portable, declared):
        if not got or _of_parameters(got, form, place):
            yield Difference(place, form, MISSING)


def _of_parameters(forms: Forms, got: dict[str, Any] | None, place: str) -> list[Difference]:
    """Return how a schema differs from the declared one that is nearest to it."""
    told = [differences(_bare(portable(form)), _bare(got), place) for form in forms]
    return min(told, key=len)


def _bare(schema: Any) -> Any:
    """Return a schema without words, and without lists and objects that say nothing by being empty."""
    if isinstance(schema, list):
        return [_bare(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "properties" and isinstance(value, dict):
            found[key] = {name: _bare(item) for name, item in value.items()}
        elif key not in _WORDS:
            # The order of required names and of values says nothing.
            found[key] = (
                sorted(value, key=repr) if key in {"enum", "required"} and isinstance(value, list) else _bare(value)
            )
    return {key: value for key, value in found.items() if key not in {"properties", "required"} or value}
