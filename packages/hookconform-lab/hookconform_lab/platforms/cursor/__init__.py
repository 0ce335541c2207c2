"""Cursor: what of it can be recorded from a person's own runs; the lab cannot run it."""
