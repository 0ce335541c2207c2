"""Does the adapter name every tool, and keep the native name?"""

from __future__ import annotations

from hookconform.pytest_plugin import conformance

test_tool_name = conformance("tool-name", adapter="reference")
