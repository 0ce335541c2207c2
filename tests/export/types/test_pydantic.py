"""The Python module of each platform parses every recorded payload, and refuses a damaged one."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from types import ModuleType

import pytest
from pydantic import TypeAdapter, ValidationError
from tests.support.typed_payloads import RECORDED, broken, module_text, typed_payloads

pytestmark = [pytest.mark.whole, pytest.mark.filterwarnings("error::UserWarning")]


# The tests of a platform one after the other: they share its schemas and its module's text.
@pytest.fixture(scope="module", params=RECORDED)
def platform(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def module(platform: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    # Annotations are resolved in the module that `sys.modules` has.
    found = ModuleType(f"payloads_of_{platform.replace('-', '_')}")
    monkeypatch.setitem(sys.modules, found.__name__, found)
    exec(compile(module_text("py", platform), f"{platform}.py", "exec"), found.__dict__)
    return found


def test_every_recorded_payload_is_parsed_and_written_as_it_was(platform: str, module: ModuleType) -> None:
    adapters: dict[str, TypeAdapter[object]] = {}
    seen = Counter[str]()
    for payload in typed_payloads(platform):
        name = f"Any{payload.type.type}" if payload.type.tools else payload.type.type
        adapter = adapters.setdefault(name, TypeAdapter(getattr(module, name)))
        parsed = adapter.validate_python(payload.value)
        assert adapter.dump_python(parsed, by_alias=True, exclude_unset=True) == payload.value, payload.case
        assert (type(parsed).__name__ != payload.type.type) is bool(payload.tool), payload.case
        with pytest.raises(ValidationError):
            adapter.validate_python(broken(payload))
        seen["tool" if payload.tool else "other"] += 1
    assert seen["other"] > 0
    assert seen["tool"] > 20


def test_no_name_is_declared_twice(platform: str) -> None:
    tree = ast.parse(module_text("py", platform))
    names = [node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    names += [target.id for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]  # type: ignore[attr-defined]
    assert [name for name, count in Counter(names).items() if count > 1] == []
