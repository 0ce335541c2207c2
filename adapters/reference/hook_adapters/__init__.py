"""Adapters from native hook payloads to one canonical event."""
