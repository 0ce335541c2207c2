"""Does the hook program, as users install it, block what the rules block, and only that?"""

from __future__ import annotations

from hookconform.pytest_plugin import conformance

test_decision = conformance("decision", adapter="reference-hook")
