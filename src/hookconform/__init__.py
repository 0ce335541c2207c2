"""Conformance suite and golden corpus for coding-agent hooks."""

__version__ = "0.1.0"
