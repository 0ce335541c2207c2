"""Does the adapter say which canonical events a payload is, and refuse what cannot be judged?"""

from __future__ import annotations

from hookconform.pytest_plugin import conformance

test_event = conformance("event", adapter="reference")
