"""An adapter that is asked method by method, over the protocol or as a Python object: one test a capability."""

from __future__ import annotations

from hookconform.pytest_plugin import conformance

# Does it name every tool, and keep the native name?
test_tool_name = conformance("tool-name", adapter="reference")

# Does it say what a call does, whatever the tool is called?
test_kind = conformance("kind", adapter="reference")

# Does it say which canonical events a payload is?
test_event = conformance("event", adapter="reference")

# Does it give the arguments under their canonical names?
test_input = conformance("input", adapter="reference")

# Does it pass on what a tool gave back?
test_result = conformance("result", adapter="reference")

# Does it see the calls that stand within a call?
test_calls = conformance("calls", adapter="reference")

# Do the rules match that must match, and no others?
test_rules = conformance("rules", adapter="reference")

# Does it refuse what cannot be judged?
test_refusal = conformance("refusal", adapter="reference")

# Does an answer to a verdict do what the verdict says?
test_response = conformance("response", adapter="reference")

# Does it offer every provider's tools as declared, and map their calls without loss?
test_facade = conformance("facade", adapter="reference")
