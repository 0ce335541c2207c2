"""Does an answer to a verdict do what the verdict says?"""

from __future__ import annotations

from hookconform.pytest_plugin import conformance

test_response = conformance("response", adapter="reference")
