"""`pytest conformance/`: `--adapter` for short; without it the reference adapter is tested."""

from __future__ import annotations

import pytest

from hookconform.pytest_plugin import OPTION


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--adapter", dest=OPTION, action="append", metavar="ADAPTER", help="Adapter to test; repeatable.")
