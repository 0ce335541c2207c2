"""Does the adapter give the arguments under their canonical names?"""

from __future__ import annotations

from hookconform.pytest_plugin import conformance

test_input = conformance("input", adapter="reference")
