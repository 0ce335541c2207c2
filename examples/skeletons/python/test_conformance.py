"""Every check of the conformance suite as a test of this project: `pytest -k grep` runs some of them."""

from hookconform.pytest_plugin import conformance

test_conformance = conformance(adapter="adapter.toml")
