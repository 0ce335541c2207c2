"""Do the rules match that must match, and no others?"""

from __future__ import annotations

from hookconform.pytest_plugin import conformance

test_rules = conformance("rules", adapter="reference")
