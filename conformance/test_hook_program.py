"""A hook program, started once a call as users install it."""

from __future__ import annotations

from hookconform.pytest_plugin import conformance

# Does it block what the rules block, and only that?
test_decision = conformance("decision", adapter="reference-hook")

# Does it leave the platform's own question standing where it cannot judge?
test_refusal = conformance("refusal", adapter="reference-hook")

# Does it stop the call whatever goes wrong in it?
test_fails_closed = conformance("fails-closed", adapter="reference-hook")

# Does it also answer the programs that run the hooks registered for another?
test_neighbours = conformance("neighbours", adapter="reference-hook")
